"""Plural forms and sentences."""

import pytest

from atoll.kit.locale import Words, plural, users_language
from atoll.kit.view import Choice, Event, Preview


class Win(Event):
    """Seats won with pieces."""

    seats: list[int]
    colour: str
    pieces: list[str]


class Pay(Event):
    """A seat paid points."""

    seat: int
    points: int


class Take(Event):
    """A seat took a card."""

    seat: int
    card: int


class PlayCard(Choice):
    """Play a card."""

    card: int


@pytest.mark.parametrize(
    ("language", "count", "form"),
    [
        ("en", 0, "other"), ("en", 1, "one"), ("en", 2, "other"), ("en", -1, "one"),
        ("fr", 0, "one"), ("fr", 1, "one"), ("fr", 2, "other"),
        ("pl", 1, "one"), ("pl", 2, "few"), ("pl", 4, "few"), ("pl", 5, "many"), ("pl", 12, "many"), ("pl", 14, "many"),
        ("pl", 21, "many"), ("pl", 22, "few"), ("pl", 112, "many"), ("it", 1, "one"), ("nl", 0, "other"),
    ],
)  # fmt: skip
def test_plural_forms(language: str, count: int, form: str) -> None:
    assert plural(language, count) == form


def test_sentences_name_seats_and_translate_words() -> None:
    words = Words("en", {
        "event.win": "{players}: {colour}, {pieces}",
        "colour.red": "scarlet",
        "event.pay": {"by": "points", "one": "{player} pays a point", "other": "{player} pays {points}"},
    })  # fmt: skip
    names = ["Ada", "Bo"]
    assert words.describe(Win([1, 0], "red", ["red", "red"]), names) == "Bo, Ada: scarlet, scarlet, scarlet"
    assert words.describe(Win([1, 0], "red", []), names) == "Bo, Ada: scarlet, \N{EN DASH}"
    assert words.describe(Pay(1, 1), names) == "Bo pays a point"
    assert words.describe(Pay(0, 3), names) == "Ada pays 3"


def test_a_choice_is_described_by_its_kind() -> None:
    words = Words("en", {"choice.play_card": "play card {card}", "event.play_card": "{player} plays {card}"})
    assert words.describe(PlayCard(5, "play 7", Preview(0, 0, ends=True), 7), ["Ada"]) == "play card 7"


def test_a_verb_agrees_with_a_name() -> None:
    words = Words("en", {"event.take": "{player} {takes|take} {card} and {has|have} it."})
    assert words.describe(Take(0, 7), ["Ada"]) == "Ada takes 7 and has it."


@pytest.mark.parametrize(("count", "text"), [(0, "plus rien"), (1, "1 bien"), (2, "2 biens")])
def test_zero_may_have_its_own_form(count: int, text: str) -> None:
    words = Words("fr", {"left": {"by": "count", "zero": "plus rien", "one": "{count} bien", "other": "{count} biens"}})
    assert words("left", count=count) == text


def test_the_users_language_comes_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    assert users_language() == "en"
    monkeypatch.setenv("LANG", "pl_PL.UTF-8")
    assert users_language() == "pl"
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    assert users_language() == "en"
