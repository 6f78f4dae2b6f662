"""The words of a game: its own, English where a language is missing, and defaults for what it does not say."""

import json
import logging
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from atoll.kit.locale import ENGLISH, Text, Words

if TYPE_CHECKING:
    from atoll.core.game import Game

DEFAULTS = Path(__file__).parent / "locales"
log = logging.getLogger("atoll")


@cache
def game_words(game: "Game", language: str) -> Words:
    """Return the texts of a game in a language; a warning names those that are missing."""
    own, english = _texts(game.file("locales"), language), _texts(game.file("locales"), ENGLISH)
    missing = sorted(english.keys() - own.keys())
    if missing:
        shown = ", ".join(missing[:5]) + (f" and {len(missing) - 5} more" if len(missing) > 5 else "")
        log.warning("%s has no words in %s for %s: they are shown in English", game.id, language, shown)
    return Words(language, _defaults(game, language) | english | own)


def _defaults(game: "Game", language: str) -> dict[str, Text]:
    texts = _texts(DEFAULTS, language)
    texts["name"] = game.id.replace("_", " ").title()
    names = getattr(game.rules_module, "DECISION_NAMES", ())
    texts["notation"] = str(texts["notation"]).format(names=", ".join(names))
    return texts | {f"option.{option.name}": option.name.replace("_", " ") for option in game.options}


def _texts(folder: Path, language: str) -> dict[str, Text]:
    file = folder / f"{language}.json"
    return json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
