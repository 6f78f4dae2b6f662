"""What one seat sees of Shallow Sea, declared and filled from positions after `hide`."""

from atoll.games.shallow_sea.view.advice import advise
from atoll.games.shallow_sea.view.choices import TEXTS, Choice, choice
from atoll.games.shallow_sea.view.events import MOST_EVENTS, Event, events
from atoll.games.shallow_sea.view.explanations import Explanation, explain, topic
from atoll.games.shallow_sea.view.position import View, census, progress, view
