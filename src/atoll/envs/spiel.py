"""The games for OpenSpiel: importing this module registers each of them with pyspiel as `atoll_` and its id.

Chance is explicit: the seed of the deal is drawn byte by byte, each of 256 outcomes equally likely, and everything
after the deal follows from it. Four bytes, the default, make 4,294,967,296 deals; one byte makes a small game of 256.
"""

from typing import Any

import numpy as np
import pyspiel

from atoll.core.contract import OVER
from atoll.core.errors import IllegalDecision, InvalidOption
from atoll.core.game import Game, Value, games, written
from atoll.core.state import State
from atoll.envs.rewards import BOUND
from atoll.envs.setting import Options, Setting

BYTE = 256
MOST_BYTES = 8
LONGEST_GAME = 2000
"""No game has more decisions; those of random games have a tenth of it."""


def name_of(game: Game) -> str:
    """Return the name of a game in OpenSpiel."""
    return f"atoll_{game.id}"


def parameter(value: Value) -> str:
    """Return an option's value as OpenSpiel keeps it: `_3` for 3, which it would read back as a number."""
    text = written(value)
    read = pyspiel.game_parameters_from_string(f"game(option={text})")["option"]
    return text if read == text else f"_{text}"


def option_of(text: str) -> str:
    """Return the option's value that a parameter means, with or without the mark."""
    bare = text.removeprefix("_")
    return bare if parameter(bare) == text else text


def load_game(game: str, seats: int | None, reward: str, deal_bytes: int, options: Options) -> Any:
    """Return a game by its id, registered with OpenSpiel."""
    setting = Setting(game, seats, options, None, reward)
    chosen = {name: parameter(value) for name, value in setting.options.items()}
    return pyspiel.load_game(
        name_of(setting.game), {"players": setting.seats, "reward": reward, "deal_bytes": deal_bytes, **chosen}
    )


def _type(game: Game, utility: Any, reward_model: Any) -> Any:
    return pyspiel.GameType(
        short_name=name_of(game),
        long_name=f"Atoll {game.words()('name')}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utility,
        reward_model=reward_model,
        max_num_players=game.most,
        min_num_players=game.fewest,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={
            "players": game.fewest,
            "reward": "margin",
            "deal_bytes": 4,
            **{option.name: parameter(option.values[0]) for option in game.options},
        },
    )


class Spiel(pyspiel.Game):  # type: ignore[misc]  # pyspiel has no types
    """A game of Atoll as OpenSpiel knows it; `made` is the Atoll game."""

    made: Game

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        params = params or {}
        given = dict(params)
        seats = given.pop("players", self.made.fewest)
        reward = given.pop("reward", "margin")
        self.deal_bytes: int = given.pop("deal_bytes", 4)
        if not 1 <= self.deal_bytes <= MOST_BYTES:
            raise InvalidOption(f"deal_bytes must be a whole number from 1 to {MOST_BYTES}, not {self.deal_bytes}")
        options = {name: option_of(text) for name, text in given.items()}
        self.setting = Setting(self.made, seats, options, None, reward)
        kinds, models = pyspiel.GameType.Utility, pyspiel.GameType.RewardModel
        even = seats == 2 and reward != "points"
        bound = 1.0 if reward == "win" else BOUND
        info = pyspiel.GameInfo(
            num_distinct_actions=self.setting.decisions,
            max_chance_outcomes=BYTE,
            num_players=seats,
            min_utility=-bound,
            max_utility=bound,
            utility_sum=0.0 if even else None,
            max_game_length=LONGEST_GAME,
        )
        kind = _type(
            self.made,
            kinds.ZERO_SUM if even else kinds.GENERAL_SUM,
            models.REWARDS if reward == "points" else models.TERMINAL,
        )
        super().__init__(kind, info, params | {name: parameter(text) for name, text in options.items()})

    def new_initial_state(self) -> "SpielState":
        """Return the state before the deal."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Observer":
        """Return what writes observations of states."""
        if params:
            raise InvalidOption(f"observers of Atoll's games take no parameters, not {params}")
        return Observer(self.setting, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))


class SpielState(pyspiel.State):  # type: ignore[misc]  # pyspiel has no types
    """A position, or before the deal the bytes of its seed drawn so far."""

    def __init__(self, game: Spiel) -> None:
        super().__init__(game)
        self.setting = game.setting
        self.left = game.deal_bytes
        self.seed = 0
        self.actor = int(pyspiel.PlayerId.CHANCE)
        self.array = self.setting.game.kernel.empty()
        self.memories = np.zeros(self.setting.seats, np.int64)
        self.points = np.zeros(self.setting.seats, np.int64)
        self.paid = np.zeros(self.setting.seats, np.float32)
        self.total = np.zeros(self.setting.seats)

    def current_player(self) -> int:
        """Return the seat to decide, or that it is chance's turn, or nobody's."""
        return self.actor

    def is_terminal(self) -> bool:
        """Tell whether the game is over."""
        return bool(self.actor == pyspiel.PlayerId.TERMINAL)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the values of the next byte of the seed."""
        return [(value, 1 / BYTE) for value in range(BYTE)]

    def _legal_actions(self, player: int) -> list[int]:
        return self.value.legal() if player == self.actor else []

    def _apply_action(self, action: int) -> None:
        if self.left:
            self.seed = self.seed * BYTE + action
            self.left -= 1
            if self.left == 0:
                self._deal()
            return
        self.array = self.value.play(action).array
        self._arrive(action)

    def _deal(self) -> None:
        state = self.setting.game.deal(self.setting.seats, self.seed, self.setting.options, self.setting.edition)
        self.array = state.array
        self.setting.game.kernel.scores(self.setting.tables, self.array, self.points)
        self._arrive(-1)
        self.paid[:] = 0
        self.total[:] = 0

    def _arrive(self, decision: int) -> None:
        """Note who decides now, what everybody has seen and what the decision paid."""
        loops, kernel = self.setting.loops, self.setting.game.kernel
        numbers = np.zeros(max(self.setting.decisions, self.setting.seats), np.int64)
        loops["remember"](self.array, kernel.empty(), decision, self.memories)
        loops["pay_one"](self.setting.tables, self.array, self.setting.kind, self.points, numbers, self.paid)
        self.total += self.paid
        actor = kernel.actor(self.array)
        self.actor = int(pyspiel.PlayerId.TERMINAL) if actor == OVER else actor

    @property
    def value(self) -> State:
        """The position as Atoll's own value."""
        return State(self.setting.game, self.setting.edition, self.array)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {action:02x}"
        try:
            return self.setting.game.format(self.value, action)
        except IllegalDecision:
            return f"decision {action}"

    def rewards(self) -> list[float]:
        """Return what the last decision paid."""
        return list(map(float, self.paid))

    def returns(self) -> list[float]:
        """Return what was paid so far."""
        return list(map(float, self.total))

    def resample_from_infostate(self, player: int, probability_sampler: Any) -> "SpielState":
        """Return a state that looks the same to a player, everything hidden guessed anew."""
        other: SpielState = self.clone()
        seed = int(probability_sampler() * (1 << 62))
        other.array = self.value.hide(player).fill(seed).array
        return other

    def __str__(self) -> str:
        return f"deal {self.seed:x}, {self.left} bytes left" if self.left else self.value.position


class Observer:
    """What a player sees: the named slices of an observation; with perfect recall, text that tells all it has seen."""

    def __init__(self, setting: Setting, wanted: Any) -> None:
        self.private = wanted.private_info
        if self.private == pyspiel.PrivateInfoType.ALL_PLAYERS or not wanted.public_info:
            raise InvalidOption("observers of Atoll's games see what a player or a spectator sees, and nothing else")
        self.recall = wanted.perfect_recall
        self.setting = setting
        self.tensor = np.zeros(setting.observation, np.float32)
        self.dict = {name: part.of(self.tensor) for name, part in setting.layout.items()}

    def _seen(self, state: SpielState, player: int) -> State:
        alone = self.private == pyspiel.PrivateInfoType.SINGLE_PLAYER
        return state.value.hide(player if alone else None)

    def set_from(self, state: SpielState, player: int) -> None:
        """Write what a player sees now."""
        self.tensor.fill(0)
        if not state.left:
            kernel = self.setting.game.kernel
            kernel.observe(self.setting.tables, self._seen(state, player).array, player, self.tensor)

    def string_from(self, state: SpielState, player: int) -> str:
        """Return what a player sees now as text; with perfect recall a hash of all it has seen comes first."""
        if state.left:
            return "not dealt"
        recalled = f"memory={state.memories[player]:016x} " if self.recall else ""
        return f"player={player} {recalled}{self._seen(state, player).position}"


def _register(game: Game) -> None:
    # OpenSpiel makes a game from its parameters alone: so one class a game.
    kind = type(f"Spiel_{game.id}", (Spiel,), {"made": game, "__module__": __name__})
    globals()[kind.__name__] = kind
    utility, model = pyspiel.GameType.Utility.GENERAL_SUM, pyspiel.GameType.RewardModel.TERMINAL
    pyspiel.register_game(_type(game, utility, model), kind)


for _game in games().values():
    _register(_game)
