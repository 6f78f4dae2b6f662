"""One folder here is one game. The package can be called: `atoll.games()` finds all games, by id."""

import sys
from types import ModuleType

from atoll.core.game import Game
from atoll.core.game import games as find


class _Games(ModuleType):
    # `atoll.games` names both this package and the public function; importing a game binds the package to that name.
    def __call__(self) -> dict[str, Game]:
        return find()


sys.modules[__name__].__class__ = _Games
