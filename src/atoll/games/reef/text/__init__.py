"""Reef as text: decisions and positions."""

from atoll.games.reef.text.decisions import format_decision, parse_decision, refusal
from atoll.games.reef.text.positions import format_position, parse_position
