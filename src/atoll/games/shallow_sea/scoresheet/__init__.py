"""The score sheet of a boxed game of Shallow Sea."""

from atoll.games.shallow_sea.scoresheet.scoring import lines, picture, score
