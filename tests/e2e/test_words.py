"""Every screen in every language: no raw keys, no English left over, and everything fits at every size."""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from atoll.kit.locale import ENGLISH, LANGUAGES, Text
from e2e.conftest import GAMES
from e2e.screens import GameTables, misfits, walk
from e2e.visitor import Visitor, page_texts

SHELL = Path(__file__).parents[2] / "web" / "src" / "locales"
Visit = Callable[..., Visitor]
TablesOf = Callable[[str], GameTables]


def texts(game: str, language: str) -> Iterator[tuple[str, re.Pattern[str]]]:
    """Return a pattern for every text by its key; placeholders match anything."""
    for folder in (SHELL, GAMES / game / "locales"):
        found: dict[str, Text] = json.loads((folder / f"{language}.json").read_text(encoding="utf-8"))
        for key, text in found.items():
            for form in [text] if isinstance(text, str) else [text[name] for name in text if name != "by"]:
                # Texts of a page are stripped.
                parts = re.split(r"\{[^{}]+\}", form.strip())
                # A text that is little more than its placeholders matches too much.
                if len(parts) == 1 or len(re.findall(r"\w{3,}", "".join(parts))) > 1:
                    yield key, re.compile(".+".join(map(re.escape, parts)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_is_in_the_readers_language_and_fits(
    visit: Visit, tables_of: TablesOf, game_id: str, language: str
) -> None:
    english = list(texts(game_id, ENGLISH))
    wanted = list(texts(game_id, language))
    keys = {key for key, _ in english}
    families = {key.partition(".")[0] for key in keys}
    raw = re.compile(rf"({'|'.join(families)})(\.\w+)+")
    wrong = []
    for screen, visitor in walk(visit, tables_of(game_id), language=language):
        assert visitor.page.locator("html").get_attribute("lang") == language
        for text in page_texts(visitor.page):
            ours = any(form.fullmatch(text) for _, form in wanted)
            if raw.fullmatch(text) or (text in keys and not ours):
                wrong.append(f"{screen}: the key {text!r}")
            elif any(form.fullmatch(text) for _, form in english) and not ours:
                wrong.append(f"{screen}: in English: {text!r}")
        wrong += misfits(visitor.page, screen)
    assert "\n".join(wrong) == ""


def test_the_language_can_be_changed_and_is_stored(visit: Visit, game_id: str) -> None:
    ada = visit("/", language="fr")
    page = ada.page
    assert page.locator("html").get_attribute("lang") == "fr"
    page.locator('[data-action="language"]').first.select_option("pl")
    page.wait_for_function("() => document.documentElement.lang === 'pl'")
    page.reload()
    page.wait_for_function("() => document.documentElement.lang === 'pl'")
    page.click(f'[data-action="play"][data-game="{game_id}"]')
    ada.await_turn()
    assert page.locator("html").get_attribute("lang") == "pl"
