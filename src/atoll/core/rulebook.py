"""The text of a game's rules in each language, and single rules by number."""

import re
from functools import cache

from atoll.core.game import Game
from atoll.kit.locale import ENGLISH

RULE = re.compile(r"^\*\*([A-Z]\d+)\.\*\* ", re.MULTILINE)


@cache
def rulebook(game: Game, language: str) -> str:
    """Return the whole RULES file of a game in a language."""
    name = "RULES.md" if language == ENGLISH else f"RULES.{language}.md"
    return game.file(name).read_text(encoding="utf-8")


@cache
def rules(game: Game, language: str) -> dict[str, str]:
    """Return every rule by its number."""
    parts = RULE.split(rulebook(game, language))
    found = zip(parts[1::2], parts[2::2], strict=True)
    return {number: text.partition("\n\n")[0].strip() for number, text in found}


def rule(game: Game, language: str, number: str) -> str | None:
    """Return one rule, or None if there is no such number."""
    text = rules(game, language).get(number)
    return None if text is None else f"{number}. {text}"
