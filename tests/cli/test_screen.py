"""The terminal: everything that a decision needs on one screen of 80 by 24, games that are saved and gone on with."""

import io
from collections.abc import Iterator
from pathlib import Path

import pytest
from rich.console import Console

import atoll
from atoll import Game, Record, State
from atoll.bots import Budget, bot
from atoll.cli import main, play, screen
from atoll.cli.console import words_for
from atoll.cli.play import Table
from atoll.cli.screen import Paper, Screen, grouped
from atoll.core.locale import LANGUAGES, plain

WIDTH, HEIGHT = 80, 24


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> io.StringIO:
    """Return a terminal of 80 by 24: the text that was written to it since it was last cleared."""
    written = io.StringIO()
    console = Console(file=written, width=WIDTH, height=HEIGHT, force_terminal=True, color_system=None, soft_wrap=True)
    monkeypatch.setattr(screen, "console", console)
    monkeypatch.setattr(console, "clear", lambda: (written.seek(0), written.truncate()))
    return written


def moments(game: Game, seats: int, step: int) -> Iterator[State]:
    state, number = game.deal(seats, 11), 0
    players = [bot("crab", seat) for seat in range(seats)]
    while (seat := state.actor) is not None:
        if number % step == 0:
            yield state
        state = state.play(players[seat].choose(state.hide(seat), seat, Budget()))
        number += 1


def shown(state: State, language: str, terminal: io.StringIO) -> list[str]:
    names = ["Player 1", *(f"Player {seat} (seahorse)" for seat in range(2, state.seats + 1))]
    table = Table(Record(state, players=names), {}, words_for(language), Screen(words_for(language)))
    for number in range(5):
        table.shown.tell(f"News {number} " + "of what happened just now " * 4)
    assert state.actor is not None
    table.picture(state.view(state.actor)["legal"])
    return terminal.getvalue().rstrip("\n").split("\n")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_decision_fits_a_screen_with_a_line_for_the_answer(
    game: Game, language: str, terminal: io.StringIO
) -> None:
    for seats in range(game.fewest, game.most + 1):
        for state in moments(game, seats, 9):
            lines = shown(state, language, terminal)
            assert len(lines) < HEIGHT, "\n".join(lines)
            assert max(map(len, lines)) <= WIDTH, "\n".join(lines)


def test_choices_are_on_the_screen_with_what_they_bring(game: Game, terminal: io.StringIO) -> None:
    """All of them, or the way to the rest."""
    gains = 0
    for state in moments(game, game.most, 3):
        text = " ".join(shown(state, "en", terminal))
        choices = state.view(state.actor)["legal"]
        gains += any(choice["preview"]["best"] > 0 for choice in choices) and "(+" in text
        assert "choices shows the rest" in text or str(choices[-1]["text"]).split()[0] in text
    assert gains


def test_a_big_terminal_shows_the_whole_table(terminal: io.StringIO, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(screen, "console", Console(file=terminal, width=140, height=70, force_terminal=True))
    state = atoll.game("shallow_sea").deal(2, 4)
    table = Table(Record(state, players=["Ada", "Bo"]), {}, words_for("en"), Screen(words_for("en")))
    table.picture([])
    assert plain(state.game.picture(state, names=["Ada", "Bo"])).splitlines()[-1] in terminal.getvalue()


def test_a_list_breaks_between_choices() -> None:
    choices = [{"text": f"put {column}{row} turn 1", "preview": {"best": 0}} for column in "abcdefgh" for row in "123"]
    lines = grouped(choices, 40)
    assert len(lines) > 1
    assert all(len(line) <= 40 for line in lines)
    assert " ".join(line.strip() for line in lines).replace("put ", "").split(", ") == [
        str(choice["text"]).removeprefix("put ") for choice in choices
    ]


def test_help_stays_until_it_has_been_read(terminal: io.StringIO, monkeypatch: pytest.MonkeyPatch) -> None:
    screens: list[str] = []

    def read(_prompt: str, **_options: object) -> str:
        screens.append(terminal.getvalue())
        return ""

    monkeypatch.setattr("atoll.cli.screen.console.input", read)
    table = Table(
        Record(atoll.game("reef").deal(2, 1), players=["Ada", "Bo"]), {}, words_for("en"), Screen(words_for("en"))
    )
    assert table.command("help", [])
    assert "save FILE" in screens[0]
    assert len(screens) == 1
    table.command("rules", [])
    assert len(screens) > 2
    assert all(text.count("\n") < HEIGHT for text in screens)


# Saved games


class Typist(Paper):
    """Somebody who types what was prepared, and leaves."""

    def __init__(self, *typed: str) -> None:
        super().__init__(words_for("en"))
        self.typed = list(typed)

    def ask(self, prompt: str) -> str:  # noqa: ARG002 - the display's signature
        return self.typed.pop(0) if self.typed else "quit"


def run(monkeypatch: pytest.MonkeyPatch, typist: Typist, *arguments: str) -> None:
    monkeypatch.setattr(play, "display", lambda _own: typist)
    main(["play", *arguments])


def test_a_saved_game_goes_on_where_it_was_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.toml"
    run(monkeypatch, Typist("tile 1 creature"), "shallow_sea", "--seats", "1", "--seed", "4", "--save", str(path))
    left = Record.read(path)
    assert len(left.decisions) == 1
    run(monkeypatch, Typist("put b1 turn 0"), "--resume", str(path))
    assert Record.read(path).decisions[:1] == left.decisions
    assert len(Record.read(path).decisions) == 2


def test_a_resumed_game_has_its_bots_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.toml"
    typist = Typist("r b2", "y c2")
    run(monkeypatch, typist, "reef", "--bots", "crab", "--seed", "4", "--save", str(path))
    assert Record.read(path).players == ["Player 1", "Player 2 (crab)"]
    run(monkeypatch, Typist("g b3", "p c3", "", "1"), "--resume", str(path))
    turns = Record.read(path).turns()
    assert {turn[0] for turn in turns} == {"0", "1"}


def test_what_can_not_be_resumed_is_refused(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    over = atoll.game("reef").file("records") / "2p.toml"
    for arguments, wanted in (
        (["--resume", str(over)], "over"),
        (["reef", "--resume", str(over)], "leave that out"),
        (["--resume", str(tmp_path / "none.toml")], "none.toml"),
    ):
        with pytest.raises(SystemExit) as left:
            main(["play", *arguments])
        assert left.value.code == 2
        assert wanted in capfd.readouterr().err


def test_achievements_are_told_at_the_end() -> None:
    game = atoll.game("shallow_sea")
    state = game.deal(1, 3, {"modified": "2"})
    player = bot("crab", 1)
    while not state.over:
        state = state.play(player.choose(state.hide(0), 0, Budget()))
    table = Table(Record(state, players=["Ada"]), {}, words_for("en"), Typist())
    assert [line for line in table.achieved() if line.startswith("Ada has earned: ")]


def test_each_command_has_a_line_of_help(capfd: pytest.CaptureFixture[str]) -> None:
    main(["--help"])
    out = capfd.readouterr().out
    for line in out.splitlines():
        if line.startswith("│ ") and not line.startswith("│ --"):
            assert len(line.strip("│ ").split()) > 2, line
