"""A drawing of Reef for a terminal, made of what one seat sees; [red] and the like are colour marks."""

from collections.abc import Sequence
from typing import Any

from atoll.core.components import Edition
from atoll.core.locale import Words, plain
from atoll.games.reef.components import COLOUR_NAMES, LETTERS, Card

CELL = 5
INK = dict(zip(LETTERS, ("red", "yellow", "green", "magenta"), strict=True))


def draw(view: dict[str, Any], names: Sequence[str], words: Words, edition: Edition) -> str:
    """Return the table as text: boards, display, pile, supply, hands."""
    lines = [_headline(view, words), ""]
    lines += boards(view, words, names)
    colon = words("colon")
    lines += ["", f"{words('display')}{colon}"] if view["display"] else [""]
    for entry in view["display"]:
        tokens = f"  + {words('points', count=entry['tokens'])}" if entry["tokens"] else ""
        lines.append(f"  {_shown(entry['card'], words, edition)}{tokens}")
    if view["pile"] and view["turn"] >= 0:
        lines.append(f"{words('top_card')}, {words('pile', count=view['pile'])}{colon}")
        lines.append(f"  {_shown(view['top'], words, edition)}")
    for seat, player in enumerate(view["players"]):
        lines.append(f"{words('hand')}, {names[seat]}{colon}{'' if player['hand'] else ' -'}")
        lines += [f"  {_shown(held['card'], words, edition)}" for held in player["hand"]]
    if view["placing"]:
        lines += ["", words("placing", pieces=" ".join(_piece(name[0]) for name in view["placing"]["pieces"]))]
    return "\n".join(lines)


def _headline(view: dict[str, Any], words: Words) -> str:
    when = words("set_up") if view["turn"] < 0 else words("round", count=view["round"])
    if view["last_round"]:
        when = words("last_round")
    supply = "  ".join(f"{_piece(name[0])} {view['supply'][name]}" for name in COLOUR_NAMES)
    return f"[bold]{when}[/]   {words('supply')}{words('colon')} {supply}"


def boards(view: dict[str, Any], words: Words, names: Sequence[str]) -> list[str]:
    """Draw the boards side by side; a stack is its letters bottom to top, the top piece as a capital."""
    width = max(4 + 4 * CELL, 14 + max(len(plain(name)) for name in names))
    heads, columns = [], []
    for seat, player in enumerate(view["players"]):
        shown = view["scores"][seat]
        points = words("hidden_points") if shown is None else words("points", count=shown)
        mark = "* " if view["actor"] == seat else "  "
        title = f"{mark}[bold]{names[seat]}[/], {points}"
        heads.append(_padded(title, width))
        rows = [_padded(" " * 4 + "".join(column.ljust(CELL) for column in "abcd"), width)]
        for number, row in enumerate(player["board"], 1):
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


def card_line(card: Card, words: Words) -> str:
    """Return a card in one line: number, pieces, pattern, value."""
    pieces = " ".join(_piece(LETTERS[colour]) for colour in card.corals)
    if card.tallest is None or card.around is None:
        pattern = " / ".join(card.rows)
    else:
        tallest, around = (words(f"colour.{COLOUR_NAMES[colour]}") for colour in (card.tallest, card.around))
        pattern = words("around", tallest=tallest, around=around)
    value = words("points", count=card.points)
    return f"{card.id:>2}  {pieces}   {value}{words('colon')} {pattern}"
