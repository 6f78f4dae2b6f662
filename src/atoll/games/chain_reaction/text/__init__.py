"""Chain Reaction as text: decisions and positions."""

from atoll.games.chain_reaction.text.decisions import format_decision, parse_decision, refusal
from atoll.games.chain_reaction.text.positions import format_position, parse_position
