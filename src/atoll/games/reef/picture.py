"""A drawing of Reef for a terminal, made of what one seat sees; [red] and the like are colour marks."""

import textwrap
from collections.abc import Sequence
from itertools import chain

from atoll.games.reef.components import COLOUR_NAMES, LETTERS, Card
from atoll.games.reef.view import View
from atoll.kit.components import Edition
from atoll.kit.drawing import SMALL_WIDTH, beside
from atoll.kit.locale import Words, literal, plain

CELL = 5
ABREAST = 2
NARROW = 18
HALF = (SMALL_WIDTH - 2) // 2
INK = dict(zip(LETTERS, ("red", "yellow", "green", "magenta"), strict=True))


def draw(view: View, names: Sequence[str], words: Words, edition: Edition) -> str:
    """Return the table as text: boards, display, pile, supply, hands."""
    lines = [_headline(view, words), ""]
    lines += boards(view, words, names)
    colon = words("colon")
    lines += ["", f"{words('display')}{colon}"] if view.display else [""]
    for entry in view.display:
        tokens = f"  + {words('points', count=entry.tokens)}" if entry.tokens else ""
        lines.append(f"  {_shown(entry.card, words, edition)}{tokens}")
    if view.pile and view.turn >= 0:
        lines.append(f"{words('top_card')}, {words('pile', count=view.pile)}{colon}")
        lines.append(f"  {_shown(view.top, words, edition)}")
    for seat, player in enumerate(view.players):
        lines.append(f"{words('hand')}, {names[seat]}{colon}{'' if player.hand else ' -'}")
        lines += [f"  {_shown(held.card, words, edition)}" for held in player.hand]
    if view.placing:
        lines += ["", words("placing", pieces=" ".join(_piece(name[0]) for name in view.placing.pieces))]
    return "\n".join(lines)


def draw_small(view: View, names: Sequence[str], words: Words, edition: Edition) -> str:
    """Return the table for a small screen: narrow boards, display and own hand side by side, other hands short."""
    lines = [_headline(view, words)]
    lines += boards(view, words, names) if len(view.players) == ABREAST else _narrow_boards(view, names, words)
    colon = words("colon")
    offer = [f"{words('display')}{colon}"] if view.display else []
    for entry in view.display:
        offer += _narrow(entry.card, words, edition)
        if entry.tokens:
            offer[-1] += f" +{entry.tokens}"
    if view.pile and view.turn >= 0:
        offer.append(f"{words('top_card')} ({view.pile}){colon}")
        offer += _narrow(view.top, words, edition)
    hand, others = [], []
    for seat, player in enumerate(view.players):
        if seat == view.actor:
            cards = [_narrow(held.card, words, edition) for held in player.hand]
            hand = [f"{words('hand')}, {names[seat]}{colon}", *chain(*cards)]
        elif player.hand:
            numbers = " ".join(str(held.card or "?") for held in player.hand)
            others.append(f"{words('hand')}, {names[seat]}{colon} {numbers}")
    lines += beside(offer, hand)
    lines += textwrap.wrap("; ".join(others), SMALL_WIDTH)
    if view.placing:
        lines.append(words("placing", pieces=" ".join(_piece(name[0]) for name in view.placing.pieces)))
    return "\n".join(lines)


def _headline(view: View, words: Words) -> str:
    when = words("set_up") if view.turn < 0 else words("round", count=view.round)
    if view.last_round:
        when = words("last_round")
    supply = "  ".join(f"{_piece(name[0])} {view.supply[name]}" for name in COLOUR_NAMES)
    return f"[bold]{when}[/]   {words('supply')}{words('colon')} {supply}"


def _narrow_boards(view: View, names: Sequence[str], words: Words) -> list[str]:
    """Draw the boards of three or four side by side without gaps between stacks: a capital ends each stack."""
    columns = []
    for seat, player in enumerate(view.players):
        shown = view.scores[seat]
        points = words("hidden_points") if shown is None else words("points", count=shown)
        name = plain(names[seat])[: NARROW - 2]
        block = [f"{'*' if view.actor == seat else ' '} [bold]{literal(name)}[/]", f"  {points}"]
        block.append("  " + "".join(letter.ljust(CELL - 1) for letter in "abcd"))
        for number, row in enumerate(player.board, 1):
            block.append(f"{number} " + "".join(_padded(_stack(stack), CELL - 1) for stack in row))
        columns.append([_padded(line, NARROW) for line in block])
    return ["  ".join(row).rstrip() for row in zip(*columns, strict=True)]


def boards(view: View, words: Words, names: Sequence[str]) -> list[str]:
    """Draw the boards side by side; a stack is its letters bottom to top, the top piece as a capital."""
    width = max(4 + 4 * CELL, 14 + max(len(plain(name)) for name in names))
    heads, columns = [], []
    for seat, player in enumerate(view.players):
        shown = view.scores[seat]
        points = words("hidden_points") if shown is None else words("points", count=shown)
        mark = "* " if view.actor == seat else "  "
        title = f"{mark}[bold]{names[seat]}[/], {points}"
        heads.append(_padded(title, width))
        rows = [_padded(" " * 4 + "".join(column.ljust(CELL) for column in "abcd"), width)]
        for number, row in enumerate(player.board, 1):
            cells = "".join(_padded(_stack(stack), CELL) for stack in row)
            rows.append(_padded(f"  {number} {cells}", width))
        columns.append(rows)
    return [line.rstrip() for line in ("   ".join(heads), *("   ".join(row) for row in zip(*columns, strict=True)))]


def _padded(marked: str, width: int) -> str:
    return marked + " " * (width - len(plain(marked)))


def _piece(letter: str) -> str:
    return f"[{INK[letter]}]{letter.upper()}[/]"


def _stack(letters: str) -> str:
    return letters[:-1] + _piece(letters[-1]) if letters else "."


def _shown(number: int | None, words: Words, edition: Edition) -> str:
    return words("hidden_card") if number is None else card_line(edition.items[number], words)


def _narrow(number: int | None, words: Words, edition: Edition) -> list[str]:
    """Return a card in half the width of a small screen: a pattern in words continues in the next lines."""
    line = _shown(number, words, edition)
    if len(plain(line)) <= HALF - 4:  # room for tokens
        return [f"  {line}"]
    card: Card = edition.items[number or 0]
    head, _, _ = line.partition(pattern := _pattern(card, words))
    return [f"  {head.rstrip()}", *(f"      {part}" for part in textwrap.wrap(pattern, HALF - 6))]


def card_line(card: Card, words: Words) -> str:
    """Return a card in one line: number, pieces, pattern, value."""
    pieces = " ".join(_piece(LETTERS[colour]) for colour in card.corals)
    value = words("points", count=card.points)
    return f"{card.id:>2}  {pieces}   {value}{words('colon')} {_pattern(card, words)}"


def _pattern(card: Card, words: Words) -> str:
    if card.tallest is None or card.around is None:
        return " / ".join(card.rows)
    tallest, around = (words(f"colour.{COLOUR_NAMES[colour]}") for colour in (card.tallest, card.around))
    return words("around", tallest=tallest, around=around)
