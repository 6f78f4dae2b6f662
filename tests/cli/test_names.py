"""Names are printed unchanged, even those that look like colour marks, escapes or emoji codes."""

from pathlib import Path

import pytest

import atoll
from atoll import Game
from atoll.cli import main
from atoll.cli.console import render
from atoll.core.fair import Proof, commitment, seed
from atoll.kit.locale import literal, plain
from shallow_sea.test_scoresheet import EXAMPLE


def two_oceans() -> str:
    """Return a score sheet of Shallow Sea on which two players have the same ocean."""
    text = EXAMPLE.replace('f5 = "D2< done"', 'f5 = "coral"').replace("red 5 yellow", "red 5 red")
    head, player = text.replace('"Ada"', "'NAME0'").split("[[player]]")
    return "[[player]]".join([head.partition('"shallow_sea"')[2], player, player.replace("NAME0", "NAME1")])


ODD = ("[ada]", "Bo[/]", "a\\[b]", "[x", "y]", "[bold]", "[[/]", "\\", ":fish:", "[#f00]z", "[@click=a]", "]")
SHEETS = {
    "reef": """
[[player]]
name = 'NAME0'
points = 7
board = [". . . .", ". . . .", ". . . .", ". . . ."]
[[player]]
name = 'NAME1'
points = 7
board = [". . . .", ". . . .", ". . . .", ". . . ."]
""",
    "chain_reaction": """
[[player]]
name = 'NAME0'
secret = "red"
tiles = []
[[player]]
name = 'NAME1'
secret = "blue"
tiles = []
""",
    "shallow_sea": two_oceans(),
}


def ordinary(names: list[str]) -> list[str]:
    """Return names of the same lengths that need no escaping and occur nowhere else."""
    return ["QXZJ"[seat] * len(name) for seat, name in enumerate(names)]


def renamed(text: str, names: list[str], others: list[str]) -> str:
    for name, other in zip(names, others, strict=True):
        text = text.replace(name, other)
    return text


@pytest.mark.parametrize("name", ODD)
def test_a_name_among_marks_is_printed_unchanged(name: str) -> None:
    for marked in (f"[bold]{literal(name)}[/]", f"{literal(name)}[red][/]", f"[dim]a[/]{literal(name)}"):
        assert render(marked).plain == plain(marked)
    assert plain(f"[bold]{literal(name)}[/]") == name


def test_marks_become_styles() -> None:
    text = render(f"[bold]a [red]b[/] {literal('[c]')}[/] d")
    assert text.plain == "a b [c] d"
    styles = {text.plain[span.start : span.end]: str(span.style) for span in text.spans}
    assert styles == {"a ": "bold", "b": "bold red", " ": "bold", "[": "bold", "c]": "bold"}


@pytest.mark.parametrize("first", range(0, len(ODD), 4))
def test_a_game_is_replayed_with_its_names(
    game: Game, first: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = atoll.Record.read(game.file("records") / "4p.toml")
    odd, printed = list(ODD[first : first + 4]), {}
    names = ordinary(odd)
    for style, players in (("odd", odd), ("ordinary", names)):
        record.players = players
        record.write(tmp_path / "game.toml")
        main(["replay", str(tmp_path / "game.toml"), "--ply", "40", "--language", "en"])
        printed[style] = capsys.readouterr().out
    assert all(name in printed["ordinary"] for name in names)
    assert printed["odd"] == renamed(printed["ordinary"], names, odd)


@pytest.mark.parametrize("first", range(0, len(ODD), 2))
def test_a_boxed_game_is_scored_with_its_names(
    game: Game, first: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    odd, printed = list(ODD[first : first + 2]), {}
    names = ordinary(odd)
    path = tmp_path / "sheet.toml"
    picture = ["--picture"] if hasattr(game.part("scoresheet"), "picture") else []
    for style, players in (("odd", odd), ("ordinary", names)):
        sheet = f'game = "{game.id}"' + renamed(SHEETS[game.id], ["NAME0", "NAME1"], players)
        path.write_text(sheet, encoding="utf-8")
        main(["score", str(path), "--language", "en", *picture])
        printed[style] = capsys.readouterr().out
    assert printed["ordinary"].count(names[0]) >= 1 + len(picture)
    assert printed["odd"] == renamed(printed["ordinary"], names, odd)


def test_a_file_name_may_look_like_a_mark(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    secret, nonces = "a" * 64, ("b", "c")
    deal = atoll.find_game("reef").deal(2, seed(secret, nonces))
    record = atoll.Record(deal, proof=Proof(commitment(secret), secret, nonces))
    path = tmp_path / "[bold]game[x].toml"
    record.write(path)
    main(["verify", str(path)])
    assert capsys.readouterr().out.startswith(f"{path}: the deal is fair: ")
