"""What one seat sees of Reef, declared and filled from positions after `hide`."""

from atoll.games.reef.view.choices import TEXTS, Choice, choice
from atoll.games.reef.view.events import MOST_EVENTS, Event, events
from atoll.games.reef.view.explanations import Explanation, explain, topic
from atoll.games.reef.view.position import View, census, progress, view
