"""What a finished game earns: rules S51 to S53, each achievement just earned and just missed."""

from collections.abc import Callable

import msgspec
import pytest

from atoll import State
from atoll.games.shallow_sea.achievements import ACHIEVEMENTS, STANDARD_TESTS, TASKS, broken, earned, title
from atoll.games.shallow_sea.kernel import layout
from atoll.testing.sample_games import random_game
from shallow_sea.build_oceans import FIVES, SCENARIOS, SEA, nine, ocean, reaching, scoring

OUTER_SPACES = ["b1", "d1", "f1", "h1", "a2", "i2", "a4", "i4", "b5", "d5", "f5", "h5"]
INNER_SPACES = ["c2", "e2", "g2", "b3", "d3", "f3", "h3", "c4", "e4", "g4"]
SPACES = [*OUTER_SPACES, *INNER_SPACES]


def laid(tiles: list[str], spaces: list[str] = SPACES) -> str:
    """Return tiles on the spaces in order."""
    return " ".join(f"{space}:{tile}" for space, tile in zip(spaces, tiles, strict=False))


def corals(colours: str, fish: str | None = None) -> list[str]:
    """Return finished corals of these colours, each with a fish of its own colour unless fish are given."""
    return [nine(colour, one) for colour, one in zip(colours, fish or colours, strict=True)]


def standard(state: State) -> set[int]:
    found = earned(state, 0)
    assert all(name.startswith("standard.") for name in found)
    return {int(name.partition(".")[2]) for name in found}


# S51: kinds


def test_S51_there_are_50_achievements_and_titles_for_collectors() -> None:
    assert len(set(ACHIEVEMENTS)) == 50
    kinds = [name.partition(".")[0] for name in ACHIEVEMENTS]
    assert [kinds.count(kind) for kind in ("scenario", "standard", "modified")] == [15, 25, 10]
    titles = [None, "sea_explorer", "reef_discoverer", "ocean_traveller", "dive_master", "legendary_sailor"]
    assert [title(number) for number in (9, 10, 20, 30, 40, 50)] == titles
    assert [title(number) for number in (0, 19, 49)] == [None, "sea_explorer", "dive_master"]
    for name in ACHIEVEMENTS:
        assert f"achievement.{name}" in SEA.words()
    for least in range(10, 51, 10):
        assert f"title.{title(least)}" in SEA.words()


def test_S51_a_game_earns_only_the_kind_it_was_played_for() -> None:
    assert standard(scoring(140))
    assert earned(scoring(140, options={"scenario": "1"}), 0) == ["scenario.1"]
    assert earned(scoring(139, options={"scenario": "1"}), 0) == []
    assert earned(scoring(140, options={"modified": "6"}), 0) == ["modified.6"]
    assert earned(scoring(140, options={"modified": "6", "scenario": "1"}), 0) == []


def test_S51_family_games_and_unfinished_games_earn_nothing() -> None:
    assert earned(ocean(laid(corals("rygp" * 4)), options={"mode": "family"}), 0) == []
    assert earned(ocean(laid(corals("rygp" * 4)), options={"mode": "family", "modified": "6"}), 0) == []
    assert earned(ocean(laid(corals("rygp" * 4)), over=False), 0) == []


def test_S51_everybody_earns_for_themselves() -> None:
    *_, (_, _, last) = random_game(SEA, 4, {"modified": "6"}, 5)
    assert [earned(last, seat) for seat in range(4)] == [["modified.6"]] * 4


# S52: scenarios


@pytest.mark.parametrize("number", range(1, 16))
def test_S52_a_scenario_needs_its_points(number: int) -> None:
    least = SCENARIOS[number].points
    enough, missed = SCENARIO_OCEANS[number](least), SCENARIO_OCEANS[number](least - 1)
    assert [enough.scores(), missed.scores()] == [[least], [least - 1]]
    assert earned(enough, 0) == [f"scenario.{number}"]
    assert earned(missed, 0) == []


def padded(
    number: int, tiles: list[str], points: int, *, shells: int = 2, cards: tuple[int, int] = (layout.NONE, layout.NONE)
) -> State:
    """Return an ocean of scenario `number` with the given points."""
    return reaching(points, laid(tiles), shells=shells, cards=cards, options={"scenario": str(number)})


CREATURES = [f"{code}^*" for code in ("A1", "A2", "C1", "C2", "D1", "E1")]
SCENARIO_OCEANS: dict[int, Callable[[int], State]] = {
    1: lambda points: padded(1, corals("rygp" * 3), points),
    2: lambda points: padded(2, corals("rygp" * 3), points),
    3: lambda points: padded(3, corals("rygp" * 3), points),
    4: lambda points: padded(4, corals("rryyggpp" + "r" * 6), points),
    5: lambda points: padded(5, corals("rrrrr" + "y" * 4 + "g" * 4), points),
    6: lambda points: padded(6, [*CREATURES[:4], *corals("r" * 14)], points),
    7: lambda points: padded(7, corals("r" * 16, "r" + "y" * 15), points),
    8: lambda points: padded(8, [*CREATURES[:4], *corals("r" * 14)], points),
    9: lambda points: padded(9, corals("r" * 16, "r" * 5 + "y" * 11), points),
    10: lambda points: padded(10, [*CREATURES[:5], *corals("r" * 14)], points),
    11: lambda points: padded(11, [*CREATURES[:6], *corals("r" * 14)], points),
    12: lambda points: padded(12, [*corals("rygp" * 3), *["C1^*"] * 6], points, cards=(1, 4)),
    13: lambda points: padded(13, corals("rygp" * 4), points, shells=2),
    14: lambda points: padded(14, corals("rygp" * 4, "rrrrr" + "yyyygggpppp"), points),
    15: lambda points: padded(15, corals("rygp" * 5), points),
}


def missed_task(number: int) -> State:
    """Return an ocean of scenario `number` with points to spare that just misses its task."""
    tiles = {
        4: corals("rryyggp" + "r" * 12),
        5: corals("rrrryyyyggggpppp"),
        6: [*CREATURES[:3], *corals("r" * 9), "D1^*", *corals("r" * 6)],
        7: corals("r" * 20, "rr" + "y" * 18),
        8: [*CREATURES[:3], CREATURES[0], *corals("r" * 17)],
        9: corals("r" * 20, "r" * 6 + "y" * 14),
        10: [*CREATURES[:4], CREATURES[0], *corals("r" * 17)],
        11: [*CREATURES[:5], CREATURES[0], *corals("r" * 16)],
        12: [*corals("rygp" * 3, "rygp" * 2 + "yrrr"), *["C1^*"] * 6, *corals("ry", "yr")],
        13: corals("rygp" * 5),
        14: corals("rygp" * 4, "rrrryyyyggggpppp"),
    }[number]
    shells = 1 if number == 13 else 2
    loose = "b0r d0r f0r h0r c1r e1r g1r b2r d2r f2r h2r a3r c3r e3r g3r i3r b4r d4r f4r h4r"
    cards = (1, 4) if number == 12 else (layout.NONE, layout.NONE)
    return ocean(laid(tiles), loose, shells=shells, cards=cards, options={"scenario": str(number)})


@pytest.mark.parametrize("number", sorted(TASKS))
def test_S52_a_scenario_needs_its_task(number: int) -> None:
    state = missed_task(number)
    assert (state.scores()[0] or 0) >= SCENARIOS[number].points
    assert earned(state, 0) == []


@pytest.mark.parametrize("number", sorted(TASKS))
def test_S52_the_view_shows_the_progress_of_a_task(number: int) -> None:
    points, task = missed_task(number).view(None).players[0].goals
    have = missed_task(number).scores()[0]
    need = SCENARIOS[number].points
    assert msgspec.to_builtins(points) == {"what": "points", "rank": None, "have": have, "need": need}
    assert task.what == TASKS[number].what
    assert task.have < task.need == TASKS[number].need
    assert f"goal.{task.what}" in SEA.words()


def test_S52_only_two_corals_of_a_colour_count_for_scenario_4() -> None:
    state = ocean(laid(corals("rrrryy")), options={"scenario": "4"})
    assert msgspec.to_builtins(state.view(None).players[0].goals[1]) == {
        "what": "corals",
        "rank": None,
        "have": 4,
        "need": 8,
    }


def test_S49_only_a_standard_solo_game_has_the_next_rank_as_its_goal() -> None:
    assert msgspec.to_builtins(scoring(74).view(None).players[0].goals) == [
        {"what": "rank", "rank": "swimmer", "have": 74, "need": 130}
    ]
    assert ocean("", seats=2).view(None).players[0].goals == []
    assert ocean("", options={"mode": "family"}).view(None).players[0].goals == []


def test_S52_the_four_outer_creatures_of_scenario_6_must_be_of_different_types() -> None:
    tiles = ["A1^*", "A1^*", "C1^*", "C2^*", *corals("r" * 18)]
    assert earned(ocean(laid(tiles), options={"scenario": "6"}), 0) == []
    tiles[1] = "A2^*"
    assert earned(ocean(laid(tiles), options={"scenario": "6"}), 0) == ["scenario.6"]


def test_S52_the_orange_card_counts_double_in_scenario_14() -> None:
    tiles = laid(corals("rygp" * 4, "rrrrr" + "yyyygggpppp"))
    double = ocean(tiles, cards=(7, 5), options={"scenario": "14"})
    plain = ocean(tiles, cards=(7, 5))
    assert double.scores()[0] == (plain.scores()[0] or 0) + 16
    assert (double.view(None).doubled, plain.view(None).doubled) == ("orange", None)
    assert double.view(None).players[0].cards.orange == [32]


def test_S52_scenario_15_takes_the_cheapest_colour_away() -> None:
    assert ocean(laid(corals("rrrygg")), options={"scenario": "15"}).scores() == [54]  # purple: nothing to lose
    assert ocean(laid(corals("rrrygpp")), options={"scenario": "15"}).scores() == [54]  # yellow or green: 9


# S53: the standard list


@pytest.mark.parametrize(("number", "least"), list(enumerate((130, 145, 160, 170, 180, 190), 1)))
def test_S53_standard_1_to_6_points(number: int, least: int) -> None:
    assert number in standard(scoring(least))
    assert number not in standard(scoring(least - 1))


Case = tuple[int, str, State, State]
RED, YELLOW = f"{FIVES['r']}^", f"{FIVES['y']}^"
ALL_BUT_TWO = [space for space in SPACES if space not in ("c2", "e2")]
CASES: list[Case] = [
    (7, "all corals", ocean(laid(["A1^", *corals("rr")])), ocean(laid(["A1^", *corals("rr"), RED]))),
    (7, "there must be one", ocean(laid(["A1^*", *corals("r")])), ocean("c2:A1^*")),
    (8, "all creatures", ocean(laid(["A1^*", "C1^*", RED])), ocean(laid(["A1^*", "C1^", RED]))),
    (9, "all tiles", ocean(laid(["A1^*", *corals("r")])), ocean(laid(["A1^*", *corals("r"), RED]))),
    (9, "creatures too", ocean(laid(["A1^*", *corals("r")])), ocean(laid(["A1^", *corals("r")]))),
    (10, "five shells", ocean("c2:A1^", shells=5), ocean("c2:A1^", shells=4)),
    (
        11, "20 points from fish",
        ocean(laid(corals("r" * 22)), "c3r e3r g3r d2r f2r"), ocean(laid(corals("r" * 22)), "c3r e3r g3r d2r c1r"),
    ),
    (12, "six types", ocean(laid(CREATURES)), ocean(laid([*CREATURES[:5], CREATURES[0]]))),
    (13, "eight creatures", ocean(laid(["A1^*"] * 8)), ocean(laid([*["A1^*"] * 7, "A1^"]))),
    (14, "all different", ocean(laid(["A1^*", "A2^*", "A1^"])), ocean(laid(["A1^*", "A2^*", "A1^*"]))),
    (14, "there must be one", ocean(laid(["A1^*", "A1^"])), ocean(laid(["A1^", "A2^"]))),
    (15, "20 from orange", ocean(laid(corals("r" * 10)), cards=(1, 1)), ocean(laid(corals("r" * 9)), cards=(1, 1))),
    (
        16, "15 from blue", ocean(laid(["A1^*"] * 5, INNER_SPACES), cards=(1, 2)),
        ocean(laid(["A1^*"] * 4, INNER_SPACES), cards=(1, 2)),
    ),
    (
        17, "the same from both", ocean(laid(["A1^*", *corals("r")], INNER_SPACES), cards=(3, 2)),
        ocean(laid(["A1^*", *corals("r")], INNER_SPACES), cards=(1, 2)),
    ),
    (18, "three coral colours", ocean(laid(corals("ryg", "ppp"))), ocean(laid(corals("rygp", "pppp")))),
    (18, "there must be one", ocean(laid(corals("r"))), ocean(laid([RED, "A1^*"]))),
    (19, "three fish colours", ocean(laid(corals("rrrr", "ryyg"))), ocean(laid(corals("rrrr", "rygp")))),
    (19, "there must be one", ocean(laid(corals("r"))), ocean(laid([RED, "A1^*"]), "b0r")),
    (20, "two fish colours", ocean(laid(corals("rygp", "rryy"))), ocean(laid(corals("rygp", "rryg")))),
    (20, "there must be one", ocean(laid(corals("r"))), ocean(laid([RED]), "b0r")),
    (21, "three together", ocean(laid(corals("rrg", "ryy"))), ocean(laid(corals("rrg", "ryp")))),
    (21, "there must be one", ocean(laid(corals("r"))), ocean(laid([RED]), "b0r")),
    (
        22, "no neighbours empty", ocean(laid([YELLOW] * 22, [space for space in SPACES if space not in "b1f1c4g4"])),
        ocean(laid([YELLOW] * 22, [space for space in SPACES if space not in "b1d1c4g4"])),
    ),
    (
        22, "corners touch too", ocean(laid([YELLOW] * 22, [space for space in SPACES if space != "c2"])),
        ocean(laid([YELLOW] * 22, ALL_BUT_TWO)),
    ),
    (
        23, "outer spaces finished", ocean(laid([*corals("r" * 11), "A1^*"])), ocean(laid([*corals("r" * 11), "A1^"])),
    ),
    (23, "outer spaces filled", ocean(laid(corals("r" * 12))), ocean(laid(corals("r" * 11)))),
    (
        24, "nines of each colour", ocean(laid(corals("rygp"))),
        ocean(laid([*corals("ryg"), f"{FIVES['p']}^r"])),
    ),
    (25, "three of each", ocean(laid(corals("rygp" * 3))), ocean(laid(corals("rygp" * 2 + "rygr")))),
]  # fmt: skip


@pytest.mark.parametrize(
    ("number", "enough", "missed"),
    [pytest.param(number, enough, missed, id=f"{number}-{why}") for number, why, enough, missed in CASES],
)
def test_S53_standard_achievements(number: int, enough: State, missed: State) -> None:
    assert number in standard(enough)
    assert number not in standard(missed)


def test_S53_equal_cards_of_no_points_earn_nothing() -> None:
    assert 17 not in standard(ocean(laid([RED, "A1^"]), cards=(1, 2)))


def test_S53_every_standard_achievement_has_a_case() -> None:
    assert {case[0] for case in CASES} | set(range(1, 7)) == set(range(1, len(STANDARD_TESTS) + 1))


# S53: modified rules


@pytest.mark.parametrize("number", range(1, 11))
def test_S53_a_modified_rule_is_earned_by_playing_to_the_end(number: int) -> None:
    options = {"modified": str(number)}
    line = list(random_game(SEA, 2, dict(options), 3))
    last, before = line[-1][2], line[-1][0]
    assert [earned(last, seat) for seat in range(2)] == [[f"modified.{number}"]] * 2
    assert earned(before, 0) == []
    assert not broken(last, 0)


@pytest.mark.parametrize("number", range(1, 11))
def test_S53_a_game_cut_short_by_an_empty_fish_bag_earns_no_modified_rule(number: int) -> None:
    state = SEA.deal(1, 3, {"modified": str(number)})
    for _ in range(600):
        if state.over:
            break
        legal = {SEA.format(state, decision): decision for decision in state.legal()}
        spent = [legal[text] for text in legal if text.startswith(("lionfish", "refresh", "move"))]
        state = state.play(spent[0] if spent else min(legal.values()))
    assert state.over
    assert state.fields.turn < layout.ROUNDS
    assert earned(state, 0) == []


def test_S53_modified_1_is_lost_by_a_coral_that_neighbours_none() -> None:
    options = {"modified": "1"}
    kept, lost = f"c2:{RED} e2:{YELLOW} g2:A1^", f"c2:{RED} e2:A1^ g2:{YELLOW}"
    assert earned(ocean(kept, options=options), 0) == ["modified.1"]
    assert broken(ocean(lost, options=options), 0)
    assert earned(ocean(lost, options=options), 0) == []
    assert earned(ocean("c2:A1^", options=options), 0) == ["modified.1"]


def test_S53_modified_10_is_lost_by_adjoining_finished_creatures() -> None:
    options = {"modified": "10"}
    assert earned(ocean("c2:A1^* e2:A2^* d3:C1^", options=options), 0) == ["modified.10"]
    lost = ocean("c2:A1^* d3:A2^*", options=options)
    assert broken(lost, 0)
    assert earned(lost, 0) == []


def test_S53_other_modified_rules_cannot_be_broken() -> None:
    for number in (2, 3, 4, 5, 6, 7, 8, 9):
        state = ocean(f"c2:A1^* d3:A2^* i2:{RED} i4:{YELLOW} b5:{YELLOW}", options={"modified": str(number)})
        assert not broken(state, 0)
        assert earned(state, 0) == [f"modified.{number}"]
