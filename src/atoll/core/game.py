"""The Game class, and how games are found: every folder under `atoll/games` with a GAME in it is a game.

The environment variable ATOLL_GAMES names further folders of such folders, separated as in PATH.
"""

import os
import pkgutil
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib import import_module, resources
from importlib.util import find_spec
from operator import index
from pathlib import Path
from struct import Struct
from types import ModuleType
from typing import Any

import msgspec
import numpy as np

from atoll.core import default_parts
from atoll.core.checks import as_int, check_seat, check_seed
from atoll.core.default_words import game_words
from atoll.core.kernel import Kernel
from atoll.core.show import Show
from atoll.core.state import State
from atoll.kit.components import STANDARD, Edition, parse_toml, read_text
from atoll.kit.contract import SPECTATOR
from atoll.kit.errors import IllegalDecision, InvalidComponents, InvalidNotation, InvalidOption, Refusal, UnknownGame
from atoll.kit.locale import ENGLISH, Words, literal, plain
from atoll.kit.options import Option, Value
from atoll.kit.rng import draw
from atoll.kit.view import Header

MAX_HEADERS = 1_000
"""How many combinations of options and editions have their part of a view cached."""


@dataclass(frozen=True)
class Game:
    """One game: what its folder's `__init__.py` declares, and everything that can be done with it."""

    id: str
    rules: int
    min_players: int
    max_players: int
    minutes: int
    options: tuple[Option, ...] = ()
    presets: Mapping[str, Mapping[str, Value]] = field(default_factory=dict, compare=False)
    """Named choices of options that go well together."""
    first: str = ""
    """The name of the preset for a first game; empty if there is none."""

    # Modules of the folder, imported when first needed: the kernel imports Numba.

    @cached_property
    def kernel(self) -> Kernel:
        """The compiled rules."""
        return Kernel(self.id, self.rules_module, self.part("observe"))

    @cached_property
    def rules_module(self) -> ModuleType:
        """The module or package `kernel`: the rules before they are bound to the engine."""
        return self._module("kernel")

    @cached_property
    def show(self) -> Show:
        """What the game shows, as JSON."""
        return Show(self.id, self.kernel, self.part("view"))

    @cached_property
    def text(self) -> Any:
        """The text forms of decisions and positions."""
        return self.part("text")

    @cached_property
    def achievements(self) -> ModuleType | None:
        """The achievements module, or None if the game has none."""
        return self._module("achievements") if self.has("achievements") else None

    def has(self, part: str) -> bool:
        """Return whether the game's folder has an optional module, without importing it."""
        return find_spec(f"atoll.games.{self.id}.{part}") is not None

    def part(self, name: str) -> Any:
        """Return a module of the game's folder, completed by defaults."""
        found = self._parts.get(name)
        if found is None:
            module = self._module(name) if self.has(name) else None
            found = self._parts[name] = default_parts.combined(self, name, module)
        return found

    def _module(self, name: str) -> ModuleType:
        return import_module(f"atoll.games.{self.id}.{name}")

    @cached_property
    def _parts(self) -> dict[str, Any]:
        return {}

    def file(self, name: str) -> Path:
        """Return the path of a file in the game's folder."""
        return Path(str(resources.files(f"atoll.games.{self.id}"))) / name

    @cached_property
    def standard(self) -> Edition:
        """The standard edition, which comes with Atoll."""
        if not self.has("components"):
            edition: Edition = self.part("components").STANDARD
            return edition
        path = self.file(self.part("components").FILE)
        text = read_text(path, InvalidComponents)
        data = parse_toml(text, path.name, InvalidComponents)
        return Edition(STANDARD, text, *self.part("components").build(data, path.name))

    def edition(self, path: str | Path) -> Edition:
        """Read an edition file with other components."""
        return self.edition_of(read_text(Path(path), InvalidComponents), str(path))

    def edition_of(self, text: str, place: str) -> Edition:
        """Read the text of an edition file."""
        data = parse_toml(text, place, InvalidComponents)
        name = data.get("edition")
        if not isinstance(name, str) or not name.isidentifier():
            raise InvalidComponents(f"{place}: edition must be a name of letters, digits and _, such as my_cards")
        if name == STANDARD:
            if text == self.standard.text:
                return self.standard
            raise InvalidComponents(
                f"{place}: edition must be another name than {STANDARD}, which Atoll's own file has"
            )
        return Edition(name, text, *self.part("components").build(data, place))

    def components(self, edition: Edition) -> dict[str, Any]:
        """Return the components of an edition as plain data, for clients that draw them."""
        describe = self.part("components").describe
        return {"edition": edition.label, "items": [describe(item) for item in edition.items.values()]}

    def deal(
        self, seats: int, seed: int, options: Mapping[str, object] | None = None, edition: Edition | None = None
    ) -> State:
        """Return the first position of a game; the same arguments always give the same deal."""
        seats, seed = self.check_seats(seats), check_seed(seed)
        edition = edition or self.standard
        array = np.zeros(1, self.kernel.dtype)
        self.kernel.deal(edition.tables, array, seats, self.codes(self.resolve(options or {})), np.uint64(seed))
        return State(self, edition, array)

    def compile(self) -> Iterator[tuple[int, int]]:
        """Compile the rules and whatever views and events call; yields (done, total)."""
        options = self.codes(self.resolve({}))
        return self.kernel.compile(self.standard.tables, self.min_players, options, self._view_random_game)

    def _view_random_game(self) -> None:
        """Compute views and events of a random game."""
        state, ply = self.deal(self.min_players, seed=0), 0
        while not state.over:
            decision = self.kernel.sample(state.edition.tables, state.array, draw(0, ply))
            before, state, ply = state, state.play(decision), ply + 1
            self.events(before, decision, state, None)
            self.view(state, state.actor)

    def check_seats(self, seats: int) -> int:
        """Validate a number of players."""
        number = as_int(seats)
        if number is None or not self.min_players <= number <= self.max_players:
            raise InvalidOption(f"{self.id} is for {self.min_players} to {self.max_players} players, not {seats}")
        return number

    def resolve(self, options: Mapping[str, object]) -> dict[str, Value]:
        """Return the options checked and completed with defaults."""
        known = {option.name: option for option in self.options}
        for name in options:
            if name not in known:
                raise InvalidOption(f"{self.id} has no option {name!r}; its options are {', '.join(known)}")
        return {
            name: option.read(options[name]) if name in options else option.values[0] for name, option in known.items()
        }

    def advise(self, options: Mapping[str, object], seats: int) -> dict[str, Any]:
        """Return which options have no effect given the others (`idle`), and hints about them (`advice`)."""
        resolved, seats = self.resolve(options), self.check_seats(seats)
        advise = getattr(self.part("view"), "advise", None)
        advice: dict[str, Any] = advise(resolved, seats, self.standard) if advise else {"idle": [], "advice": []}
        return advice

    def codes(self, options: Mapping[str, Value]) -> np.ndarray:
        """Return complete options as numbers for the kernel."""
        return np.array([option.code(options[option.name]) for option in self.options], np.int64)

    def format(self, state: State, decision: int) -> str:
        """Return a legal decision as text."""
        number = as_int(decision)
        if number not in state.legal():
            raise self.illegal(state, decision)
        text: str = self.text.format_decision(state, number)
        return text

    def parse(self, state: State, text: str) -> int:
        """Parse the text of a legal decision."""
        decision: int = self.text.parse_decision(state, text)
        if decision not in state.legal():
            raise self.illegal(state, decision)
        return decision

    def refusal(self, state: State, decision: int) -> Refusal:
        """Return why a decision can't be played, as a key and values for the game's words."""
        if state.over:
            return Refusal("over", {})
        number = as_int(decision)
        if number is None or not 0 <= number < self.kernel.decisions:
            return Refusal("unknown", {"decision": decision, "last": self.kernel.decisions - 1})
        return Refusal(*self.text.refusal(state, number))

    def illegal(self, state: State, decision: int, language: str = ENGLISH) -> IllegalDecision:
        """Return the error that says in one sentence why a decision can't be played."""
        refusal = self.refusal(state, decision)
        return IllegalDecision(self.words(language).sentence(f"refusal.{refusal.key}", refusal.values, ()), refusal)

    def position(self, text: str, edition: Edition | None = None) -> State:
        """Parse a position; the reverse of `state.position`."""
        array = np.zeros(1, self.kernel.dtype)
        edition = edition or self.standard
        self.text.parse_position(text, edition, array)
        state = State(self, edition, array)
        if state.position != " ".join(text.split()):
            raise InvalidNotation(f"position: {text!r} would be written {state.position!r}")
        return state

    def seat(self, state: State, seat: int) -> int:
        """Validate a seat number of a position."""
        return check_seat(seat, state.seats)

    def view(self, state: State, seat: int | None) -> Any:
        """Return the game's `View` of a seat (None: a spectator), computed from the position after `hide`."""
        return self.view_of(state.hide(seat), None if seat is None else self.seat(state, seat))

    def view_of(self, known: State, seat: int | None, *, legal: bool = True) -> Any:
        """Return the view of a position after `hide` for the seat, with its legal decisions unless `legal` is False."""
        return self.show.read_view(self.view_json(known, seat, legal=legal))

    def view_json(self, known: State, seat: int | None, *, legal: bool = True) -> bytes:
        """Return the same as `view_of` as JSON."""
        viewer = SPECTATOR if seat is None else seat
        return self._header(known) + self.show.view(known.edition.tables, known.array, viewer, legal=legal)

    def _header(self, state: State) -> bytes:
        """Return the fields of a view that are the same in all positions of a game."""
        codes = self._option_codes.unpack_from(state.array.data)
        found = self._headers.get((state.edition.label, codes))
        if found is None:
            header = Header(self.id, self.rules, state.edition.label, state.options)
            found = msgspec.json.encode(header)[:-1] + b","
            if len(self._headers) == MAX_HEADERS:
                self._headers.clear()
            self._headers[state.edition.label, codes] = found
        return found

    @cached_property
    def _headers(self) -> dict[tuple[str, tuple[int, ...]], bytes]:
        return {}

    @cached_property
    def _option_codes(self) -> Struct:
        """What reads the numbers of the options from a position."""
        layout, end = "<", 0
        for offset in sorted(self.kernel.dtype.fields[option.name][1] for option in self.options):  # type: ignore[index]
            layout, end = f"{layout}{offset - end}xq", offset + 8
        return Struct(layout)

    def events(self, before: State, decision: int, after: State, seat: int | None) -> Any:
        """Return the game's `Event`s that a seat (None: a spectator) sees between two positions."""
        return self.events_of(before.hide(seat), index(decision), after.hide(seat))

    def events_of(self, before: State, decision: int, after: State) -> Any:
        """Return the events between two positions after `hide` for the same seat."""
        return self.show.read_events(self.events_json(before, decision, after))

    def events_json(self, before: State, decision: int, after: State) -> bytes:
        """Return the same as `events_of` as JSON."""
        return self.show.events(before.edition.tables, before.array, decision, after.array)

    def explain(self, known: State, seat: int, about: str) -> Any:
        """Return the game's `Explanation` of a topic for a seat, in a position after `hide` for the asking seat."""
        return self.show.read_explanation(self.explain_json(known, seat, about))

    def explain_json(self, known: State, seat: int, about: str) -> bytes:
        """Return the same as `explain` as JSON."""
        topic: int = self.part("view").topic(known, self.seat(known, seat), about)
        return self.show.explanation(known.edition.tables, known.array, seat, topic, about)

    def words(self, language: str = ENGLISH) -> Words:
        """Return the game's texts in a language."""
        return game_words(self, language)

    def picture(
        self,
        state: State,
        language: str = ENGLISH,
        *,
        names: Sequence[str] = (),
        marked: bool = False,
        small: bool = False,
    ) -> str:
        """Return a drawing of what the seat to decide sees; `marked` keeps the colour marks for a terminal.

        If the game can draw a `small` one, that omits details to fit a screen of 80 by 24 together with the choices. A
        game's `draw` gets names with their brackets escaped.
        """
        words = self.words(language)
        names = [literal(name) for name in names] or [words("player", count=seat + 1) for seat in range(state.seats)]
        picture = self.part("picture")
        draw = getattr(picture, "draw_small", picture.draw) if small else picture.draw
        drawing: str = draw(state.view(state.actor), names, words, state.edition)
        return drawing if marked else plain(drawing)


@cache
def find_games() -> dict[str, Game]:
    """Return all games by id: the folders in `atoll/games` and in the folders that ATOLL_GAMES names."""
    package = import_module("atoll.games")
    package.__path__ += [folder for folder in _extra_folders() if folder not in package.__path__]
    folders = [found.name for found in pkgutil.iter_modules(package.__path__) if found.ispkg]
    return {name: _declared(name) for name in folders}


def _declared(name: str) -> Game:
    """Return the game that a folder declares."""
    package = import_module(f"atoll.games.{name}")
    found = getattr(package, "GAME", None)
    if not isinstance(found, Game) or found.id != name:
        raise UnknownGame(f"{package.__file__}: must have a GAME with the id {name!r}, as ATOLL_GAMES leads to it")
    return found


def _extra_folders() -> list[str]:
    folders = [Path(folder) for folder in os.environ.get("ATOLL_GAMES", "").split(os.pathsep) if folder]
    for folder in folders:
        if not folder.is_dir():
            raise UnknownGame(f"ATOLL_GAMES must name folders that hold folders of games; {folder} is none")
    return [str(folder.resolve()) for folder in folders]


def add_games(folder: Path) -> None:
    """Add a folder of games to those that ATOLL_GAMES names, for this process and those that it starts."""
    if not folder.is_dir():
        raise UnknownGame(f"{folder}: must be a folder that holds folders of games")
    known = [name for name in os.environ.get("ATOLL_GAMES", "").split(os.pathsep) if name]
    os.environ["ATOLL_GAMES"] = os.pathsep.join(dict.fromkeys([*known, str(folder.resolve())]))
    find_games.cache_clear()


def find_game(game_id: str) -> Game:
    """Return a game by its id."""
    try:
        return find_games()[game_id]
    except KeyError:
        raise UnknownGame(f"there is no game {game_id!r}; the games are {', '.join(find_games())}") from None
