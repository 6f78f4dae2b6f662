"""Builders of Chain Reaction positions, and helpers to play and inspect them."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import atoll
from atoll.games.chain_reaction.kernel import layout
from oracles import chain_reaction as oracle

CHAIN = atoll.find_game("chain_reaction")
BOX = oracle.load(CHAIN.file("tiles.toml"))
FIRST_PLAYER = ("random", "1", "2", "3", "4")
UNKNOWN = -2

# Tile 1 shows ring, star, wave and moon: unturned it takes none of these five.
CALM = ("49", "50", "51", "52", "53")


def column(text: str) -> list[oracle.Lying]:
    """Read a column from the bottom up: `17 18>` is an unturned tile under one turned a quarter clockwise."""
    tiles = [tile if tile[-1] in oracle.MARKS else f"{tile}^" for tile in text.split()]
    return [oracle.Lying(int(tile[:-1]), oracle.MARKS.index(tile[-1])) for tile in tiles]


def oracle_position(
    columns: Sequence[str] = CALM,
    *,
    hands: str = "1 2",
    secrets: str = "r y g b",
    tiles: Sequence[str] = (),
    tokens: Mapping[int, int] | None = None,
    stack: str = "70 71 72",
    first: int = 0,
    turn: int = 0,
    open_hands: bool = False,
    placed: bool = False,
    box: oracle.Box = BOX,
) -> oracle.State:
    """Return a position for the oracle; only what lies on the table matters, so most tiles may be missing.

    There is a seat for each hand; `-` is an empty hand. `tiles` are those before each seat, such as `r2 r2 g1`.
    """
    held: list[int | None] = [None if hand == "-" else int(hand) for hand in hands.split()]
    seats = len(held)
    return oracle.State(
        box=box,
        seats=seats,
        first_player="random",
        open_hands=open_hands,
        first=first,
        turn=turn,
        columns=[column(text) for text in columns],
        hands=held,
        secrets=secrets.split()[:seats],
        tiles=[Counter(text.split()) for text in tiles] or [Counter() for _ in range(seats)],
        tokens=dict(tokens or {}),
        gone=set(),
        stack=[int(tile) for tile in stack.split()],
        placed=placed,
    )


def expected_fields(state: oracle.State) -> dict[str, Any]:
    """Return the fields that the kernel's record must have for a position of the oracle."""
    columns = [[4 * (lying.tile - 1) + lying.turn for lying in tiles] for tiles in state.columns]
    absent = [layout.NONE] * (layout.SEATS - state.seats)
    hands = [layout.NONE if tile is None else tile - 1 if tile else UNKNOWN for tile in state.hands]
    secrets = [UNKNOWN if secret == "?" else oracle.LETTERS.index(secret) for secret in state.secrets]
    stack = [tile - 1 if tile else UNKNOWN for tile in reversed(state.stack)]
    held = [[tiles[kind] for kind in oracle.KINDS] for tiles in state.tiles] + [[0] * layout.KINDS for _ in absent]
    claim = state.claim or oracle.Claim(0, [], "r")
    return {
        "seats": state.seats,
        "first_player": FIRST_PLAYER.index(state.first_player),
        "open_hands": int(state.open_hands),
        "first": state.first,
        "turn": state.turn,
        "actor": -1 if oracle.over(state) else oracle.actor(state),
        "stage": 2 if state.claim else 1 if state.placed else 0,
        "claimed": claim.token - 1,
        "least": oracle.LETTERS.index(claim.least),
        "owed": [claim.owed.count(value) for value in oracle.VALUES],
        "height": [len(codes) for codes in columns],
        "stack_size": len(stack),
        "gone": [sum(1 << tile - 1 - low for tile in state.gone if low < tile <= low + 45) for low in (0, 45)],
        "hand": hands + absent,
        "secret": secrets + absent,
        "tiles": [sum(sum(row[4 * v : 4 * v + 4]) << 8 * v for v in range(4)) for row in held],
        "left": sum(1 << token - 1 for token in state.box.tokens if token not in state.tokens),
        "held": held,
        "token": [state.tokens.get(token, layout.NONE) for token in range(1, layout.TOKENS + 1)],
        "stack": stack + [layout.NONE] * (layout.STACK - len(stack)),
        "column": [codes + [layout.NONE] * (layout.HEIGHT - len(codes)) for codes in columns],
    }


def kernel_fields(state: atoll.State) -> dict[str, Any]:
    """Return the fields of the kernel's record."""
    return {name: state.array[name][0].tolist() for name in layout.POSITION.names or ()}


def to_kernel(state: oracle.State, edition: atoll.Edition | None = None) -> atoll.State:
    """Convert a position of the oracle to one of the kernel, even if tiles are missing."""
    array = CHAIN.kernel.empty()
    for name, value in expected_fields(state).items():
        array[name][0] = value
    return atoll.State(CHAIN, edition or CHAIN.standard, array)


def position(columns: Sequence[str] = CALM, **fields: Any) -> atoll.State:
    """Return a position built by hand; see `oracle_position`."""
    return to_kernel(oracle_position(columns, **fields))


def play(state: atoll.State, *texts: str) -> atoll.State:
    """Return the position after some decisions."""
    for text in texts:
        state = state.play(CHAIN.parse(state, text))
    return state


def legal(state: atoll.State) -> list[str]:
    """Return the legal decisions as texts."""
    return [CHAIN.format(state, decision) for decision in state.legal()]


def columns(state: atoll.State) -> list[str]:
    """Return the columns as `oracle_position` reads them."""
    return [
        " ".join(f"{lying.tile}{oracle.MARKS[lying.turn]}".rstrip("^") for lying in tiles)
        for tiles in state.view(None).columns
    ]


def tiles(state: atoll.State, seat: int) -> str:
    """Return the tiles before a player as `oracle_position` reads them, by value and colour."""
    counts = [number for row in state.view(None).players[seat].tiles for number in row]
    return " ".join(kind for kind, number in zip(oracle.KINDS, counts, strict=True) for _ in range(number))


def tokens(state: atoll.State, seat: int) -> list[int]:
    """Return the tokens of a player."""
    taken: list[int] = state.view(None).players[seat].tokens
    return taken


def taken_by(state: atoll.State, text: str) -> list[int]:
    """Return the tiles that a placement of the hand tile takes, in order."""
    assert state.actor is not None
    choice = next(found for found in state.view(state.actor).legal if found.decision == CHAIN.parse(state, text))
    return [step.tile for step in choice.takes]
