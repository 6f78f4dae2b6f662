"""Records can be read back; invalid ones are refused with the place of the error."""

from pathlib import Path

import pytest

import atoll
from atoll import InvalidRecord, Record

REEF = atoll.find_game("reef")
GOLDEN = REEF.file("records") / "2p.toml"
TEXT = GOLDEN.read_text(encoding="utf-8")


def test_iterating_a_record_replays_it() -> None:
    record = Record.read(GOLDEN)
    states = list(record)
    assert states[0] == record.deal
    assert states[-1] == record.last
    assert len(states) == len(record.decisions) + 1
    assert states[-1].over


def test_writing_and_reading_an_unfinished_game(tmp_path: Path) -> None:
    deal = REEF.deal(3, 2**64 - 1, {"setup": "expert"})
    record = Record(deal, deal.legal()[:1], ['Łucja "L"', "Ünal\n", "\x7f"], seed=2**64 - 1)
    record.write(tmp_path / "game.toml")
    again = Record.read(tmp_path / "game.toml")
    assert again == record
    assert [path.name for path in tmp_path.iterdir()] == ["game.toml"]


@pytest.mark.parametrize(
    ("old", "new", "named"),
    [
        ('game = "reef"', 'game = "chess"', ["chess", "reef"]),
        ('game = "reef"', "", ["game must be given"]),
        ("rules = 1", "rules = 2", ["rules = 2", "another version"]),
        ("rules = 1", "", ["rules = None"]),
        ("rules = 1", "rules = 1\nweather = 3", ["weather", "not known"]),
        ('seed = "0"', 'seed = "x"', ["seed", "whole number"]),
        ('"1: top 5', '"0: top 5', ["turn 3", "seat 1"]),
        ('"1: top 5', '"1: grab 5', ["turn 3", "grab"]),
        ('"1: top 5', '"1: top 60', ["turn 3", "card 60"]),
        ('"0: play 26, y c1', '"0: play 26, p c1', ["turn 4", "no purple piece"]),
        ("scores = [52, 7]", "scores = [53, 7]", ["scores = [53, 7]", "[52, 7]"]),
        ("scores = [52, 7]\n", "", ["scores = None", "[52, 7]"]),
        ("ranking = [1, 2]", "ranking = [2, 1]", ["ranking", "[1, 2]"]),
        ("first=1", "first=9", ["first=9", "from 0 to 1"]),
        ("turns = [", 'turns = "', ["is not TOML"]),
        ('deal = "reef:1', 'deal = "reef:2', ["reef:1"]),
        ('players = ["', 'players = ["Cy", "Di", "', ["players must be 2 names", "not 4"]),
        ('players = ["', 'players = ["Cy", "', ["players must be 2 names", "not 3"]),
        ("rules = 1", f"rules = {'9' * 5000}", ["is not TOML"]),
        ("rules = 1", f"rules = {'[' * 5000}", ["is not TOML"]),
    ],
)
def test_a_refused_record_names_the_place(tmp_path: Path, old: str, new: str, named: list[str]) -> None:
    assert old in TEXT
    path = tmp_path / "wrong.toml"
    path.write_text(TEXT.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(InvalidRecord) as refusal:
        Record.read(path)
    for word in ("wrong.toml", *named):
        assert word in str(refusal.value)


@pytest.mark.parametrize("share", [0.1, 0.5, 0.9, 0.99])
def test_a_truncated_record_is_refused(tmp_path: Path, share: float) -> None:
    path = tmp_path / "half.toml"
    path.write_text(TEXT[: int(len(TEXT) * share)], encoding="utf-8")
    with pytest.raises(InvalidRecord, match=r"half\.toml"):
        Record.read(path)


def test_an_extra_turn_is_refused() -> None:
    with pytest.raises(InvalidRecord, match="the game is over"):
        Record.parse(TEXT.replace("\n]\n", '\n    "0: take 3",\n]\n'))
    with pytest.raises(InvalidRecord, match="the turn was over"):
        Record.parse(TEXT.replace('"1: top 5"', '"1: top 5, top 5"', 1))


def test_a_record_that_cannot_be_written_leaves_nothing_behind(tmp_path: Path) -> None:
    (tmp_path / "game.toml").mkdir()
    with pytest.raises(InvalidRecord, match="can't be written"):
        Record.read(GOLDEN).write(tmp_path / "game.toml")
    assert [path.name for path in tmp_path.iterdir()] == ["game.toml"]


def test_a_file_that_is_not_text_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "noise.toml"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(InvalidRecord, match="UTF-8"):
        Record.read(path)
