"""What one seat sees of Chain Reaction, declared and filled from positions after `hide`."""

from atoll.games.chain_reaction.view.choices import TEXTS, Choice, choice
from atoll.games.chain_reaction.view.events import MOST_EVENTS, Event, events
from atoll.games.chain_reaction.view.explanations import Explanation, explain, topic
from atoll.games.chain_reaction.view.position import View, census, progress, view
