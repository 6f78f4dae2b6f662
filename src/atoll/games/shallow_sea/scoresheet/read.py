"""Reads a finished boxed game of Shallow Sea from a score sheet; `scoring.py` shows its form."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from atoll.games.shallow_sea import COLOUR_NAMES, GAME, TYPE_NAMES
from atoll.games.shallow_sea.kernel import layout
from atoll.games.shallow_sea.kernel.bags import slots_of
from atoll.games.shallow_sea.kernel.cards import connected
from atoll.games.shallow_sea.kernel.finishing import met, ready_corals, ready_creatures
from atoll.games.shallow_sea.lattice import BUBBLE_NAMES, SPACE_BUBBLES, SPACE_NAMES
from atoll.games.shallow_sea.scoresheet.drawing import listed
from atoll.games.shallow_sea.text.positions import MARKS
from atoll.kit.components import Edition, Item
from atoll.kit.contract import OVER
from atoll.kit.errors import AtollError, InvalidScoreSheet
from atoll.kit.game import State
from atoll.kit.scoresheet import read_name

OPTIONS = ("mode", "scenario", "modified", "creatures")
SIDES = ("orange", "blue")
TILES = layout.SPACES - layout.EMPTY_SPACES
COLOURS = "|".join(COLOUR_NAMES)
NUMBERED = re.compile(rf"([1-9][0-9]?)([\^>v<])?(?: ({COLOURS}))?")
DESCRIBED = re.compile(rf"({COLOURS}) ([1-9][0-9]?) ({COLOURS})")
CREATURE = re.compile(r"([A-F][1-4])([\^>v<])( done)?")
LOOSE = re.compile(rf"([a-jz][0-6]) ({COLOURS})")


def spaces_of(spaces: int) -> list[int]:
    """Return the members of a set of spaces."""
    return [space for space in range(spaces.bit_length()) if spaces >> space & 1]


@dataclass(frozen=True)
class Unnumbered:
    """A coral that the sheet describes without its number, and the corals that it may be."""

    seat: int
    space: int
    corals: list[int]


class Reader:
    """Reads a sheet into a finished position, or refuses it with one sentence."""

    def __init__(self, data: Mapping[str, Any], edition: Edition, place: str) -> None:
        self.data, self.edition, self.place = data, edition, place
        self.array = np.zeros(1, layout.POSITION)
        self.s, self.t = self.array[0], edition.tables[0]
        self.unnumbered: list[Unnumbered] = []
        self.lionfish = 0

    def refusal(self, sentence: str) -> InvalidScoreSheet:
        """Return the error to raise, naming the file."""
        return InvalidScoreSheet(f"{self.place}: {sentence}")

    def finished(self) -> tuple[list[str], State]:
        """Return the players' names and the finished position."""
        for key in self.data:
            if key not in {"game", "player", *OPTIONS, *SIDES}:
                raise self.refusal(
                    f"{key} is not known; a sheet has game, {', '.join((*OPTIONS, *SIDES))} and [[player]] tables"
                )
        players = self.data.get("player")
        if not isinstance(players, list) or not GAME.min_players <= len(players) <= GAME.max_players:
            raise self.refusal(f"must have {GAME.min_players} to {GAME.max_players} [[player]] tables (S8)")
        s = self.s
        s.seats, s.actor, s.turn, s.stage = len(players), OVER, len(players) * layout.ROUNDS, layout.CHOOSING
        s.board[:], s.pool[:], s.cards[:] = layout.NONE, layout.NONE, layout.NONE
        s.tile = s.fish = s.lifted = layout.NONE
        self._read_options()
        for side, name in enumerate(SIDES):
            self._read_cards(side, name)
        names = [self._read_player(seat, table) for seat, table in enumerate(players)]
        self._lay_unnumbered()
        self._check_tiles()
        self._check_fish()
        for seat in range(len(players)):
            self._check_ocean(seat)
        return names, State(GAME, self.edition, self.array)

    def _read_options(self) -> None:
        given = {name: self.data[name] for name in OPTIONS if name in self.data}
        for name, value in given.items():
            if isinstance(value, int) and not isinstance(value, bool):
                given[name] = str(value)
            elif isinstance(value, list):
                given[name] = "+".join(map(str, value))
        try:
            codes = GAME.codes(GAME.resolve(given))
        except AtollError as error:
            raise self.refusal(str(error)) from None
        for option, code in zip(GAME.options, codes.tolist(), strict=True):
            self.s[option.name] = code
        if self.s.scenario:
            self.s.types = self.t.scenario_types[self.s.scenario - 1]
        elif self.s.creatures == 1:
            self.s.types = self.t.first_game
        else:
            self.s.types = self.s.creatures >> 2

    def _read_cards(self, side: int, name: str) -> None:
        """Read the cards of a colour: none in the family, two by modified rule 7, a scenario's own (S11, S50, S52)."""
        s = self.s
        value = self.data.get(name)
        cards = value if isinstance(value, list) else [] if value is None else [value]
        number = 0 if s.mode == layout.FAMILY else 2 if s.modified == layout.BEST_OF_TWO else 1
        if s.scenario and number == 1:
            fixed = int((self.t.scenario_orange, self.t.scenario_blue)[side][s.scenario - 1])
            if cards and cards != [fixed]:
                raise self.refusal(f"{name} must be card {fixed} in scenario {s.scenario} (S52)")
            cards = [fixed]
        known = all(
            isinstance(card, int) and not isinstance(card, bool) and 1 <= card <= layout.CARDS for card in cards
        )
        if not known or len(cards) != number or len(set(cards)) != number:
            wanted = (
                "left out in a family game (S50)",
                "a card from 1 to 7 (S11)",
                "two cards from 1 to 7, such as [1, 3] (S53)",
            )
            raise self.refusal(f"{name} must be {wanted[number]}")
        s.cards[side, :number] = cards

    # One player

    def _read_player(self, seat: int, table: object) -> str:
        player = Item(f"{self.place}: player {seat + 1}", table, "S30", InvalidScoreSheet)
        player.only({"name", "ocean", "fish", "shells", "lionfish"})
        name = read_name(player, seat)
        ocean = player.fields.get("ocean")
        fish = player.texts("fish", 0, layout.BUBBLES) if "fish" in player.fields else []
        if isinstance(ocean, str):
            ocean, swimming = listed(player, ocean)
            fish = [*swimming, *fish]
        if not isinstance(ocean, dict) or not ocean:
            player.refuse("ocean", 'must be a drawing, or a table of spaces such as c2 = "red 7 yellow"')
        for space, text in ocean.items():
            self._read_space(player, seat, space, text)
        for number, text in enumerate(fish, 1):
            self._read_fish(player, seat, number, text)
        player.rule = "S12"
        most = min(layout.SHELLS, layout.START_SHELLS + int(self.s.done[seat]).bit_count())
        self.s.shells[seat] = player.integer("shells", 0, most)
        player.rule = "S47"
        if "lionfish" in player.fields:
            if self.s.seats > 1:
                player.refuse("lionfish", "is only for solo games")
            self.lionfish = player.integer("lionfish", 0, layout.COLOURS * layout.FISH_PER_COLOUR[1])
        return name

    def _read_space(self, player: Item, seat: int, name: str, text: object) -> None:
        player.rule = "S1"
        if name not in SPACE_NAMES:
            player.refuse(f"ocean, {name}", "is not a space; row 1 has b1 d1 f1 h1, row 2 a2 c2 e2 g2 i2, and so on")
        space, text = SPACE_NAMES.index(name), str(text)
        if match := CREATURE.fullmatch(text):
            if match[1] not in TYPE_NAMES:
                player.refuse(f"ocean, {name}", f"is {match[1]}; creatures are A1 to E4, F1 and F2")
            self._lay(seat, space, layout.CREATURE + TYPE_NAMES.index(match[1]), match[2])
            self.s.creature_spaces[seat] |= 1 << space
            self.s.done[seat] |= (match[3] is not None) << space
        elif match := NUMBERED.fullmatch(text):
            coral = int(match[1]) - 1
            if coral >= layout.CORALS or not (match[2] or match[3]):
                player.refuse(
                    f"ocean, {name}",
                    f"is {text!r}; corals are 1 to {layout.CORALS}, and an incomplete one has a mark ^ > v <",
                )
            self._lay(seat, space, coral, match[2] or MARKS[0])
            if match[3]:
                player.rule = "S22"
                if COLOUR_NAMES.index(match[3]) not in self.t.asks[coral]:
                    player.refuse(f"ocean, {name}", f"has a {match[3]} fish, for which coral {coral + 1} does not ask")
                self._finish(seat, space, int(self.t.colour[coral]), COLOUR_NAMES.index(match[3]))
        elif match := DESCRIBED.fullmatch(text):
            colour, value, fish = COLOUR_NAMES.index(match[1]), int(match[2]), COLOUR_NAMES.index(match[3])
            corals = [
                n
                for n in range(layout.CORALS)
                if (self.t.colour[n], self.t.value[n]) == (colour, value) and fish in self.t.asks[n]
            ]
            if not corals:
                player.rule = "S6"
                player.refuse(
                    f"ocean, {name}",
                    f"is {text!r}; there is no {match[1]} coral of {value} that asks for a {match[3]} fish",
                )
            self.unnumbered.append(Unnumbered(seat, space, corals))
            self._finish(seat, space, colour, fish)
        elif text == "coral":
            self.unnumbered.append(Unnumbered(seat, space, list(range(layout.CORALS))))
        else:
            player.refuse(
                f"ocean, {name}", f"is {text!r}; write 'red 7 yellow', 'coral', '17> red', 'A3^' or 'A3^ done'"
            )
        self.s.filled[seat] |= 1 << space
        for bubble in SPACE_BUBBLES[space]:
            self.s.own_bubbles[seat] |= 1 << bubble

    def _lay(self, seat: int, space: int, tile: int, mark: str) -> None:
        self.s.board[seat, space], self.s.turned[seat, space] = tile, MARKS.index(mark)

    def _finish(self, seat: int, space: int, colour: int, fish: int) -> None:
        self.s.done[seat] |= 1 << space
        self.s.corals[seat, colour] |= 1 << space
        self.s.finned[seat, fish] |= 1 << space

    def _read_fish(self, player: Item, seat: int, number: int, text: str) -> None:
        player.rule = "S21"
        match = LOOSE.fullmatch(text)
        if not match or match[1] not in BUBBLE_NAMES:
            player.refuse(f"fish, number {number}", f"is {text!r}; write a bubble and a colour: 'b2 red'")
        bubble = 1 << BUBBLE_NAMES.index(match[1])
        if any(int(bubbles) & bubble for bubbles in self.s.loose[seat]):
            player.refuse(f"fish, number {number}", f"is on {match[1]}, where another fish is")
        if (
            self.s.modified not in (layout.MOVING_CORALS, layout.NO_POOLS)
            and not int(self.s.own_bubbles[seat]) & bubble
        ):
            player.refuse(f"fish, number {number}", f"is on {match[1]}, which is not a bubble of a tile")
        self.s.loose[seat, COLOUR_NAMES.index(match[2])] |= bubble

    # Consistency

    def _lay_unnumbered(self) -> None:
        """Assign distinct tiles to corals given without a number: bipartite matching (S5)."""
        numbered = set(self.s.board.flat)
        owner: dict[int, int] = {}

        def settle(index: int, seen: set[int]) -> bool:
            for coral in self.unnumbered[index].corals:
                if coral in numbered or coral in seen:
                    continue
                seen.add(coral)
                if coral not in owner or settle(owner[coral], seen):
                    owner[coral] = index
                    return True
            return False

        for index, given in enumerate(self.unnumbered):
            if not settle(index, set()):
                space = SPACE_NAMES[given.space]
                raise self.refusal(
                    f"player {given.seat + 1}: ocean, {space} is one more coral like this than there are (S5)"
                )
        for coral, index in owner.items():
            self.s.board[self.unnumbered[index].seat, self.unnumbered[index].space] = coral

    def _check_tiles(self) -> None:
        """Refuse a coral that lies twice, and creatures that the game does not have (S5, S9)."""
        s = self.s
        tiles = [int(tile) for tile in s.board.flat if tile >= 0]
        types = sorted({tile - layout.CREATURE for tile in tiles if tile >= layout.CREATURE})
        for coral in sorted(tiles):
            if coral < layout.CREATURE and tiles.count(coral) > 1:
                raise self.refusal(f"coral {coral + 1} lies in two places; there is one of each number (S5)")
        if not s.types and len(types) > layout.CHOSEN_TYPES:
            raise self.refusal(f"the oceans have {len(types)} creature types; a game has {layout.CHOSEN_TYPES} (S9)")
        for creature_type in types:
            if s.types and not s.types >> creature_type & 1:
                raise self.refusal(f"creature {TYPE_NAMES[creature_type]} is not one of this game's types (S9)")
            copies = layout.COPIES_PER_TYPE[s.seats]
            if tiles.count(layout.CREATURE + creature_type) > copies:
                raise self.refusal(f"there are more than {copies} {TYPE_NAMES[creature_type]} creatures (S9)")
        if not s.types:
            s.types = sum(1 << creature_type for creature_type in types)

    def _check_fish(self) -> None:
        """Refuse more fish than the bag held; the lionfish gets any of the rest, as colours do not matter (S8, S47)."""
        s, supply = self.s, layout.FISH_PER_COLOUR[self.s.seats]
        left = []
        for colour, name in enumerate(COLOUR_NAMES):
            used = sum(int(places).bit_count() for places in (*s.loose[:, colour], *s.finned[:, colour]))
            if used > supply:
                raise self.refusal(f"the oceans hold {used} {name} fish; the bag held {supply} (S8)")
            left.append(supply - used)
        if self.lionfish > sum(left):
            raise self.refusal(f"player 1: lionfish is {self.lionfish}; only {sum(left)} fish can be there (S47)")
        owed = self.lionfish
        for colour in range(layout.COLOURS):
            s.lionfish[colour] = min(owed, left[colour])
            owed -= s.lionfish[colour]
            s.fish_bag[colour] = left[colour] - s.lionfish[colour]

    def _check_ocean(self, seat: int) -> None:
        """Refuse an ocean that no finished game can show (S14, S21, S24, S25, S29)."""
        s, t, who = self.s, self.t, f"player {seat + 1}"
        filled, tiles = int(s.filled[seat]), int(s.filled[seat]).bit_count()
        fish = sum(int(places).bit_count() for places in (*s.loose[seat], *s.finned[seat]))
        ran_out = self._ran_out()
        if tiles > TILES or (tiles < TILES and not ran_out):
            raise self.refusal(f"{who}: ocean has {tiles} tiles; at the end there are {TILES} (S29)")
        if abs(fish - tiles + 1) > ran_out:
            raise self.refusal(
                f"{who}: fish: there are {fish}, completed ones included; {tiles} tiles go with {tiles - 1} (S14)"
            )
        if s.modified not in (layout.MOVING_CORALS, layout.NO_POOLS) and not connected(t, filled):
            raise self.refusal(f"{who}: ocean is not connected; each tile is laid next to another (S21)")
        for space in spaces_of(int(s.creature_spaces[seat] & s.done[seat])):
            if met(t, s, seat, space) < t.need[s.board[seat, space] - layout.CREATURE]:
                raise self.refusal(f"{who}: ocean, {SPACE_NAMES[space]} is done, but its condition does not hold (S24)")
        ready = int(ready_corals(t, s, seat) | ready_creatures(t, s, seat))
        ready &= ~sum(1 << given.space for given in self.unnumbered if given.seat == seat)
        if ready and not ran_out:
            name = SPACE_NAMES[spaces_of(ready)[0]]
            raise self.refusal(f"{who}: ocean, {name} is not done, but has all it needs (S25)")

    def _ran_out(self) -> bool:
        """Return whether a solo game may have ended early: all other fish in the pool or in hand (S48)."""
        left = int(self.s.fish_bag.sum())
        return int(self.s.seats) == 1 and left <= slots_of(int(self.s.modified), layout.FISH_POOL) + 1
