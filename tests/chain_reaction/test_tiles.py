"""The tiles and tokens of the box, and tile files that are refused."""

from collections import Counter
from pathlib import Path

import pytest

import atoll
from atoll.games.chain_reaction.components import COLOUR_NAMES, SYMBOL_NAMES, Tile, Token, describe

CHAIN = atoll.find_game("chain_reaction")
TILES = [item for item in CHAIN.standard.items.values() if isinstance(item, Tile)]
TOKENS = [item for item in CHAIN.standard.items.values() if isinstance(item, Token)]


def test_there_are_ninety_tiles_and_twenty_tokens() -> None:
    assert [tile.id for tile in TILES] == list(range(1, 91))
    assert [token.id for token in TOKENS] == list(range(1, 21))


def test_every_cyclic_arrangement_exists_once() -> None:
    around = Counter(min(tile.turned(turn) for turn in range(4)) for tile in TILES)
    assert len(around) == 90
    assert all(len(set(edges)) == 4 for edges in around)
    assert Counter(edge for edges in around for edge in edges) == dict.fromkeys(range(6), 60)


def test_tiles_of_each_value() -> None:
    assert Counter(tile.value for tile in TILES) == {1: 30, 2: 25, 3: 20, 4: 15}


def test_tiles_of_each_colour() -> None:
    assert sorted(Counter(tile.colour for tile in TILES).values()) == [22, 22, 23, 23]


def test_each_colour_has_fifty_pips() -> None:
    pips = Counter[int]()
    for tile in TILES:
        pips[tile.colour] += tile.value
    assert pips == dict.fromkeys(range(4), 50)


def test_every_kind_of_tile_exists() -> None:
    assert len({(tile.colour, tile.value) for tile in TILES}) == 16


def test_what_the_tokens_cost_and_bring() -> None:
    contents = [(" ".join(map(str, token.needs)), token.points) for token in TOKENS]
    assert contents == [
        ("1 1 1", 6), ("1 1 1", 6), ("1 1 1 1", 9), ("2 2 2", 10), ("2 2 2", 10), ("2 2 2 2", 14), ("3 3 3", 14),
        ("3 3 3", 14), ("4 4 4", 18), ("4 4", 11), ("1 2 3", 10), ("1 2 3", 10), ("2 3 4", 14), ("2 3 4", 14),
        ("1 2 3 4", 17), ("1 2 3 4", 17), ("1 1 2 2", 10), ("3 3 4 4", 21), ("1 1 4 4", 15), ("2 2 3 3", 15),
    ]  # fmt: skip


def test_the_tables_of_the_kernel_agree_with_the_file() -> None:
    t = CHAIN.standard.tables[0]
    for tile in TILES:
        assert divmod(int(t.kind[tile.id - 1]), 4) == (tile.value - 1, tile.colour)
        for turn in range(4):
            edges = int(t.edges[4 * (tile.id - 1) + turn])
            # A clockwise turn brings the top edge to the right.
            assert [edges >> 3 * ((side + turn) % 4) & 7 for side in range(4)] == list(tile.edges)
    for token in TOKENS:
        counts = [token.needs.count(value) for value in (1, 2, 3, 4)]
        assert t.needs[token.id - 1].tolist() == counts
        assert int(t.cost[token.id - 1]).to_bytes(4, "little") == bytes(counts)
        assert t.worth[token.id - 1] == token.points


def test_a_tile_is_described_by_what_is_drawn_on_it() -> None:
    assert describe(CHAIN.standard.items[2]) == {
        "id": 2,
        "edges": ["ring", "star", "moon", "wave"],
        "colour": "blue",
        "value": 3,
    }


def test_a_token_is_described_by_its_cost_and_points() -> None:
    assert describe(CHAIN.standard.items[115]) == {"id": 115, "token": 15, "needs": [1, 2, 3, 4], "points": 17}


STANDARD = CHAIN.standard.text.replace('edition = "standard"', 'edition = "mine"')
TILE_1 = '1 = "ring star wave moon, green 1"'
TOKEN_1 = '1 = "1 1 1, 6 points"'


@pytest.mark.parametrize(
    ("old", "new", "named"),
    [
        (TILE_1, '1 = "ring star wave ring, green 1"', ["tile 1", "four different symbols", "C1"]),
        (TILE_1, '1 = "ring star wave sun, green 1"', ["tile 1", "'ring star wave sun, green 1'", "pearls", "C1"]),
        (TILE_1, '1 = "ring star wave, green 1"', ["tile 1", "four different symbols", "C1"]),
        (TILE_1, '1 = "ring star wave moon pearls, green 1"', ["tile 1", "C1"]),
        (TILE_1, '1 = "ring star wave moon, purple 1"', ["tile 1", "colour", "C1"]),
        (TILE_1, '1 = "ring star wave moon, green 5"', ["tile 1", "value", "C1"]),
        (TILE_1, '1 = "ring star wave moon, green 0"', ["tile 1", "value", "C1"]),
        (TILE_1, '1 = "ring star wave moon, green"', ["tile 1", "value", "C1"]),
        (TILE_1, "1 = 7", ["tile 1", "'7'", "C1"]),
        (TILE_1, '91 = "ring star wave moon, green 1"', ["[tiles]", "1 to 90", "C1"]),
        (TILE_1, "", ["[tiles]", "1 to 90", "C1"]),
        (TILE_1, TILE_1 + '\n91 = "ring star wave moon, green 1"', ["[tiles]", "1 to 90", "C1"]),
        (TILE_1, TILE_1 + "\n" + TILE_1, ["is not TOML"]),
        (TOKEN_1, '1 = "1 1 5, 6 points"', ["token 1", "1 to 4", "C2"]),
        (TOKEN_1, '1 = ", 6 points"', ["token 1", "C2"]),
        (TOKEN_1, '1 = "1 1 1"', ["token 1", "points", "C2"]),
        (TOKEN_1, '1 = "1 1 1, 0 points"', ["token 1", "points", "C2"]),
        (TOKEN_1, '1 = "1 1 1, 100 points"', ["token 1", "points", "C2"]),
        (TOKEN_1, '1 = "1 1 1, -6 points"', ["token 1", "points", "C2"]),
        (TOKEN_1, "1 = 6", ["token 1", "C2"]),
        (TOKEN_1, f'1 = "{" ".join(["1"] * 91)}, 6 points"', ["token 1", "costs more tiles than there are", "C2"]),
        (TOKEN_1, "", ["[tokens]", "1 to 20", "C2"]),
        ("[tokens]", "[bonuses]", ["bonuses", "not known", "C2"]),
        ('edition = "mine"', 'edition = "mine"\nprice = 3', ["price", "not known"]),
        ('edition = "mine"', 'edition = "standard"  # mine', ["edition", "another name"]),
        ('edition = "mine"', "edition = 3", ["edition", "name"]),
        ('edition = "mine"', "edition = ", ["is not TOML", "line"]),
    ],
)
def test_a_bad_tile_file_is_refused_in_one_sentence(tmp_path: Path, old: str, new: str, named: list[str]) -> None:
    assert STANDARD.count(old) >= 1
    path = tmp_path / "mine.toml"
    path.write_text(STANDARD.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(atoll.InvalidComponents) as refusal:
        CHAIN.edition(path)
    sentence = str(refusal.value)
    assert "\n" not in sentence
    for word in ("mine.toml", *named):
        assert word in sentence


def test_a_custom_edition_is_played_and_recorded(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(STANDARD.replace(TOKEN_1, '1 = "2 1 1, 99 points"'), encoding="utf-8")
    edition = CHAIN.edition(path)
    assert edition.items[101] == Token(1, (1, 1, 2), 99)
    state = CHAIN.deal(2, 1, edition=edition)
    assert " edition=mine@" in state.position
    assert CHAIN.position(state.position, edition) == state
    assert state != CHAIN.deal(2, 1)
    record = atoll.Record(state, [state.legal()[0]])
    assert atoll.Record.parse(record.format()) == record


def test_the_names_of_colours_and_symbols() -> None:
    assert COLOUR_NAMES == ("red", "yellow", "green", "blue")
    assert SYMBOL_NAMES == ("ring", "star", "wave", "moon", "pearls", "cross")
