"""The terminal: a decision fits a screen of 80 by 24, and saved games are resumed."""

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
from atoll.cli.play import TerminalGame
from atoll.cli.screen import LineDisplay, ScreenDisplay, grouped
from atoll.kit.locale import LANGUAGES, plain
from atoll.kit.view import Choice, Preview

WIDTH, HEIGHT = 80, 24


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> io.StringIO:
    """Return the text written to a terminal of 80 by 24 since it was last cleared."""
    written = io.StringIO()
    console = Console(file=written, width=WIDTH, height=HEIGHT, force_terminal=True, color_system=None, soft_wrap=True)
    monkeypatch.setattr(screen, "console", console)
    monkeypatch.setattr(console, "clear", lambda: (written.seek(0), written.truncate()))
    return written


def positions(game: Game, seats: int, step: int) -> Iterator[State]:
    state, number = game.deal(seats, 11), 0
    players = [bot("crab", seat) for seat in range(seats)]
    while (seat := state.actor) is not None:
        if number % step == 0:
            yield state
        state = state.play(players[seat].choose(state.hide(seat), seat, Budget()))
        number += 1


def shown(state: State, language: str, terminal: io.StringIO) -> list[str]:
    names = ["Player 1", *(f"Player {seat} (seahorse)" for seat in range(2, state.seats + 1))]
    terminal_game = TerminalGame(
        Record(state, players=names), {}, words_for(language), ScreenDisplay(words_for(language))
    )
    for number in range(5):
        terminal_game.display.add_message(f"Message {number} " + "about the last event " * 5)
    assert state.actor is not None
    terminal_game.show_table(state.view(state.actor).legal)
    return terminal.getvalue().rstrip("\n").split("\n")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_decision_fits_a_screen_with_a_line_for_the_prompt(
    game: Game, language: str, terminal: io.StringIO
) -> None:
    for seats in range(game.min_players, game.max_players + 1):
        for state in positions(game, seats, 9):
            lines = shown(state, language, terminal)
            assert len(lines) < HEIGHT, "\n".join(lines)
            assert max(map(len, lines)) <= WIDTH, "\n".join(lines)


def test_choices_or_a_hint_to_the_rest_are_on_the_screen_with_their_points(game: Game, terminal: io.StringIO) -> None:
    gains = 0
    for state in positions(game, game.max_players, 3):
        text = " ".join(shown(state, "en", terminal))
        choices = state.view(state.actor).legal
        gains += any(choice.preview.best > 0 for choice in choices) and "(+" in text
        assert "choices shows the rest" in text or choices[-1].text.split()[0] in text
    assert gains


def test_a_big_terminal_shows_the_whole_table(terminal: io.StringIO, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(screen, "console", Console(file=terminal, width=140, height=70, force_terminal=True))
    state = atoll.find_game("shallow_sea").deal(2, 4)
    terminal_game = TerminalGame(
        Record(state, players=["Ada", "Bo"]), {}, words_for("en"), ScreenDisplay(words_for("en"))
    )
    terminal_game.show_table([])
    assert plain(state.game.picture(state, names=["Ada", "Bo"])).splitlines()[-1] in terminal.getvalue()


def test_a_list_breaks_between_choices() -> None:
    choices = [
        Choice(0, f"put {column}{row} turn 1", Preview(0, 0, ends=False)) for column in "abcdefgh" for row in "123"
    ]
    lines = grouped(choices, 40)
    assert len(lines) > 1
    assert all(len(line) <= 40 for line in lines)
    assert " ".join(line.strip() for line in lines).replace("put ", "").split(", ") == [
        choice.text.removeprefix("put ") for choice in choices
    ]


def test_long_texts_wait_for_enter_after_each_screen(terminal: io.StringIO, monkeypatch: pytest.MonkeyPatch) -> None:
    screens: list[str] = []

    def read(_prompt: str, **_options: object) -> str:
        screens.append(terminal.getvalue())
        return ""

    monkeypatch.setattr("atoll.cli.screen.console.input", read)
    terminal_game = TerminalGame(
        Record(atoll.find_game("reef").deal(2, 1), players=["Ada", "Bo"]),
        {},
        words_for("en"),
        ScreenDisplay(words_for("en")),
    )
    assert terminal_game.command("help", [])
    assert "save FILE" in screens[0]
    assert len(screens) == 1
    terminal_game.command("rules", [])
    assert len(screens) > 2
    assert all(text.count("\n") < HEIGHT for text in screens)


# Saved games


class Typist(LineDisplay):
    """A display with prepared input; it quits after the last line."""

    def __init__(self, *typed: str) -> None:
        super().__init__(words_for("en"))
        self.typed = list(typed)

    def ask(self, prompt: str) -> str:  # noqa: ARG002 - the display's signature
        return self.typed.pop(0) if self.typed else "quit"


def run(monkeypatch: pytest.MonkeyPatch, typist: Typist, *arguments: str) -> None:
    monkeypatch.setattr(play, "make_display", lambda _words: typist)
    main(["play", *arguments])


def test_a_saved_game_is_resumed_where_it_was_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
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


def test_a_game_that_cannot_be_resumed_is_refused(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    over = atoll.find_game("reef").file("records") / "2p.toml"
    for arguments, wanted in (
        (["--resume", str(over)], "over"),
        (["reef", "--resume", str(over)], "leave those options out"),
        (["--resume", str(tmp_path / "none.toml")], "none.toml"),
    ):
        with pytest.raises(SystemExit) as exited:
            main(["play", *arguments])
        assert exited.value.code == 2
        assert wanted in capfd.readouterr().err


def test_achievements_are_printed_at_the_end() -> None:
    game = atoll.find_game("shallow_sea")
    state = game.deal(1, 3, {"modified": "2"})
    player = bot("crab", 1)
    while not state.over:
        state = state.play(player.choose(state.hide(0), 0, Budget()))
    terminal_game = TerminalGame(Record(state, players=["Ada"]), {}, words_for("en"), Typist())
    assert [line for line in terminal_game.achieved() if line.startswith("Ada has earned: ")]


def test_each_command_has_a_line_of_help(capfd: pytest.CaptureFixture[str]) -> None:
    main(["--help"])
    out = capfd.readouterr().out
    for line in out.splitlines():
        if line.startswith("│ ") and not line.startswith("│ --"):
            assert len(line.strip("│ ").split()) > 2, line
