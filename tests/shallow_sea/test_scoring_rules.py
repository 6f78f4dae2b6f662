"""The end and the points of Shallow Sea: rules S27 to S50, with the numbers of the rulebook's examples."""

import msgspec
import pytest

from atoll import State
from atoll.games.shallow_sea.kernel import layout
from atoll.games.shallow_sea.lattice import SPACE_NAMES
from atoll.games.shallow_sea.view.position import Sheet
from atoll.kit.locale import LANGUAGES
from shallow_sea.build_oceans import SEA, ocean, scoring
from shallow_sea.build_tables import changed, legal, play, position

FINISHING = layout.FINISHING
COLOUR_TILE = {"r": "3^", "y": "22^", "g": "41^", "p": "60^"}  # corals of 5 points
INNER = ["c2", "e2", "g2", "b3", "d3", "f3", "h3", "c4", "e4", "g4"]
OUTER = ["b1", "d1", "f1", "h1", "a2", "i2", "a4", "i4", "b5", "d5", "f5", "h5"]


def sheet(state: State) -> Sheet:
    found: Sheet = state.view(None).players[0].sheet
    assert found.total == state.scores()[0]
    return found


def orange(card: int, tiles: str, loose: str = "") -> int:
    number: int = sheet(ocean(tiles, loose, cards=(card, 1))).orange
    return number


def blue(card: int, tiles: str) -> int:
    number: int = sheet(ocean(tiles, cards=(1, card))).blue
    return number


def corals(colours: str, fish: str, spaces: list[str] | tuple[str, ...] = SPACE_NAMES) -> str:
    """Return finished corals of these colours with these fish, on the spaces in order."""
    tiles = [f"{s}:{COLOUR_TILE[c]}{f}" for s, c, f in zip(spaces, colours, fish, strict=False)]
    assert len(tiles) == len(colours) == len(fish)
    return " ".join(tiles)


def creatures(spaces: str, types: str = "A1 A2 A3 A4 B1 B2 B3 B4 C1") -> str:
    """Return finished creatures on these spaces."""
    return " ".join(f"{space}:{code}^*" for space, code in zip(spaces.split(), types.split(), strict=False))


# S27, S28: conditions


@pytest.mark.parametrize(
    ("tiles", "holds"),
    [
        ("c4:D1^ d3:1^r e4:2^y d5:3^g", True),  # NE, E, SE, one colour
        ("c4:D1^ d3:1^r e4:2^y d5:22^g", False),
        ("c4:D1v b3:1^r a4:2^y b5:3^g", True),  # turned by 180 degrees
        ("c4:D1v d3:1^r e4:2^y d5:3^g", False),
        ("c4:D4^ d3:1^r e4:2^y d5:3^g", True),  # fish of different colours
        ("c4:D4^ d3:1^r e4:2^y d5:3^r", False),
        ("b5:E1^ c4:1^r e2:2^r f1:3^r d3:22^r", True),  # another colour in between does not matter
        ("b5:E1^ c4:1^r e2:2^r d3:22^r", False),
        ("b5:E2^ c4:1^r e2:20^r f1:39^r", True),
        ("d3:C3^ e2:1^r f1:2^r", True),  # both in one direction
        ("d3:C3^ e2:1^r c4:2^r", True),  # one in each
        ("d3:C3^ e2:1^r c2:2^r", False),
        ("c4:B1^ d3:1^r e2:2^r d5:3^r f1:4^y", True),
        ("c4:B3^ d3:1^r e2:20^r d5:39^r f1:58^y", True),
        ("c4:B3^ d3:1^r e2:20^r d5:39^r f1:40^y", False),
        ("a2:F1^ h5:1^r i4:2^r d1:3^r b5:4^y", True),
        ("a2:F2^ h5:1^r i4:20^r d1:39^r b5:58^y", True),
        ("a2:F2^ h5:1^r i4:20^r d1:39^r b5:40^y", False),
    ],
)
def test_S27_conditions(tiles: str, holds: bool) -> None:
    space = tiles[:2]
    assert (f"finish {space}" in legal(position(tiles, stage=FINISHING))) == holds


@pytest.mark.parametrize(
    ("tiles", "points"),
    [
        ("c4:A3^ b3:1^y d3:2^y d5:3^r", 6),  # the rulebook: 3 fish of a colour, 2 there, 3 each
        ("c4:C1^ d3:1^y", 2),  # 2 corals of a colour, 1 there
        ("c4:C2^ d3:1^y d5:2^y", 2),  # 2 corals of different colours, 2 of one there
        ("c4:A3^ b3:1^y d3:2^y d5:3^y", 9),  # met but not finished
        ("c4:A3^", 0),
        ("a2:F1^ b1:1^r d1:2^r f1:20^r h1:21^r c2:3^r", 3),  # the best colour only
        ("a2:F1^ b1:1^r d1:2^r f1:4^r h1:5^r c2:3^r", 4),  # at most the need
    ],
)
def test_S28_unfinished_creatures_bring_partial_points(tiles: str, points: int) -> None:
    done = ocean(tiles)
    without = ocean(tiles.partition(" ")[2])
    assert (done.scores()[0] or 0) - (without.scores()[0] or 0) == points


# S29 to S32: the end and the sum


def test_S29_the_game_ends_after_17_turns_with_four_empty_spaces() -> None:
    tiles = " ".join(f"{space}:A1^" for space in SPACE_NAMES[:18])
    last = position(tiles, stage=FINISHING, seats=2, turn=33)
    assert play(last, "end").over
    assert not play(changed(last, turn=32), "end").over
    assert layout.ROUNDS == 17
    assert layout.SPACES - 1 - layout.ROUNDS == 4


def test_S30_what_scores() -> None:
    tiles = "e2:16^r c2:C1^* g2:C1^* d3:D1^* f3:7^ d1:22^y"
    found = sheet(ocean(tiles, "e1r f2y e3g", cards=(1, 2)))
    assert found.orange == 4
    assert found.blue == 9
    assert found.rows == [5, 9 + 6 + 6, 7, 0, 0]
    assert found.diversity == 4  # C1 once, D1
    assert found.fish == 2 + 1 + 1  # e1 lies at d1 and e2
    assert found.total == 4 + 9 + 33 + 4 + 4


def test_S30_unfinished_corals_bring_nothing() -> None:
    assert ocean("e2:16^", "e1r f2y").scores() == [0]


@pytest.mark.parametrize(("shells", "places"), [((1, 3), [2, 1]), ((3, 1), [1, 2]), ((2, 2), [1, 1])])
def test_S31_shells_decide_between_equal_points(shells: tuple[int, int], places: list[int]) -> None:
    state = changed(ocean("", seats=2), shells=(*shells, 0, 0))
    assert state.scores() == [0, 0]
    assert state.ranking() == places


def test_S31_most_points_win_whatever_the_shells() -> None:
    assert changed(ocean("e2:16^r", seats=2), shells=(0, 5, 0, 0)).ranking() == [1, 2]


def test_S32_the_score_sheet_of_the_rulebook() -> None:
    tiles = (
        "b1:16^r d1:C1^* f1:27^y "
        "a2:3^r c2:D1^* e2:46^g g2:65^p "
        "b3:C2v d3:A1^* f3:28^y h3:47^g "
        "a4:8^y c4:22^r e4:D3^* g4:35^r "
        "b5:E1^* d5:41^r h5:2^"
    )
    found = sheet(ocean(tiles, "f2r g3y f4g a3p z2r", cards=(1, 2)))
    assert (found.orange, found.blue) == (14, 9)
    assert found.rows == [9 + 6 + 7, 5 + 7 + 7 + 7, 2 + 10 + 7 + 7, 7 + 5 + 7 + 9, 7 + 5]
    assert (found.diversity, found.fish, found.total) == (10, 13, 160)


# S33 to S39: orange cards


def test_S33_corals_with_a_fish_of_their_colour() -> None:
    assert orange(1, corals("rrygp", "ryygg")) == 2 * 3


def test_S34_pairs_of_corals() -> None:
    assert orange(2, corals("rryyyyygpp", "rrrrrrrrrr")) == 12


def test_S35_the_most_frequent_fish() -> None:
    assert orange(3, corals("rrrrrrrrr", "yyyyppgrr")) == 12
    assert orange(3, corals("rrrrrr", "yyyppp")) == 9  # one colour only
    assert orange(3, corals("rrrrrrr", "yyyyyyy")) == 18


def test_S36_corals_with_a_fish_of_another_colour() -> None:
    assert orange(4, corals("rrygp", "ryygg")) == 2 * 2


def test_S37_rows_with_two_corals_of_a_colour() -> None:
    spaces = ["b1", "h1", "a2", "c2", "b3", "d3", "f3", "h3", "a4", "i4", "b5"]
    assert orange(5, corals("rrrygpggyyp", "rrrrrrrrrrr", spaces)) == 12


def test_S38_the_largest_group_of_adjoining_corals() -> None:
    group = ["b1", "c2", "d3", "e4", "f5", "e2", "f1"]
    tiles = corals("rygprygp", "rrrrrrrr", [*group, "a4"])
    assert orange(6, f"{tiles} g4:3^") == 14  # a4 touches nothing, g4 is unfinished
    assert orange(6, corals("rr", "rr", ["c2", "e2"])) == 2  # corners do not join


def test_S39_colours_with_three_fish() -> None:
    assert orange(7, corals("r" * 17, "rr" + "y" * 9 + "ggg" + "ppp")) == 12


# S40 to S46: blue cards


def test_S40_rows_with_two_creatures() -> None:
    assert blue(1, creatures("b1 h1 a2 c2 e2 b3 a4") + " c4:A1^") == 8


def test_S41_creatures_on_inner_spaces() -> None:
    assert blue(2, creatures("c2 h3 g4 b1 i4") + " e2:A1^") == 9


def test_S42_creatures_that_neighbour_a_creature() -> None:
    assert blue(3, creatures("b1 c2 e2 e4 a4 i2") + " h1:A1^") == 2 * 4  # e2 and e4 touch by a corner
    assert blue(3, creatures("b1 f1 c4")) == 0


def test_S43_columns_with_exactly_one_creature() -> None:
    assert blue(4, creatures("b1 b3 a2 d1 e4") + " d3:A1^ e2:3^r") == 6


def test_S44_the_most_possible_pairs_count() -> None:
    assert blue(5, creatures("b1 c2 d3 e2 g2")) == 8  # a chain of four makes two pairs, wherever the pairing starts
    assert blue(5, creatures("c2 b1 d1 b3 d3")) == 4  # a star makes one
    assert blue(5, creatures("c2 e2 g2")) == 0
    assert blue(5, creatures("a2 b1 c2 d1 e2 f1")) == 12
    assert blue(5, creatures("c2 d3 e4 b3 d1 e2")) == 12


def test_S45_kinds_of_tiles_on_inner_spaces() -> None:
    tiles = corals("yprr", "rrrr", ["c2", "e2", "g2", "b3"])
    assert blue(6, f"{tiles} {creatures('d3 f3 h3 c4', 'A1 A2 A3 A3')} b1:41^r e4:C1^ g4:41^") == 12


def test_S46_kinds_of_tiles_on_outer_spaces() -> None:
    tiles = corals("rygpp", "rrrrr", ["b1", "d1", "f1", "h1", "a2"])
    assert blue(7, f"{tiles} {creatures('i2 a4 i4 b5', 'A1 A2 A3 A3')} c2:C1^* d5:C2^") == 14


# S47 to S49: solo games


@pytest.mark.parametrize(("fish", "points"), [(0, 0), (1, 0), (2, 0), (3, -2), (6, -8)])
def test_S47_the_lionfish_costs_two_points_a_fish_after_the_second(fish: int, points: int) -> None:
    assert sheet(ocean("", lionfish=fish)).lionfish == points


def test_S47_the_lionfish_pays_for_shells() -> None:
    state = position("e2:3^", "e1r", shells=1)
    paid = play(state, "lionfish")
    assert sum(paid.fields.lionfish) == 1
    assert paid.fields.credit == 1
    refreshed = play(paid, "refresh corals").fields
    assert (refreshed.shells[0], refreshed.credit) == (1, 0)
    moved = play(paid, "move e1", "drop f2").fields  # one shell and one fish
    assert (moved.shells[0], moved.credit) == (0, 0)
    moved = play(paid, "lionfish", "move e1", "drop f2").fields  # two fish
    assert (moved.shells[0], sum(moved.lionfish)) == (1, 2)


@pytest.mark.parametrize(
    ("before", "decision", "modified", "price", "sentence"),
    [
        ([], "refresh corals", "none", 1, "Ada pays 1 shell and refreshes the corals."),
        (["lionfish"], "refresh corals", "none", 0, "Ada refreshes the corals at the lionfish's expense."),
        (["lionfish"], "combine", "none", 0, "Ada takes any tile with any fish at the lionfish's expense."),
        (["lionfish"], "move e1", "none", 1, "Ada pays 1 shell to move the red fish from e1."),
        (["lionfish"] * 2, "move e1", "none", 0, "Ada takes up the red fish from e1 at the lionfish's expense."),
        (["lionfish"] * 2, "move coral e2", "3", 0, "Ada takes up the coral on e2 at the lionfish's expense."),
    ],
)
def test_S47_the_price_shown_is_the_price_paid(
    before: list[str], decision: str, modified: str, price: int, sentence: str
) -> None:
    state = play(position("e2:3^", "e1r", shells=2, options={"modified": modified}), *before)
    after = play(state, decision)
    event = SEA.events(state, SEA.parse(state, decision), after, 0)[0]
    choice = next(one for one in state.view(0).legal if one.text == decision)
    assert event.price == choice.price == price == state.fields.shells[0] - after.fields.shells[0]
    assert SEA.words().describe(event, ["Ada"]) == sentence
    for language in LANGUAGES:
        words = SEA.words(language)
        assert all("0" not in words.describe(shown, ["Ada"]) for shown in (event, choice))


def test_S47_what_the_lionfish_has_paid_for_must_be_done() -> None:
    for stage in (layout.CHOOSING, layout.FINISHING):
        state = play(position("e2:3^", "e1r", shells=0, stage=stage), "lionfish", "lionfish")
        assert legal(state) == {"move e1"}
    assert not {"take 1 coral", "end"} & legal(play(state, "move e1", "drop f2", "lionfish"))


def test_S47_only_solo_games_have_the_lionfish() -> None:
    assert "lionfish" not in legal(position("e2:3^", "e1r", seats=2))


def test_S48_the_game_ends_when_the_last_fish_leaves_the_bag() -> None:
    state = changed(position("e2:3^", "e1r", shells=0), fish_bag=(0, 1, 0, 0))
    over = play(state, "lionfish")
    assert over.over
    assert over.fields.pool == state.fields.pool  # the action to be paid for is not done
    state = position("e2:3^", "e1r", stage=FINISHING, fish="rygp", shells=0)
    assert play(changed(state, fish_bag=(1, 0, 0, 0)), "end").over
    assert not play(changed(state, fish_bag=(2, 0, 0, 0)), "end").over


def test_S48_the_bag_is_checked_after_a_refresh_returns_the_old_fish() -> None:
    state = changed(position(shells=1), fish_bag=(2, 1, 1, 1))
    assert not play(state, "refresh fish").over


def test_S48_with_several_players_the_game_goes_on() -> None:
    state = changed(position(stage=FINISHING, fish="rygp", seats=2), fish_bag=(1, 0, 0, 0))
    assert not play(state, "end").over


@pytest.mark.parametrize(
    ("points", "rank"),
    [
        (129, None), (130, "swimmer"), (145, "diver"), (159, "diver"), (160, "sailor"), (170, "siren"),
        (180, "nymph"), (189, "nymph"), (190, "poseidon"),
    ],
)  # fmt: skip
def test_S49_ranks(points: int, rank: str | None) -> None:
    assert scoring(points).view(None).rank == rank


def test_S49_the_ladder_of_ranks_is_shown_after_a_solo_game() -> None:
    ladder = [(one.rank, one.points) for one in scoring(74).view(None).ranks]
    assert ladder[0] == ("swimmer", 130)
    assert ladder[-1] == ("poseidon", 190)
    assert ocean("", over=False).view(None).ranks is None


def test_S49_a_family_game_gives_no_rank() -> None:
    # Whatever the points: the ranks assume ecosystem cards.
    state = ocean(" ".join(f"{space}:A1^*" for space in SPACE_NAMES), options={"mode": "family"})
    assert (state.scores()[0] or 0) >= 190
    assert state.view(None).rank is None
    assert state.view(None).ranks is None


# S50: the family game


def test_S50_in_a_family_game_only_tiles_score() -> None:
    tiles = "e2:16^r c2:C1^* d3:A3^"
    state = ocean(tiles, "e1r f2y", cards=(1, 2), lionfish=5, options={"mode": "family"})
    found = sheet(state)
    assert found.rows == [0, 15, 3, 0, 0]
    assert (found.orange, found.blue, found.diversity, found.fish) == (0, 0, 0, 0)
    assert found.lionfish == -6
    assert found.total == 12


@pytest.mark.parametrize("creatures", ["random", "first_game"])
def test_S50_no_cards_and_the_types_of_a_standard_game(creatures: str) -> None:
    for seed in range(5):
        state = SEA.deal(2, seed, {"mode": "family", "creatures": creatures})
        assert msgspec.to_builtins(state.view(None).cards) == {"orange": [], "blue": []}
        assert state.fields.types == SEA.deal(2, seed, {"creatures": creatures}).fields.types
        assert SEA.position(state.position) == state


def test_S50_the_preset_has_the_first_game_types() -> None:
    state = SEA.deal(2, 1, SEA.presets["family"])
    assert state.fields.types == SEA.deal(2, 1, {"creatures": "first_game"}).fields.types
