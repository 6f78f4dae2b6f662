"""A drawing of Shallow Sea for a terminal, made of what one seat sees; [red] and the like are colour marks.

An ocean is drawn as `lattice.py` draws it, a point every four characters and two lines a row; (r) is a fish.
"""

import textwrap
from collections.abc import Mapping, Sequence

from atoll.games.shallow_sea import COLOUR_NAMES
from atoll.games.shallow_sea.components import Coral, Creature
from atoll.games.shallow_sea.lattice import (
    BUBBLE_NAMES,
    BUBBLES,
    DRAWING,
    SPACE_BUBBLES,
    SPACE_NAMES,
    SPACES,
)
from atoll.games.shallow_sea.text.decisions import POOL_NAMES
from atoll.games.shallow_sea.text.positions import MARKS
from atoll.games.shallow_sea.view.position import Lying, View
from atoll.kit.components import Edition
from atoll.kit.drawing import SMALL_WIDTH, beside
from atoll.kit.locale import Words, plain

PITCH = 4
MARGIN = 3
WIDTH = MARGIN + PITCH * len(DRAWING[0])
SLOT = 16
SMALL_SLOT = 11
ABREAST = 2
SIDES = ("orange", "blue")
UNNUMBERED = 0
WIDEST = 100
INK = dict(zip(COLOUR_NAMES, ("red", "yellow", "green", "magenta"), strict=True))


def draw(view: View, names: Sequence[str], words: Words, edition: Edition) -> str:
    """Return the table as text: cards, pools, oceans, score sheet."""
    lines = [_headline(view, words), *_cards(view, words), ""]
    lines += _pools(view, words, edition, SLOT)
    for creature in _creatures(view, edition):
        lines += _creature_lines(creature, words, WIDEST - 4)
    lines += [_bags(view, words)]
    lines += _state(view, words, edition)
    lines += ["", *_oceans(view, names, words, edition)]
    lines += ["", *_sheet(view, names, words), "", *textwrap.wrap(words("legend"), WIDEST)]
    return "\n".join(lines)


def draw_small(view: View, names: Sequence[str], words: Words, edition: Edition) -> str:
    """Return the table for a small screen: the pools, the acting seat's ocean, and beside it what matters now."""
    seat = view.actor or 0
    title, *ocean = _ocean(view, seat, names, words, edition)
    others = [f"{names[other]} {view.scores[other]}" for other in range(len(names)) if other != seat]
    width = SMALL_WIDTH - WIDTH - 1
    notes = [part for line in _state(view, words, edition) for part in _narrow(line, width)]
    # While a tile is placed, what the seat's creatures look for matters more than the pools.
    own = [tile.tile for tile in view.players[seat].board if not tile.done]
    placing = view.tile or view.fish or view.phase == "finish"
    creatures = _of_creatures([*own, view.tile], edition) if placing else _creatures(view, edition)
    for creature in creatures:
        notes += _short_creature(creature, words, width)
    notes += _cards(view, words, width)
    headline = f"{_headline(view, words)}   {title.strip()}"
    head = textwrap.wrap(", ".join(others), SMALL_WIDTH)
    if head and len(plain(headline)) + len(head[0]) + 3 <= SMALL_WIDTH:
        head = [f"{headline}   {head[0]}"]
    else:
        head = [headline, *head]
    return "\n".join([*head, *_pools(view, words, edition, SMALL_SLOT), *beside(ocean, notes[: len(ocean)], 1)])


def draw_oceans(view: View, names: Sequence[str], words: Words, edition: Edition) -> str:
    """Return only the cards and the oceans, as after a boxed game; a tile UNNUMBERED is an unknown coral."""
    lines = [*_cards(view, words), "", *_oceans(view, names, words, edition)]
    return "\n".join([*lines, "", *textwrap.wrap(words("legend"), WIDEST)])


def _oceans(view: View, names: Sequence[str], words: Words, edition: Edition) -> list[str]:
    """Draw the oceans, two side by side."""
    lines: list[str] = []
    oceans = [_ocean(view, seat, names, words, edition) for seat in range(len(view.players))]
    for start in range(0, len(oceans), ABREAST):
        rows = zip(*oceans[start : start + ABREAST], strict=True)
        lines += [""] * (start > 0)
        lines += ["  ".join(_padded(part, WIDTH) for part in row).rstrip() for row in rows]
    return lines


def _padded(marked: str, width: int) -> str:
    return marked + " " * (width - len(plain(marked)))


def _centred(marked: str, width: int) -> str:
    left = (width - len(plain(marked))) // 2
    return _padded(" " * left + marked, width)


def _headline(view: View, words: Words) -> str:
    if view.over:
        return f"[bold]{words('over')}[/]"
    when = words("set_up") if view.turn < 0 else words("round", count=view.round, rounds=view.rounds)
    return f"[bold]{when}[/]"


def _cards(view: View, words: Words, width: int = WIDEST) -> list[str]:
    lines = []
    for side in SIDES:
        for card in getattr(view.cards, side):
            text = f"{words(f'side.{side}')} {card}{words('colon')} {words(f'card.{side}.{card}')}"
            lines += textwrap.wrap(text, width, subsequent_indent="  ")
    return lines


# Pools and bags


def _pools(view: View, words: Words, edition: Edition, slot_width: int) -> list[str]:
    """Draw the pools, a column for each slot: a fish is linked with the coral above and the creature below it."""
    labels = {pool: words(f"pool.{pool}") for pool in POOL_NAMES}
    width = 2 + max(map(len, labels.values()))
    lines = []
    slots = len(view.pools.corals)
    if slots:
        lines.append(" " * width + "".join(_padded(str(slot), slot_width) for slot in range(1, slots + 1)).rstrip())
    for pool in POOL_NAMES:
        pieces = getattr(view.pools, pool)
        if not pieces:
            continue
        row = [_fish(piece) if pool == "fish" else _tile(piece, edition) for piece in pieces]
        note = f" ({words('closed')})" if pool == "creatures" and view.closed else ""
        lines.append(_padded(labels[pool], width) + "".join(_padded(one, slot_width) for one in row).rstrip() + note)
    return lines


def _creatures(view: View, edition: Edition) -> list[Creature]:
    """Return the types of creatures that can be taken or are in hand."""
    return _of_creatures([*view.pools.corals, *view.pools.creatures, view.tile], edition)


def _of_creatures(tiles: Sequence[int | None], edition: Edition) -> list[Creature]:
    """Return the types of the creatures among some tiles, each once."""
    numbers = sorted({tile for tile in tiles if tile})
    return [edition.items[tile] for tile in numbers if isinstance(edition.items[tile], Creature)]


def _bags(view: View, words: Words) -> str:
    bags = view.bags
    fish = "  ".join(f"{_fish(name)} {bags.fish[name]}" for name in COLOUR_NAMES)
    creatures = words("bag.creatures", count=sum(bags.creatures.values()))
    return f"{words('bags')}{words('colon')} {fish}, {words('bag.corals', count=bags.corals)}, {creatures}"


def _fish(name: str | None) -> str:
    return f"[{INK[name]}]({name[0]})[/]" if name else "-"


def _tile(tile: int | None, edition: Edition) -> str:
    """Return a tile of a pool: a coral with the fish it asks for, a creature with its points."""
    if tile is None:
        return "-"
    item = edition.items[tile]
    if isinstance(item, Coral):
        return f"{_coral_label(item)} {_asks(item, 0, {})}"
    return f"[cyan]{item.code}[/] {item.partial}/{item.full}"


def _coral_label(coral: Coral) -> str:
    name = COLOUR_NAMES[coral.colour]
    return f"[{INK[name]}]{name[0].upper()}{coral.value}[/]"


def _asks(coral: Coral, turn: int, there: dict[int, str]) -> str:
    """Return the fish asked at N, E, S, W as a coral lies; a capital where it is there already."""
    letters = ""
    for corner in range(len(coral.asks)):
        asked = coral.asks[(corner - turn) % len(coral.asks)]
        letter = "." if asked < 0 else COLOUR_NAMES[asked][0]
        letters += letter.upper() if asked >= 0 and there.get(corner) == COLOUR_NAMES[asked] else letter
    return letters


def _creature_lines(creature: Creature, words: Words, width: int) -> list[str]:
    what = f"needs.{'fish' if creature.fish else 'coral'}.{'different' if creature.different else 'same'}"
    where = words(f"mode.{creature.mode}", ways=" ".join(creature.directions))
    worth = words("worth", partial=creature.partial, points=creature.full)
    text = f"{creature.code}{words('colon')} {words(what, count=creature.need)} {where}; {worth}"
    return textwrap.wrap(text, width, initial_indent="  ", subsequent_indent="      ")


def _narrow(marked: str, width: int) -> list[str]:
    """Return a marked text in lines that are not too long: broken after its colon, or anywhere if it has no marks."""
    if len(plain(marked)) <= width:
        return [marked]
    if plain(marked) == marked:
        return textwrap.wrap(marked, width)
    label, _, rest = marked.partition(": ")
    return [f"{label}:", f"  {rest}"]


def _short_creature(creature: Creature, words: Words, width: int) -> list[str]:
    """Return what a creature looks for in the web board's signs: = of one colour, ≠ of different ones."""
    sign = "≠" if creature.different else "="
    what = words("pool.fish" if creature.fish else "pool.corals")
    where = words(f"mode.{creature.mode}", ways=" ".join(creature.directions))
    return textwrap.wrap(f"{creature.code} {sign}{creature.need} {what} {where}", width, subsequent_indent="   ")


def _state(view: View, words: Words, edition: Edition) -> list[str]:
    """Return what is in hand or being moved, and the lionfish card."""
    lines = []
    colon = words("colon")
    if view.tile or view.fish:
        pieces = [_tile(view.tile, edition)] * bool(view.tile) + [_fish(view.fish)] * bool(view.fish)
        lines.append(f"[bold]{words('in_hand')}[/]{colon} {'  '.join(pieces)}")
    if view.lifted:
        lines.append(words("moving_fish" if view.phase == "move" else "moving_coral", place=view.lifted))
    if view.lionfish:
        fish = "  ".join(f"{_fish(name)} {getattr(view.lionfish, name)}" for name in COLOUR_NAMES)
        lines.append(f"{words('lionfish_card')}{colon} {fish}")
    if view.credit:
        lines.append(words("credit", count=view.credit))
    return lines


# Oceans


def _ocean(view: View, seat: int, names: Sequence[str], words: Words, edition: Edition) -> list[str]:
    """Draw an ocean: a title, the letters of the columns, two lines for each row."""
    player = view.players[seat]
    tiles = {tile.space: tile for tile in player.board}
    fish = {one.bubble: one.fish for one in player.loose}
    own = {bubble for space in tiles for bubble in SPACE_BUBBLES[SPACE_NAMES.index(space)]}
    points = words("points", count=view.scores[seat])
    shells = words("shells", count=player.shells)
    lines = [f"{'* ' if view.actor == seat else '  '}[bold]{names[seat]}[/], {points}, {shells}"]
    lines.append(" " * MARGIN + "".join(_centred(letter, PITCH) for letter in "zabcdefghij"))
    for row, drawn in enumerate(DRAWING):
        upper, lower = Line(), Line()
        for column, mark in enumerate(drawn):
            middle = MARGIN + PITCH * column + 1
            if mark == "#":
                space = SPACE_NAMES[SPACES.index((row, column))]
                label, detail = _lying(tiles.get(space), space, fish, words, edition)
                upper.put(middle, label)
                lower.put(middle, detail)
            elif mark == "o":
                bubble = BUBBLES.index((row, column))
                there = fish.get(BUBBLE_NAMES[bubble])
                upper.put(middle, _fish(there) if there else "o" if bubble in own else "[dim].[/]")
        upper.put(0, str(row))
        lines += [upper.text]
        if 0 < row < len(DRAWING) - 1:
            lines += [lower.text]
    return lines


class Line:
    """A line that marked texts are put into from left to right, each around its middle."""

    def __init__(self) -> None:
        self.parts: list[tuple[int, str]] = []

    def put(self, middle: int, marked: str) -> None:
        """Put a text around a place."""
        if marked:
            self.parts.append((max(0, middle - len(plain(marked)) // 2), marked))

    @property
    def text(self) -> str:
        """The line as text."""
        line = ""
        for start, marked in sorted(self.parts):
            line = _padded(line, start) + marked
        return line


def _lying(tile: Lying | None, space: str, fish: Mapping[str, str], words: Words, edition: Edition) -> tuple[str, str]:
    """Return the two lines of a space: what lies there, and what it needs or has."""
    if tile is None:
        return f"[dim]{space}[/]", ""
    if tile.tile == UNNUMBERED:
        return "?", words("what.coral")
    item = edition.items[tile.tile]
    if isinstance(item, Coral):
        if tile.done:
            return f"<{_coral_label(item)}>", _fish(tile.fish)
        bubbles = SPACE_BUBBLES[SPACE_NAMES.index(space)]
        there = {corner: fish[name] for corner, b in enumerate(bubbles) if (name := BUBBLE_NAMES[b]) in fish}
        return _coral_label(item), _asks(item, tile.turn, there)
    if tile.done:
        return f"[cyan]<{item.code}>[/]", ""
    return f"[cyan]{item.code}{MARKS[tile.turn]}[/]", f"{tile.met}/{item.need}"


# Score sheet


def _sheet(view: View, names: Sequence[str], words: Words) -> list[str]:
    """Draw the score sheet, a line for each player."""
    keys = ["rows"]
    if view.cards.orange:
        keys = ["orange", "blue", "rows", "diversity", "fish"]
    keys += ["lionfish"] if view.lionfish else []
    keys += ["scenario"] if view.options["scenario"] == "15" else []
    keys.append("total")
    heads = [words(f"sheet.{key}") for key in keys]
    table = [
        [names[seat], *(_cell(getattr(player.sheet, key)) for key in keys)] for seat, player in enumerate(view.players)
    ]
    table.insert(0, [words("sheet.player"), *heads])
    widths = [max(len(plain(row[column])) for row in table) for column in range(len(table[0]))]
    return [
        "  ".join(
            _padded(cell, width) if i == 0 else cell.rjust(width)
            for i, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in table
    ]


def _cell(value: int | list[int]) -> str:
    return " + ".join(map(str, value)) if isinstance(value, list) else str(value)
