"""Words of a game that does not bring all of them."""

import json
import logging
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from atoll.core.default_words import game_words
from atoll.kit.locale import LANGUAGES, Words


def words(folder: Path, language: str, **texts: dict[str, str]) -> Words:
    """Return the words of a game with some locale files."""
    (folder / "locales").mkdir(exist_ok=True)
    for name, own in texts.items():
        (folder / "locales" / f"{name}.json").write_text(json.dumps(own), encoding="utf-8")
    rules = SimpleNamespace(DECISION_NAMES=("dive", "surface"))
    game: Any = SimpleNamespace(id="my_game", options=(), rules_module=rules, file=lambda name: folder / name)
    return game_words.__wrapped__(game, language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_without_words_has_some_in_every_language(tmp_path: Path, language: str) -> None:
    found = words(tmp_path, language)
    assert found("name") == "My Game"
    assert "dive, surface" in found("notation")
    assert found("event.decide", player="Ada", decision="dive").startswith("Ada")


def test_english_stands_in_for_a_missing_text_and_a_warning_names_it(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    english = {"name": "Dive", "about": "Come up in time.", "hello": "Hello"}
    with caplog.at_level(logging.WARNING, "atoll"):
        found = words(tmp_path, "pl", en=english, pl={"name": "Nurkuj"})
    assert [found(key) for key in english] == ["Nurkuj", "Come up in time.", "Hello"]
    assert "my_game has no words in pl for about, hello" in caplog.text
    caplog.clear()
    words(tmp_path, "en", en=english)
    assert caplog.text == ""
