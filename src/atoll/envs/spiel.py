"""The games for OpenSpiel: importing this module registers each of them with pyspiel as `atoll_ID`.

Chance is explicit: the seed of the deal is drawn byte by byte, 256 equally likely outcomes each, and determines
everything after the deal. Four bytes, the default, give 4,294,967,296 deals; one byte gives a small game of 256.
"""

from typing import Any

import numpy as np
import pyspiel

from atoll.core.game import Game, find_games
from atoll.core.state import State
from atoll.envs.rewards import BOUND
from atoll.envs.setting import Options, Setting
from atoll.kit.contract import OVER
from atoll.kit.errors import IllegalDecision, InvalidOption
from atoll.kit.options import Value, option_text

BYTE = 256
MAX_BYTES = 8
LONGEST_GAME = 2000
"""An upper bound of decisions in a game; random games have a tenth of it."""


def name_of(game: Game) -> str:
    """Return the name of a game in OpenSpiel."""
    return f"atoll_{game.id}"


def parameter(value: Value) -> str:
    """Return an option's value as an OpenSpiel parameter: `_3` for 3, which OpenSpiel would parse as a number."""
    text = option_text(value)
    read = pyspiel.game_parameters_from_string(f"game(option={text})")["option"]
    return text if read == text else f"_{text}"


def option_of(text: str) -> str:
    """Return the option's value of a parameter, with or without the `_`."""
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
        max_num_players=game.max_players,
        min_num_players=game.min_players,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={
            "players": game.min_players,
            "reward": "margin",
            "deal_bytes": 4,
            **{option.name: parameter(option.values[0]) for option in game.options},
        },
    )


class Spiel(pyspiel.Game):  # type: ignore[misc]  # pyspiel has no types
    """One of our games as an OpenSpiel game; a subclass per game sets `game`."""

    game: Game

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        params = params or {}
        chosen = dict(params)
        seats = chosen.pop("players", self.game.min_players)
        reward = chosen.pop("reward", "margin")
        self.deal_bytes: int = chosen.pop("deal_bytes", 4)
        if not 1 <= self.deal_bytes <= MAX_BYTES:
            raise InvalidOption(f"deal_bytes must be a whole number from 1 to {MAX_BYTES}, not {self.deal_bytes}")
        options = {name: option_of(text) for name, text in chosen.items()}
        self.setting = Setting(self.game, seats, options, None, reward)
        utility, model = pyspiel.GameType.Utility, pyspiel.GameType.RewardModel
        zero_sum = seats == 2 and reward != "points"
        bound = 1.0 if reward == "win" else BOUND
        info = pyspiel.GameInfo(
            num_distinct_actions=self.setting.decisions,
            max_chance_outcomes=BYTE,
            num_players=seats,
            min_utility=-bound,
            max_utility=bound,
            utility_sum=0.0 if zero_sum else None,
            max_game_length=LONGEST_GAME,
        )
        game_type = _type(
            self.game,
            utility.ZERO_SUM if zero_sum else utility.GENERAL_SUM,
            model.REWARDS if reward == "points" else model.TERMINAL,
        )
        super().__init__(game_type, info, params | {name: parameter(text) for name, text in options.items()})

    def new_initial_state(self) -> "SpielState":
        """Return the state before the deal."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Observer":
        """Return an observer of states."""
        if params:
            raise InvalidOption(f"observers of Atoll's games take no parameters, not {params}")
        return Observer(self.setting, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))


class SpielState(pyspiel.State):  # type: ignore[misc]  # pyspiel has no types
    """A position; before the deal, the bytes of the seed drawn so far."""

    def __init__(self, game: Spiel) -> None:
        super().__init__(game)
        self.setting = game.setting
        self.bytes_left = game.deal_bytes
        self.seed = 0
        self.actor = int(pyspiel.PlayerId.CHANCE)
        self.array = self.setting.game.kernel.empty()
        self.histories = np.zeros(self.setting.seats, np.int64)
        self.points = np.zeros(self.setting.seats, np.int64)
        self.last_rewards = np.zeros(self.setting.seats, np.float32)
        self.total_rewards = np.zeros(self.setting.seats)

    def current_player(self) -> int:
        """Return the seat to decide, or OpenSpiel's constant for chance or the end."""
        return self.actor

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return bool(self.actor == pyspiel.PlayerId.TERMINAL)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the values of the next byte of the seed."""
        return [(value, 1 / BYTE) for value in range(BYTE)]

    def _legal_actions(self, player: int) -> list[int]:
        return self.value.legal() if player == self.actor else []

    def _apply_action(self, action: int) -> None:
        if self.bytes_left:
            self.seed = self.seed * BYTE + action
            self.bytes_left -= 1
            if self.bytes_left == 0:
                self._deal()
            return
        self.array = self.value.play(action).array
        self._update(action)

    def _deal(self) -> None:
        state = self.setting.game.deal(self.setting.seats, self.seed, self.setting.options, self.setting.edition)
        self.array = state.array
        self.setting.game.kernel.scores(self.setting.tables, self.array, self.points)
        self._update(-1)
        self.last_rewards[:] = 0
        self.total_rewards[:] = 0

    def _update(self, decision: int) -> None:
        """Update the actor, the histories and the rewards after a decision."""
        loops, kernel = self.setting.loops, self.setting.game.kernel
        scratch = np.zeros(max(self.setting.decisions, self.setting.seats), np.int64)
        loops["extend_history"](self.array, kernel.empty(), decision, self.histories)
        loops["write_rewards_in"](
            self.setting.tables, self.array, self.setting.reward_code, self.points, scratch, self.last_rewards
        )
        self.total_rewards += self.last_rewards
        actor = kernel.actor(self.array)
        self.actor = int(pyspiel.PlayerId.TERMINAL) if actor == OVER else actor

    @property
    def value(self) -> State:
        """The position as a State."""
        return State(self.setting.game, self.setting.edition, self.array)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {action:02x}"
        try:
            return self.setting.game.format(self.value, action)
        except IllegalDecision:
            return f"decision {action}"

    def rewards(self) -> list[float]:
        """Return the rewards of the last decision."""
        return list(map(float, self.last_rewards))

    def returns(self) -> list[float]:
        """Return the sum of all rewards so far."""
        return list(map(float, self.total_rewards))

    def resample_from_infostate(self, player: int, probability_sampler: Any) -> "SpielState":
        """Return a state that looks the same to a player, with everything hidden guessed again."""
        other: SpielState = self.clone()
        seed = int(probability_sampler() * (1 << 62))
        other.array = self.value.hide(player).fill(seed).array
        return other

    def __str__(self) -> str:
        return f"deal {self.seed:x}, {self.bytes_left} bytes left" if self.bytes_left else self.value.position


class Observer:
    """What a player sees: the named slices of an observation; as text also with perfect recall."""

    def __init__(self, setting: Setting, observation_type: Any) -> None:
        self.private = observation_type.private_info
        if self.private == pyspiel.PrivateInfoType.ALL_PLAYERS or not observation_type.public_info:
            raise InvalidOption("observers of Atoll's games see what a player or a spectator sees, and nothing else")
        self.recall = observation_type.perfect_recall
        self.setting = setting
        self.tensor = np.zeros(setting.observation, np.float32)
        self.dict = {name: part.of(self.tensor) for name, part in setting.layout.items()}

    def _known(self, state: SpielState, player: int) -> State:
        private = self.private == pyspiel.PrivateInfoType.SINGLE_PLAYER
        return state.value.hide(player if private else None)

    def set_from(self, state: SpielState, player: int) -> None:
        """Write what a player sees now into `tensor`."""
        self.tensor.fill(0)
        if not state.bytes_left:
            kernel = self.setting.game.kernel
            kernel.observe(self.setting.tables, self._known(state, player).array, player, self.tensor)

    def string_from(self, state: SpielState, player: int) -> str:
        """Return what a player sees now as text, with perfect recall after a hash of everything it has seen."""
        if state.bytes_left:
            return "not dealt"
        history = f"memory={state.histories[player]:016x} " if self.recall else ""
        return f"player={player} {history}{self._known(state, player).position}"


def _register(game: Game) -> None:
    # OpenSpiel creates a game from its parameters alone, so each game has a class.
    spiel = type(f"Spiel_{game.id}", (Spiel,), {"game": game, "__module__": __name__})
    globals()[spiel.__name__] = spiel
    utility, model = pyspiel.GameType.Utility.GENERAL_SUM, pyspiel.GameType.RewardModel.TERMINAL
    pyspiel.register_game(_type(game, utility, model), spiel)


for _game in find_games().values():
    _register(_game)
