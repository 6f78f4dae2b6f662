"""A drawing of Chain Reaction for a terminal, made of what one seat sees; [red] and the like are colour marks.

A tile shows its symbols on its edges, its colour and value in the middle:
    +--*--+
    o  R3 ~
    +--x--+
"""

from collections.abc import Sequence
from itertools import zip_longest

from atoll.games.chain_reaction.components import COLOUR_NAMES, FIRST_TOKEN, LETTERS, SYMBOL_NAMES, Tile, Token
from atoll.games.chain_reaction.kernel import layout
from atoll.games.chain_reaction.view import View
from atoll.games.chain_reaction.view.position import Player
from atoll.kit.components import Edition
from atoll.kit.drawing import beside, padded
from atoll.kit.locale import Words, plain

SIGNS = dict(zip(SYMBOL_NAMES, "o*~):x", strict=True))
HEIGHT, WIDTH = 3, 7
EDGE = 3  # where a symbol stands in the upper and lower line of a tile
FEW_PLAYERS = 2
ROOM = 34  # columns of text beside the tiles of a small picture
TOKENS_ABREAST = 3


def draw(view: View, names: Sequence[str], words: Words, edition: Edition) -> str:
    """Return the table as text: columns with the tokens left beside them, hands, players."""
    when = words("game_over") if view.over else words("turns", count=view.turn + 1)
    lines = [f"[bold]{when}[/]   {words('stack', count=view.stack)}", ""]
    columns, tokens = _columns(view, edition), _tokens(view, words, edition)
    width = max(len(plain(line)) for line in columns)
    for left, right in zip_longest(columns, tokens, fillvalue=""):
        lines.append(f"{left}{' ' * (width - len(plain(left)))}    {right}".rstrip())
    lines.append("   " + "   ".join(f"{sign} {words(f'symbol.{name}')}" for name, sign in SIGNS.items()))
    lines.append("")
    for seat, player in enumerate(view.players):
        lines += _player(view, seat, player, names[seat], words, edition)
    for seat, player in enumerate(view.players):
        if player.has_tile:
            lines += _hand(view, seat, names[seat], words, edition)
    if view.paying:
        owed = " ".join(str(value) for value in view.paying.owed)
        lines += ["", words("paying", token=view.paying.token, owed=owed)]
    return "\n".join(lines)


def draw_small(view: View, names: Sequence[str], words: Words, edition: Edition) -> str:
    """Return the table for a small screen: low columns, and beside them the hand, the tokens left and the players."""
    when = words("game_over") if view.over else words("turns", count=view.turn + 1)
    signs = "  ".join(f"{sign} {words(f'symbol.{name}')}" for name, sign in SIGNS.items())
    right: list[str] = []
    actor = view.actor
    if actor is not None and view.players[actor].hand is not None:
        right += [line.strip() for line in _hand(view, actor, names[actor], words, edition)[1:]]
    right += _few_tokens(view, words, edition)
    if view.paying:
        owed = " ".join(str(value) for value in view.paying.owed)
        right.append(words("paying", token=view.paying.token, owed=owed))
    for seat, player in enumerate(view.players):
        mark = "* " if actor == seat else "  "
        right.append(f"{mark}[bold]{names[seat]}[/], {words('points', count=view.scores[seat])}")
        if seat == actor or len(view.players) <= FEW_PLAYERS:
            held = _held(player)
            fits = len(plain(" ".join(held))) <= ROOM
            right += [f"  {' '.join(part)}" for part in ([held] if fits else [held[:2], held[2:]])]
        if player.secret:
            secret = player.secret
            right.append(f"  {words('secret')}{words('colon')} [{secret}]{words(f'colour.{secret}')}[/]")
    headline = f"[bold]{when}[/]   {words('stack', count=view.stack)}"
    return "\n".join([headline, f"   {signs}", *beside(_low_columns(view, edition), right, 1)])


def _low_columns(view: View, edition: Edition) -> list[str]:
    """Draw the columns in two lines a level: a line of tiles, and above it what touches there, upper / lower."""
    lines = []
    drawn = [[_tile(edition.items[tile.tile], tile.turn) for tile in column] for column in view.columns]
    for level in range(max(map(len, drawn)), 0, -1):
        edges, middles = "", ""
        for column in drawn:
            here = column[level - 1] if level <= len(column) else None
            above = column[level] if level < len(column) else None
            top = f"{above[2][EDGE]}/{here[0][EDGE]}" if above and here else here[0][EDGE] if here else ""
            edges += padded(top.center(WIDTH), WIDTH + 1)
            middles += padded(here[1] if here else "", WIDTH + 1)
        lines += [f"   {edges}".rstrip(), f"{level:>2} {middles}".rstrip()]
    ground = "=".join(str(column).center(WIDTH, "=") for column in range(1, layout.COLUMNS + 1))
    return [*lines, f"   {ground}"]


def _few_tokens(view: View, words: Words, edition: Edition) -> list[str]:
    """List the bonus tokens that nobody has, several in a line: number, the values they cost, points."""
    entries = []
    for number, owner in enumerate(view.tokens, 1):
        if owner is None:
            token: Token = edition.items[FIRST_TOKEN + number]
            entries.append(f"{number:>2} {''.join(map(str, token.needs))}={token.points}")
    lines = [f"{words('left')}{words('colon')}{'' if entries else ' -'}"]
    rows = [entries[first : first + TOKENS_ABREAST] for first in range(0, len(entries), TOKENS_ABREAST)]
    return [*lines, *("".join(f"{entry:<12}" for entry in row).rstrip() for row in rows)]


def _columns(view: View, edition: Edition) -> list[str]:
    """Draw the columns standing on the ground, their levels numbered at the left."""
    lines = []
    for level in range(max(map(len, view.columns)), 0, -1):
        tiles = [
            _tile(edition.items[column[level - 1].tile], column[level - 1].turn)
            if level <= len(column)
            else [" " * WIDTH] * HEIGHT
            for column in view.columns
        ]
        labels = ("", str(level), "")
        lines += [f"{label:>2} {' '.join(row)}" for label, row in zip(labels, zip(*tiles, strict=True), strict=True)]
    ground = "=".join(str(column).center(WIDTH, "=") for column in range(1, layout.COLUMNS + 1))
    return [*lines, f"   {ground}"]


def _tile(tile: Tile, turn: int) -> list[str]:
    top, right, bottom, left = (SIGNS[SYMBOL_NAMES[edge]] for edge in tile.turned(turn))
    name = COLOUR_NAMES[tile.colour]
    return [f"+--{top}--+", f"{left}  [{name}]{LETTERS[tile.colour].upper()}{tile.value}[/] {right}", f"+--{bottom}--+"]


def _tokens(view: View, words: Words, edition: Edition) -> list[str]:
    """List the bonus tokens that nobody has: number, the values they cost, points."""
    left = [number for number, owner in enumerate(view.tokens, 1) if owner is None]
    lines = [f"{words('left')}{words('colon')}{'' if left else ' -'}"]
    for number in left:
        token: Token = edition.items[FIRST_TOKEN + number]
        cost = " ".join(str(value) for value in token.needs)
        lines.append(f"{number:>4}   {cost:<7}   {words('points', count=token.points)}")
    return lines


def _player(view: View, seat: int, player: Player, name: str, words: Words, edition: Edition) -> list[str]:
    """Return what a player has: tiles by value, a letter each, tokens with their points."""
    colon = words("colon")
    mark = "* " if view.actor == seat else "  "
    secret = player.secret
    known = f", {words('secret')}{colon} [{secret}]{words(f'colour.{secret}')}[/]" if secret else ""
    tokens = ", ".join(f"{token} ({edition.items[FIRST_TOKEN + token].points})" for token in player.tokens)
    number = words("tiles", count=player.number)
    lines = [
        f"{mark}[bold]{name}[/], {words('points', count=view.scores[seat])}{known}",
        f"    {number}{colon} {'   '.join(_held(player))}",
    ]
    return [*lines, f"    {words('tokens')}{colon} {tokens}"] if tokens else lines


def _held(player: Player) -> list[str]:
    """Return a player's tiles by value, a letter each."""
    held = []
    for value, numbers in enumerate(player.tiles, 1):
        letters = "".join(
            f"[{colour}]{letter.upper() * number}[/]"
            for colour, letter, number in zip(COLOUR_NAMES, LETTERS, numbers, strict=True)
            if number
        )
        held.append(f"{value} {letters or '-'}")
    return held


def _hand(view: View, seat: int, name: str, words: Words, edition: Edition) -> list[str]:
    """Draw the hand of the seat to lay a tile in all four turns; the other hands in one line each."""
    player = view.players[seat]
    title = f"{words('hand')}, {name}{words('colon')}"
    if player.hand is None:
        return [f"{title} {words('hidden_tile')}"]
    tile = edition.items[player.hand]
    if view.actor != seat:
        signs = " ".join(SIGNS[SYMBOL_NAMES[edge]] for edge in tile.edges)
        return [f"{title} [{COLOUR_NAMES[tile.colour]}]{LETTERS[tile.colour].upper()}{tile.value}[/]   {signs}"]
    turns = [[f"turn {turn} ", *_tile(tile, turn)] for turn in range(layout.TURNS)]
    return [title, *("   " + "   ".join(row).rstrip() for row in zip(*turns, strict=True))]
