"""The shell's texts: the same keys in five languages, all used, none missing."""

import re
from pathlib import Path

import pytest

from atoll.kit.locale import ENGLISH, LANGUAGES, Text
from conformance.locale_checks import assert_like_english, placeholders
from conformance.locale_checks import texts as texts_in

SOURCES = Path(__file__).parents[2] / "web" / "src"


def texts(language: str) -> dict[str, Text]:
    return texts_in(SOURCES / "locales", language)


def sources() -> str:
    files = [path for path in SOURCES.rglob("*") if path.suffix in (".ts", ".svelte") and ".test." not in path.name]
    return "\n".join(path.read_text(encoding="utf-8") for path in files)


def test_there_is_exactly_one_file_for_each_language() -> None:
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
def test_no_text_has_an_exclamation_mark_or_outer_spaces(language: str) -> None:
    for key, text in texts(language).items():
        joined = text if isinstance(text, str) else " ".join(text.values())
        assert "!" not in joined, key
        assert joined == joined.strip(), key


def test_every_key_is_used() -> None:
    source = sources()
    for key in texts(ENGLISH):
        named = f'"{key}"' in source
        # Families of keys appear by their literal prefix: `time.${seconds}`.
        family = any(f"`{key[: place + 1]}${{" in source for place, letter in enumerate(key) if letter == ".")
        assert named or family, key


def test_every_used_key_exists() -> None:
    english = texts(ENGLISH)
    used = re.findall(r"""(?<![.\w])say\(\s*(["'`])(.+?)\1""", sources())
    assert used
    for quote, key in used:
        beginning = key.partition("${")[0]
        if quote == "`":
            assert beginning, key
            assert any(known.startswith(beginning) for known in english), key
        else:
            assert key in english


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_placeholder_is_given_a_value(language: str) -> None:
    for key, given in re.findall(r"""(?<![.\w])say\(\s*"(\S+?)"(?:,\s*\{(.*?)\})?\)""", sources(), re.S):
        asked = placeholders(texts(language)[key])
        names = set(re.findall(r"(?:^|,)\s*(\w+)\s*(?=[:,]|$)", given))
        assert asked <= names, f"{key} needs {asked}, gets {names}"
