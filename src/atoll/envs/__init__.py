"""Research environments: the games for PettingZoo, Gymnasium and OpenSpiel, and as plain fast arrays.

>>> from atoll import envs
>>> env = envs.raw("reef", seats=2)
>>> env.reset(seed=7), int(env.mask.sum())
(1, 16)

A library is imported when its environment is first made: `pip install 'atoll[rl]'` brings Gymnasium and PettingZoo,
`pip install 'atoll[openspiel]'` OpenSpiel.
"""

from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

from atoll.core.game import Game
from atoll.envs.raw_env import RawEnv
from atoll.envs.setting import Options, Setting
from atoll.envs.vector_env import Arrays, VectorEnv
from atoll.kit.components import Edition
from atoll.kit.errors import AtollError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from atoll.bots import Bot
    from atoll.envs.aec_env import AecEnv
    from atoll.envs.seat_env import SeatEnv

__all__ = ["Arrays", "MissingExtra", "RawEnv", "VectorEnv", "aec", "openspiel", "raw", "register", "single", "vector"]


class MissingExtra(AtollError, ImportError):
    """A library that an environment needs is not installed."""


def raw(
    game: str | Game,
    seats: int | None = None,
    *,
    reward: str = "margin",
    options: Options = None,
    edition: Edition | None = None,
) -> RawEnv:
    """Return one game without any library around it."""
    return RawEnv(Setting(game, seats, options, edition, reward))


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
) -> VectorEnv:
    """Return many games that one call steps together, writing into the arrays `out` if given."""
    return VectorEnv(Setting(game, seats, options, edition, reward), lanes, threads, out, dtype)


def aec(
    game: str | Game,
    seats: int | None = None,
    *,
    reward: str = "margin",
    max_cycles: int | None = None,
    options: Options = None,
    edition: Edition | None = None,
    render_mode: str | None = None,
) -> "AecEnv":
    """Return a game as a PettingZoo AEC environment with one agent per seat."""
    env: AecEnv = _load("atoll.envs.aec_env", "pettingzoo", "rl").AecEnv(
        Setting(game, seats, options, edition, reward), max_cycles, render_mode
    )
    return env


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
) -> "SeatEnv":
    """Return a game as a Gymnasium environment: one seat against bots, or solo play."""
    env: SeatEnv = _load("atoll.envs.seat_env", "gymnasium", "rl").SeatEnv(
        Setting(game, seats, options, edition, reward), opponents, seat, illegal, render_mode
    )
    return env


def openspiel(
    game: str, seats: int | None = None, *, reward: str = "margin", deal_bytes: int = 4, options: Options = None
) -> Any:
    """Return a game as an OpenSpiel (pyspiel) game."""
    return _load("atoll.envs.spiel", "pyspiel", "openspiel").load_game(game, seats, reward, deal_bytes, options)


def register() -> list[str]:
    """Register every game with Gymnasium, `atoll/Reef-v1` and so on; return the ids."""
    ids: list[str] = _load("atoll.envs.ids", "gymnasium", "rl").IDS
    return ids


def _load(module: str, library: str, extra: str) -> ModuleType:
    """Import a module of this package that needs an optional library."""
    try:
        import_module(library)
    except ModuleNotFoundError as error:
        if error.name != library:
            raise
        raise MissingExtra(f"this environment needs {library}: pip install 'atoll[{extra}]'") from None
    return import_module(module)
