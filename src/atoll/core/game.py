"""A game as Python sees it, and how games are found: a folder under `atoll/games` with a GAME in it is one.

Games of one's own lie elsewhere: ATOLL_GAMES names the folder that their folders lie in, or several as in PATH.
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
from types import ModuleType
from typing import Any

import numpy as np

from atoll.core.components import STANDARD, Edition, parse_toml, read_text
from atoll.core.errors import IllegalDecision, InvalidComponents, InvalidNotation, InvalidOption, UnknownGame
from atoll.core.kernel import Kernel
from atoll.core.locale import ENGLISH, Words, literal, load_words, plain
from atoll.core.rng import draw
from atoll.core.state import State
from atoll.core.whole import whole

Value = str | bool
HIGHEST_SEED = (1 << 64) - 1


@dataclass(frozen=True)
class Option:
    """A choice made before the deal; the first value is the default."""

    name: str
    values: tuple[Value, ...]
    rule: str

    def read(self, value: object) -> Value:
        """Return the value meant, also when it is written as text."""
        for known in self.values:
            if value is known or (isinstance(value, str) and value == written(known)):
                return known
        allowed = ", ".join(written(known) for known in self.values)
        raise InvalidOption(f"option {self.name}: {value!r} is not one of {allowed} ({self.rule})")

    def code(self, value: Value) -> int:
        """Return a value as the kernel's number."""
        return self.values.index(value)

    def value(self, code: int) -> Value:
        """Return the value that the kernel's number means."""
        return self.values[code]

    def about(self) -> dict[str, Any]:
        """Return the option as plain data: what a screen offers it from."""
        return {"name": self.name, "values": list(self.values), "rule": self.rule}


@dataclass(frozen=True)
class Subset(Option):
    """An option whose value may also be some of many things, written like `A1+B3+C2`, in the order they are listed."""

    members: tuple[str, ...]
    size: int

    def read(self, value: object) -> Value:
        """Return the value meant; a set is put in order."""
        chosen = value.split("+") if isinstance(value, str) else []
        if len(set(chosen)) == len(chosen) == self.size and set(chosen) <= set(self.members):
            return "+".join(sorted(chosen, key=self.members.index))
        if value in self.values:
            return super().read(value)
        allowed = ", ".join(written(known) for known in self.values)
        raise InvalidOption(
            f"option {self.name}: {value!r} is not one of {allowed}, or {self.size} different ones of "
            f"{self.members[0]} to {self.members[-1]} joined by + ({self.rule})"
        )

    def code(self, value: Value) -> int:
        """Return a value as the kernel's number: a set as bits, above those that number the words."""
        if value in self.values:
            return super().code(value)
        return sum(1 << self.members.index(member) for member in str(value).split("+")) << self._shift

    def value(self, code: int) -> Value:
        """Return the value that the kernel's number means."""
        if code < len(self.values):
            return super().value(code)
        bits = code >> self._shift
        return "+".join(member for number, member in enumerate(self.members) if bits >> number & 1)

    def about(self) -> dict[str, Any]:
        """Return the option as plain data, with what a set is made of and how many of these it has."""
        return {**super().about(), "members": list(self.members), "size": self.size}

    @property
    def _shift(self) -> int:
        return len(self.values).bit_length()


def written(value: Value) -> str:
    """Return an option's value as it is written in positions, records and on the command line."""
    return value if isinstance(value, str) else "yes" if value else "no"


def switch(name: str, rule: str) -> Option:
    """Return an option that is off unless chosen."""
    return Option(name, (False, True), rule)


@dataclass(frozen=True)
class Game:
    """One game: what its folder's `__init__.py` declares, and everything that can be done with it."""

    id: str
    rules: int
    fewest: int
    most: int
    minutes: int
    options: tuple[Option, ...]
    presets: Mapping[str, Mapping[str, Value]] = field(default_factory=dict, compare=False)
    """Options that go well together, by a name: for who does not want to choose each."""
    first: str = ""
    """The name of the preset to learn the game with; empty where there is none."""

    # Parts of the folder, loaded when first needed: the kernel brings Numba with it.

    @cached_property
    def kernel(self) -> Kernel:
        """The compiled rules."""
        return Kernel(self.id, self.part("kernel"), self.part("observe"))

    @cached_property
    def notation(self) -> ModuleType:
        """The text forms of decisions and positions."""
        return self.part("notation")

    @cached_property
    def achievements(self) -> ModuleType | None:
        """What a finished game earns its players and what collectors are called, in games that have such a thing."""
        return self.part("achievements") if self.has("achievements") else None

    def has(self, part: str) -> bool:
        """Tell whether the game's folder has a part that not every game has, without loading it."""
        return find_spec(f"atoll.games.{self.id}.{part}") is not None

    def part(self, name: str) -> ModuleType:
        """Return a module of the game's folder."""
        found = self._parts.get(name)
        if found is None:
            found = self._parts[name] = import_module(f"atoll.games.{self.id}.{name}")
        return found

    @cached_property
    def _parts(self) -> dict[str, ModuleType]:
        return {}

    def file(self, name: str) -> Path:
        """Return the path of a file in the game's folder."""
        return Path(str(resources.files(f"atoll.games.{self.id}"))) / name

    @cached_property
    def standard(self) -> Edition:
        """The components that come with Atoll."""
        path = self.file(self.part("components").FILE)
        text = read_text(path, InvalidComponents)
        data = parse_toml(text, path.name, InvalidComponents)
        return Edition(STANDARD, text, *self.part("components").build(data, path.name))

    def edition(self, path: str | Path) -> Edition:
        """Read an edition file: components of a player's own."""
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
        """Return the components of an edition as plain data: what a client draws them from."""
        describe = self.part("components").describe
        return {"edition": edition.label, "items": [describe(item) for item in edition.items.values()]}

    def deal(
        self, seats: int, seed: int, options: Mapping[str, object] | None = None, edition: Edition | None = None
    ) -> State:
        """Return the position a game begins with; the same arguments always give the same deal."""
        seats, seed = self.check_seats(seats), check_seed(seed)
        edition = edition or self.standard
        array = np.zeros(1, self.kernel.dtype)
        self.kernel.deal(edition.tables, array, seats, self.codes(self.resolve(options or {})), np.uint64(seed))
        return State(self, edition, array)

    def compile(self) -> Iterator[tuple[int, int]]:
        """Compile the rules, and what views and events call besides them; yields (done, all)."""
        options = self.codes(self.resolve({}))
        return self.kernel.compile(self.standard.tables, self.fewest, options, self._show_a_game)

    def _show_a_game(self) -> None:
        """Show somebody a whole game, played at random."""
        state, ply = self.deal(self.fewest, seed=0), 0
        while not state.over:
            decision = self.kernel.sample(state.edition.tables, state.array, draw(0, ply))
            before, state, ply = state, state.play(decision), ply + 1
            self.events(before, decision, state, None)
            self.view(state, state.actor)

    def check_seats(self, seats: int) -> int:
        """Return a number of players that the game is for; refuse any other."""
        number = whole(seats)
        if number is None or not self.fewest <= number <= self.most:
            raise InvalidOption(f"{self.id} is for {self.fewest} to {self.most} players, not {seats}")
        return number

    def resolve(self, options: Mapping[str, object]) -> dict[str, Value]:
        """Return the options complete and checked."""
        known = {option.name: option for option in self.options}
        for name in options:
            if name not in known:
                raise InvalidOption(f"{self.id} has no option {name!r}; its options are {', '.join(known)}")
        return {
            name: option.read(options[name]) if name in options else option.values[0] for name, option in known.items()
        }

    def advise(self, options: Mapping[str, object], seats: int) -> dict[str, Any]:
        """Return which options do nothing beside the others (`idle`), and what to know of them (`advice`)."""
        resolved, seats = self.resolve(options), self.check_seats(seats)
        advise = getattr(self.part("view"), "advise", None)
        told: dict[str, Any] = advise(resolved, seats, self.standard) if advise else {"idle": [], "advice": []}
        return told

    def codes(self, options: Mapping[str, Value]) -> np.ndarray:
        """Return complete options as the kernel's numbers."""
        return np.array([option.code(options[option.name]) for option in self.options], np.int64)

    def format(self, state: State, decision: int) -> str:
        """Return a legal decision as text."""
        number = whole(decision)
        if number not in state.legal():
            raise IllegalDecision(self.refusal(state, decision))
        text: str = self.notation.format_decision(state, number)
        return text

    def parse(self, state: State, text: str) -> int:
        """Return the legal decision that a text means here."""
        decision: int = self.notation.parse_decision(state, text)
        if decision not in state.legal():
            raise IllegalDecision(self.refusal(state, decision))
        return decision

    def refusal(self, state: State, decision: int, language: str = ENGLISH) -> str:
        """Say in one sentence why a decision can't be played."""
        words = self.words(language)
        if state.over:
            return words("refusal.over")
        number = whole(decision)
        if number is None or not 0 <= number < self.kernel.decisions:
            return words("refusal.unknown", decision=decision, last=self.kernel.decisions - 1)
        key, values = self.notation.refusal(state, number)
        return words.sentence(f"refusal.{key}", values, ())

    def position(self, text: str, edition: Edition | None = None) -> State:
        """Return the position that a line of text describes; the reverse of `state.position`."""
        array = np.zeros(1, self.kernel.dtype)
        edition = edition or self.standard
        self.notation.parse_position(text, edition, array)
        state = State(self, edition, array)
        if state.position != " ".join(text.split()):
            raise InvalidNotation(f"position: {text!r} would be written {state.position!r}")
        return state

    def seat(self, state: State, seat: int) -> int:
        """Return a seat number that exists at this table."""
        return check_seat(seat, state.seats)

    def view(self, state: State, seat: int | None) -> dict[str, Any]:
        """Return what a seat (None: a spectator) sees: everything comes out of `hide`."""
        return self.view_of(state.hide(seat), None if seat is None else self.seat(state, seat))

    def view_of(self, known: State, seat: int | None, *, legal: bool = True) -> dict[str, Any]:
        """Return the view of a position that has been through `hide` for the seat; its legal decisions where wanted."""
        over = known.over
        view: dict[str, Any] = {
            "game": self.id,
            "rules": self.rules,
            "edition": known.edition.label,
            "options": known.options,
            "seats": known.seats,
            "seat": seat,
            "actor": known.actor,
            "over": over,
            "scores": known.scores(),
            "ranking": known.ranking() if over else None,
            **self.part("view").view(known),
            "legal": [],
        }
        if legal and seat is not None and known.actor == seat:
            choice, format_decision = self.part("view").choice, self.notation.format_decision
            view["legal"] = [
                {
                    "decision": decision,
                    "text": format_decision(known, decision),
                    **choice(known, decision),
                    "preview": {"points": points, "best": best, "ends": ends},
                }
                for decision, points, best, ends in self.kernel.previews(known.edition.tables, known.array)
            ]
        return view

    def events(self, before: State, decision: int, after: State, seat: int | None) -> list[dict[str, Any]]:
        """Return what a seat (None: a spectator) sees happen between two positions, as plain data."""
        return self.events_of(before.hide(seat), index(decision), after.hide(seat))

    def events_of(self, before: State, decision: int, after: State) -> list[dict[str, Any]]:
        """Return the events between two positions that have been through `hide` for the same seat."""
        events: list[dict[str, Any]] = self.part("view").events(before, decision, after)
        return events

    def explain(self, known: State, seat: int, about: str) -> dict[str, Any]:
        """Return what a topic means for a seat in a position that has been through `hide` for who asks."""
        told: dict[str, Any] = self.part("view").explain(known, self.seat(known, seat), about)
        return told

    def words(self, language: str = ENGLISH) -> Words:
        """Return every word about this game in a language."""
        return load_words(self.file("locales"), language)

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

        A `small` one leaves things out so that it fits a screen of 80 by 24 together with the choices, where the game
        can draw one. A game's `draw` gets names that are safe among its marks.
        """
        words = self.words(language)
        names = [literal(name) for name in names] or [words("player", count=seat + 1) for seat in range(state.seats)]
        picture = self.part("picture")
        draw = getattr(picture, "draw_small", picture.draw) if small else picture.draw
        drawing: str = draw(state.view(state.actor), names, words, state.edition)
        return drawing if marked else plain(drawing)


def check_seat(seat: int, seats: int) -> int:
    """Return what is a seat of a table for so many; refuse anything else."""
    number = whole(seat)
    if number is None or not 0 <= number < seats:
        raise InvalidOption(f"seat must be a whole number from 0 to {seats - 1}, not {seat}")
    return number


def check_seed(seed: int) -> int:
    """Return what can be the seed of a deal; refuse anything else."""
    number = whole(seed)
    if number is None or not 0 <= number <= HIGHEST_SEED:
        raise InvalidOption(f"seed must be a whole number from 0 to {HIGHEST_SEED}, not {seed}")
    return number


@cache
def games() -> dict[str, Game]:
    """Return all games by id: every folder of `atoll.games` is one, and every folder where ATOLL_GAMES says."""
    package = import_module("atoll.games")
    package.__path__ += _elsewhere()
    folders = [found.name for found in pkgutil.iter_modules(package.__path__) if found.ispkg]
    return {name: _declared(name) for name in folders}


def _declared(name: str) -> Game:
    """Return the game that a folder declares."""
    package = import_module(f"atoll.games.{name}")
    found = getattr(package, "GAME", None)
    if not isinstance(found, Game) or found.id != name:
        raise UnknownGame(f"{package.__file__}: must have a GAME with the id {name!r}, as ATOLL_GAMES leads to it")
    return found


def _elsewhere() -> list[str]:
    folders = [Path(folder) for folder in os.environ.get("ATOLL_GAMES", "").split(os.pathsep) if folder]
    for folder in folders:
        if not folder.is_dir():
            raise UnknownGame(f"ATOLL_GAMES must name folders that hold folders of games; {folder} is none")
    return [str(folder.resolve()) for folder in folders]


def game(game_id: str) -> Game:
    """Return a game by its id."""
    try:
        return games()[game_id]
    except KeyError:
        raise UnknownGame(f"there is no game {game_id!r}; the games are {', '.join(games())}") from None
