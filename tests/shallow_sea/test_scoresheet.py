"""The score sheet of the boxed game: rules S29 to S32."""

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from atoll.games.shallow_sea import scoresheet
from atoll.kit.errors import InvalidScoreSheet
from atoll.kit.locale import LANGUAGES, plain
from shallow_sea.build_oceans import SEA

# An ocean with the scores of the rulebook's example (S32).
EXAMPLE = """
game = "shallow_sea"
orange = 1
blue = 2
[[player]]
name = "Ada"
shells = 3
fish = ["g5 yellow", "h4 yellow", "c3 red", "f4 green", "j2 red", "d4 purple", "e5 red"]
[player.ocean]
d1 = "C4< done"
f1 = "purple 9 purple"
h1 = "green 7 green"
a2 = "coral"
c2 = "green 7 green"
e2 = "D1^ done"
g2 = "purple 7 purple"
i2 = "red 5 yellow"
b3 = "C2^"
d3 = "A3v done"
f3 = "purple 7 red"
h3 = "D2< done"
a4 = "F2> done"
c4 = "green 9 green"
e4 = "yellow 7 green"
g4 = "red 7 red"
f5 = "D2< done"
h5 = "yellow 5 yellow"
"""


def paper(text: str = EXAMPLE) -> dict[str, Any]:
    """Return a sheet as data."""
    return tomllib.loads(text)


def changed(**spaces: str | None) -> dict[str, Any]:
    """Return the example with other tiles on some spaces."""
    data = paper()
    for space, tile in spaces.items():
        data["player"][0]["ocean"].pop(space, None)
        if tile is not None:
            data["player"][0]["ocean"][space] = tile
    return data


def two(shells: int = 3, fish: str = "g5 yellow") -> dict[str, Any]:
    """Return a sheet of two players whose oceans differ only in the second player's shells and one fish."""
    data = changed(f5="coral", i2="red 5 red")
    data["player"].append(changed(f5="coral", i2="red 5 red")["player"][0] | {"name": "Bo", "shells": shells})
    data["player"][1]["fish"][0] = fish
    return data


def score(data: dict[str, Any]) -> dict[str, Any]:
    return scoresheet.score(data, SEA.standard, "game.toml")


def refusal(data: dict[str, Any]) -> str:
    with pytest.raises(InvalidScoreSheet) as caught:
        score(data)
    text = str(caught.value)
    assert text.startswith("game.toml: ")
    assert "\n" not in text
    return text.removeprefix("game.toml: ")


def test_S32_the_rulebooks_example_comes_to_160() -> None:
    sheet = score(paper())
    assert sheet["players"][0]["sheet"] == {
        "orange": 14, "blue": 9, "rows": [22, 26, 26, 28, 12], "diversity": 10, "fish": 13, "lionfish": 0,
        "scenario": 0, "total": 160,
    }  # fmt: skip
    assert sheet["players"][0]["creatures"] == ["A3", "C4", "D1", "D2", "F2"]
    assert sheet["rank"] == "sailor"
    assert sheet["won_by"] is None
    assert sheet["players"][0]["achievements"] == ["standard.1", "standard.2", "standard.3"]


def test_S32_the_sheet_as_text() -> None:
    assert scoresheet.lines(score(paper()), SEA.words())[:12] == [
        "[bold]1. Ada[/]",
        "   orange card 1                          14",
        "   blue card 2                             9",
        "   tiles in row 1                         22",
        "   tiles in row 2                         26",
        "   tiles in row 3                         26",
        "   tiles in row 4                         28",
        "   tiles in row 5                         12",
        "   types of creatures                     10",
        "   incomplete fish                        13",
        "   lionfish                                0",
        "   total                                 160",
    ]
    for language in LANGUAGES:
        text = "\n".join(scoresheet.lines(score(paper()), SEA.words(language)))
        assert "160" in text
        assert "{" not in text


def test_S32_the_word_for_no_creatures_agrees_in_gender() -> None:
    sheet = score(changed(**dict.fromkeys(("d1", "e2", "d3", "h3", "a4", "f5"), "coral")))
    said = {"fr": "créatures complétées\N{NO-BREAK SPACE}: aucune", "it": "creature completate: nessuna"}
    for language, line in said.items():
        assert f"   {line}" in scoresheet.lines(sheet, SEA.words(language))


@pytest.mark.parametrize(
    ("data", "ranking", "won_by"),
    [(two(fish="z2 red"), [1, 2], "points"), (two(shells=4), [2, 1], "shells"), (two(), [1, 1], "shared")],
    ids=["points", "shells", "shared"],
)
def test_S31_places_are_decided_by_points_then_shells(data: dict[str, Any], ranking: list[int], won_by: str) -> None:
    sheet = score(data)
    assert sheet["ranking"] == ranking
    assert sheet["won_by"] == won_by
    assert scoresheet.lines(sheet, SEA.words())[-1].startswith("Ada" if ranking[0] == 1 else "Bo")


def test_S47_in_a_solo_game_the_lionfish_costs_points() -> None:
    data = paper()
    data["player"][0]["lionfish"] = 6
    sheet = score(data)
    assert sheet["players"][0]["sheet"]["lionfish"] == -8
    assert sheet["players"][0]["total"] == 152
    assert sheet["rank"] == "diver"


def test_S48_a_solo_game_may_end_early_when_the_fish_run_out() -> None:
    data = changed(a2=None)
    assert refusal(data) == "player 1: ocean has 17 tiles; at the end there are 18 (S29)"
    data["player"][0]["lionfish"] = 13
    assert score(data)["players"][0]["sheet"]["lionfish"] == -22


def test_S50_a_family_game_counts_only_tiles() -> None:
    data = paper() | {"mode": "family"}
    assert refusal(data) == "orange must be left out in a family game (S50)"
    del data["orange"], data["blue"]
    sheet = score(data)
    assert sheet["players"][0]["total"] == 22 + 26 + 26 + 28 + 12
    assert sheet["players"][0]["achievements"] == []
    lines = scoresheet.lines(sheet, SEA.words())
    assert len(lines) == 11
    assert not [line for line in lines if SEA.words()("sheet.rank") in line]  # a family game gives no rank


def test_S52_a_scenario_fixes_its_cards_and_types() -> None:
    data = paper() | {"scenario": 4}
    assert refusal(data) == "orange must be card 7 in scenario 4 (S52)"
    del data["orange"], data["blue"]
    assert refusal(data) == "creature D1 is not one of this game's types (S9)"


def test_S53_two_cards_of_a_colour_by_modified_rule_7() -> None:
    data = paper() | {"modified": 7, "orange": [1, 2], "blue": [2, 4]}
    sheet = score(data)
    assert sheet["cards"] == {"orange": [1, 2], "blue": [2, 4]}
    assert sheet["players"][0]["sheet"]["orange"] == 14
    assert sheet["players"][0]["achievements"] == ["modified.7"]
    assert refusal(paper() | {"modified": 7}) == "orange must be two cards from 1 to 7, such as [1, 3] (S53)"


def test_S53_a_boxed_game_may_have_broken_modified_rule_10() -> None:
    sheet = score(paper() | {"modified": 10})
    player = sheet["players"][0]
    assert player["broken"]  # D1 on e2 adjoins C4 on d1
    assert player["achievements"] == []


def test_S6_corals_may_be_given_by_number() -> None:
    assert score(changed(f1="73^ purple", a2="1v"))["players"][0]["total"] == 160
    assert score(changed(f1="73 purple"))["players"][0]["total"] == 160


REFUSALS = [
    (
        paper() | {"colour": 1},
        "colour is not known; a sheet has game, mode, scenario, modified, creatures, orange, blue and",
    ),
    (paper() | {"player": []}, "must have 1 to 4 [[player]] tables (S8)"),
    (paper() | {"scenario": 16}, "option scenario: '16' is not one of"),
    (paper() | {"orange": 8}, "orange must be a card from 1 to 7 (S11)"),
    (paper() | {"player": [3]}, "player 1: must be a table of fields (S30)"),
    (paper() | {"player": [{"ocean": 3, "shells": 2}]}, "player 1: ocean must be a drawing, or a table of spaces"),
    (changed(c3="coral"), "player 1: ocean, c3 is not a space"),
    (changed(a2="reef"), "player 1: ocean, a2 is 'reef'; write 'red 7 yellow'"),
    (changed(a2="17"), "player 1: ocean, a2 is '17'; corals are 1 to 76, and an incomplete one has a mark"),
    (changed(a2="77^"), "player 1: ocean, a2 is '77^'; corals are 1 to 76"),
    (changed(d1="F3^"), "player 1: ocean, d1 is F3; creatures are A1 to E4, F1 and F2 (S1)"),
    (changed(f1="1^ green"), "player 1: ocean, f1 has a green fish, for which coral 1 does not ask (S22)"),
    (changed(f1="purple 8 red"), "player 1: ocean, f1 is 'purple 8 red'; there is no purple coral of 8 that asks for"),
    (changed(f1="73^ purple", a2="73^"), "coral 73 lies in two places; there is one of each number (S5)"),
    (changed(a2="D2^"), "there are more than 2 D2 creatures (S9)"),
    (changed(f1=None), "player 1: ocean has 17 tiles; at the end there are 18 (S29)"),
    (changed(a2="red 5 red"), "player 1: fish: there are 18, completed ones included; 18 tiles go with 17 (S14)"),
    (changed(i2="coral", a2="red 5 yellow"), "player 1: ocean, h3 is done, but its condition does not hold (S24)"),
    (changed(d1="C4<"), "player 1: ocean, d1 is not done, but has all it needs (S25)"),
    (changed(a4="C1^ done"), "player 1: ocean, a4 is done, but its condition does not hold (S24)"),
    (paper() | {"creatures": "first_game"}, "creature C2 is not one of this game's types (S9)"),
]


@pytest.mark.parametrize(("data", "sentence"), REFUSALS, ids=[sentence[:40] for _, sentence in REFUSALS])
def test_an_impossible_sheet_is_refused_with_a_sentence_that_names_the_place(
    data: dict[str, Any], sentence: str
) -> None:
    assert refusal(data).startswith(sentence)


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        ("shells", 6, "player 1: shells must be a whole number from 0 to 5 (S12)"),
        ("lionfish", 40, "player 1: lionfish must be a whole number from 0 to 36 (S47)"),
        ("lionfish", 30, "player 1: lionfish is 30; only 19 fish can be there (S47)"),
        ("name", 3, "player 1: name must be text (S30)"),
        ("hand", 3, "player 1: hand is not known here"),
        ("fish", "b2 red", "player 1: fish must be a list of 0 to 35 texts"),
        ("fish", ["b2"], "player 1: fish, number 1 is 'b2'; write a bubble and a colour: 'b2 red' (S21)"),
        ("fish", ["a2 red"], "player 1: fish, number 1 is 'a2 red'; write a bubble and a colour"),
        ("fish", ["c3 red", "c3 red"], "player 1: fish, number 2 is on c3, where another fish is (S21)"),
        ("fish", ["b0 red"], "player 1: fish, number 1 is on b0, which is not a bubble of a tile (S21)"),
        ("fish", ["c3 red"], "player 1: fish: there are 11, completed ones included; 18 tiles go with 17 (S14)"),
    ],
)
def test_an_impossible_player_is_refused(field: str, value: object, sentence: str) -> None:
    data = paper()
    data["player"][0][field] = value
    assert refusal(data).startswith(sentence)


# Drawn oceans

DRAWN = """
            .         .         .         .
       .    -    .  C4<*   .   P9p   .   G7g   .
  .  coral  .   G7g   .  D1^*   .   P7p   .   3^y   r
       .   C2^   r  A3v*   .   P7r   .  D2<*   .
  .  F2>*   .   G9g   p   Y7g   g   R7r   y    -    .
       .    -    .    -    r  D2<*   y   Y5y   .
            .         .         .         .
"""


def drawn(text: str = DRAWN, **more: Any) -> dict[str, Any]:
    """Return the example with its ocean drawn."""
    player = {"name": "Ada", "shells": 3, "ocean": text, **more}
    return {"game": "shallow_sea", "orange": 1, "blue": 2, "player": [player]}


def test_S1_an_ocean_may_be_drawn() -> None:
    assert score(drawn()) == score(paper())
    tidy = "\n".join(" ".join(line.split()) for line in DRAWN.splitlines())
    assert score(drawn(tidy)) == score(paper())
    without = DRAWN.replace("3^y   r", "3^y   .")
    assert score(drawn(without, fish=["j2 red"])) == score(paper())


def test_S32_the_examples_in_the_docs_come_to_160() -> None:
    text = (Path(__file__).parents[2] / "docs" / "shallow_sea.md").read_text(encoding="utf-8")
    examples = [tomllib.loads(block) for block in re.findall("```toml\n(.*?)```", text, re.S)]
    assert [type(example["player"][0]["ocean"]) for example in examples] == [dict, str]
    assert score(examples[0]) == score(examples[1])
    assert score(examples[0])["players"][0]["total"] == 160


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        (
            "            .         .         .         .\n",
            "",
            "player 1: ocean has 5 lines; a drawing has 7, two of them",
        ),
        ("P9p   .", "P9p", "player 1: ocean, line 2 has 8 marks; there are 9 places (S1)"),
        ("P9p", "Q9p", "player 1: ocean, f1 is 'Q9p'; a space is R7y, coral, 17>, 17>r, A3^, A3^* or - (S1)"),
        ("P9p", "P8p", "player 1: ocean, f1 is 'purple 8 purple'; there is no purple coral of 8"),
        ("D1^*", "F4^*", "player 1: ocean, e2 is F4; creatures are A1 to E4, F1 and F2 (S1)"),
        ("3^y   r", "3^y   o", "player 1: ocean, j2 is 'o'; a bubble is . or a fish: r y g p (S1)"),
        ("3^y   r", "3^y   .", "player 1: fish: there are 16, completed ones included; 18 tiles go with 17 (S14)"),
    ],
)
def test_an_impossible_drawing_is_refused_with_its_place(old: str, new: str, sentence: str) -> None:
    assert refusal(drawn(DRAWN.replace(old, new))).startswith(sentence)


def test_the_picture_of_a_sheet_shows_only_what_the_sheet_says() -> None:
    for data in (paper(), drawn()):
        text = plain(scoresheet.picture(data, SEA.standard, "game.toml", SEA.words()))
        rows = text.splitlines()
        assert "Ada, 160 points, 3 shells" in text
        first, second = (next(n for n, row in enumerate(rows) if row.startswith(f"{number} ")) for number in (1, 2))
        assert rows[first].split() == ["1", "o", "b1", "o", "<C4>", "o", "<P9>", "o", "<G7>", "o"]
        assert rows[second].split()[:4] == ["2", "o", "?", "o"]
        assert rows[second + 1].split()[:2] == ["coral", "(g)"]
