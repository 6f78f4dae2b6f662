"""Checks of locale files, for the games' and the client's."""

import json
import re
from pathlib import Path

from atoll.kit.locale import ENGLISH, Text, forms

PLACEHOLDER = re.compile(r"\{(\w+)\}")


def texts(folder: Path, language: str) -> dict[str, Text]:
    found: dict[str, Text] = json.loads((folder / f"{language}.json").read_text(encoding="utf-8"))
    return found


def placeholders(text: Text) -> set[str]:
    whole = text if isinstance(text, str) else " ".join(text.values())
    return set(PLACEHOLDER.findall(whole))


def assert_like_english(folder: Path, language: str) -> None:
    """Fail unless a language has the keys of English, in order, with the same placeholders, and its plural forms."""
    english, other = texts(folder, ENGLISH), texts(folder, language)
    assert list(other) == list(english)
    for key, text in other.items():
        model = english[key]
        if isinstance(model, str):
            assert isinstance(text, str), key
            assert placeholders(text) == placeholders(model), key
        else:
            assert not isinstance(text, str), key
            assert text["by"] == model["by"], key
            zero = {"zero"} & set(model)
            assert set(text) == {"by", *zero, *forms(language)}, key
            assert placeholders(text[forms(language)[-1]]) == placeholders(model["other"]), key
            assert all(placeholders(text[form]) == placeholders(model[form]) for form in zero), key
