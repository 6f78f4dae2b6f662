"""The client's own words: the same in five languages, each used, none missing."""

import re
from pathlib import Path

import pytest

from atoll.core.locale import ENGLISH, LANGUAGES, Text
from conformance.words import assert_like_english, placeholders
from conformance.words import texts as texts_in

SOURCES = Path(__file__).parents[2] / "web" / "src"


def texts(language: str) -> dict[str, Text]:
    return texts_in(SOURCES / "locales", language)


def sources() -> str:
    files = [path for path in SOURCES.rglob("*") if path.suffix in (".ts", ".svelte") and ".test." not in path.name]
    return "\n".join(path.read_text(encoding="utf-8") for path in files)


def test_there_is_a_file_for_each_language_and_no_other() -> None:
    assert sorted(path.stem for path in (SOURCES / "locales").glob("*.json")) == sorted(LANGUAGES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_same_keys_placeholders_and_its_plurals(language: str) -> None:
    assert_like_english(SOURCES / "locales", language)


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != ENGLISH])
def test_sentences_are_translated(language: str) -> None:
    english, other = texts(ENGLISH), texts(language)
    same = [key for key, text in english.items() if text == other[key] and len(str(text).split()) > 3]
    assert same == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_tone_is_calm(language: str) -> None:
    for key, text in texts(language).items():
        whole = text if isinstance(text, str) else " ".join(text.values())
        assert "!" not in whole, key
        assert whole == whole.strip(), key


def test_every_key_is_used() -> None:
    source = sources()
    for key in texts(ENGLISH):
        named = f'"{key}"' in source
        # A family of keys is named by its literal beginning: `time.${seconds}`.
        family = any(f"`{key[: place + 1]}${{" in source for place, letter in enumerate(key) if letter == ".")
        assert named or family, key


def test_every_key_that_is_said_exists() -> None:
    english = texts(ENGLISH)
    said = re.findall(r"""(?<![.\w])say\(\s*(["'`])(.+?)\1""", sources())
    assert said
    for quote, key in said:
        beginning = key.partition("${")[0]
        if quote == "`":
            assert beginning, key
            assert any(known.startswith(beginning) for known in english), key
        else:
            assert key in english


@pytest.mark.parametrize("language", LANGUAGES)
def test_values_are_given_by_the_names_that_the_texts_ask_for(language: str) -> None:
    for key, given in re.findall(r"""(?<![.\w])say\(\s*"(\S+?)"(?:,\s*\{(.*?)\})?\)""", sources(), re.S):
        asked = placeholders(texts(language)[key])
        names = set(re.findall(r"(?:^|,)\s*(\w+)\s*(?=[:,]|$)", given))
        assert asked <= names, f"{key} needs {asked}, gets {names}"
