"""Research environments: the games as PettingZoo, Gymnasium and OpenSpiel know them, and as plain fast arrays.

>>> from atoll import envs
>>> one = envs.raw("reef", seats=2)
>>> one.reset(seed=7), int(one.mask.sum())
(1, 16)

A library is imported when its environment is asked for: `pip install 'atoll[rl]'` brings Gymnasium and PettingZoo,
`pip install 'atoll[openspiel]'` OpenSpiel.
"""

from typing import TYPE_CHECKING, Any

from atoll.core.components import Edition
from atoll.core.game import Game
from atoll.envs.batch import Arrays, Batch
from atoll.envs.extras import MissingExtra, load
from atoll.envs.one import One
from atoll.envs.setting import Options, Setting

if TYPE_CHECKING:
    from collections.abc import Sequence

    from atoll.bots import Bot
    from atoll.envs.agent import Agent
    from atoll.envs.cycle import Cycle

__all__ = ["Arrays", "Batch", "MissingExtra", "One", "aec", "openspiel", "raw", "register", "single", "vector"]


def raw(
    game: str | Game,
    seats: int | None = None,
    *,
    reward: str = "margin",
    options: Options = None,
    edition: Edition | None = None,
) -> One:
    """Return one game without any library around it."""
    return One(Setting(game, seats, options, edition, reward))


def vector(
    game: str | Game,
    seats: int | None = None,
    *,
    lanes: int,
    threads: int = 1,
    out: Arrays | None = None,
    dtype: Any = "int16",
    reward: str = "margin",
    options: Options = None,
    edition: Edition | None = None,
) -> Batch:
    """Return many games that are stepped by one call, into arrays of your own if you give any."""
    return Batch(Setting(game, seats, options, edition, reward), lanes, threads, out, dtype)


def aec(
    game: str | Game,
    seats: int | None = None,
    *,
    reward: str = "margin",
    max_cycles: int | None = None,
    options: Options = None,
    edition: Edition | None = None,
    render_mode: str | None = None,
) -> "Cycle":
    """Return a game as a PettingZoo AEC environment, one agent a seat."""
    made: Cycle = load("atoll.envs.cycle", "pettingzoo", "rl").Cycle(
        Setting(game, seats, options, edition, reward), max_cycles, render_mode
    )
    return made


def single(
    game: str | Game,
    seats: int | None = None,
    *,
    opponents: "str | Bot | Sequence[str | Bot]" = "random",
    seat: int | None = None,
    illegal: str = "raise",
    reward: str = "margin",
    options: Options = None,
    edition: Edition | None = None,
    render_mode: str | None = None,
) -> "Agent":
    """Return a game as a Gymnasium environment: one seat against bots, or a game alone."""
    made: Agent = load("atoll.envs.agent", "gymnasium", "rl").Agent(
        Setting(game, seats, options, edition, reward), opponents, seat, illegal, render_mode
    )
    return made


def openspiel(
    game: str, seats: int | None = None, *, reward: str = "margin", deal_bytes: int = 4, options: Options = None
) -> Any:
    """Return a game as an OpenSpiel (pyspiel) game."""
    return load("atoll.envs.spiel", "pyspiel", "openspiel").load_game(game, seats, reward, deal_bytes, options)


def register() -> list[str]:
    """Register every game with Gymnasium, `atoll/Reef-v1` and so on; return the ids."""
    ids: list[str] = load("atoll.envs.ids", "gymnasium", "rl").IDS
    return ids
