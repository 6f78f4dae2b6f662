"""The same words in five languages, a sentence for every event, the same rules under the same numbers."""

import re
from pathlib import Path
from typing import get_args

import pytest

import atoll
from atoll import Game
from atoll.core.rulebook import rulebook, rules
from atoll.kit.locale import ENGLISH, LANGUAGES
from conformance.locale_checks import assert_like_english, texts

PACKAGE = Path(atoll.__file__).parent
ROOT = PACKAGE.parent.parent
CLIENT = ROOT / "web" / "src"
FOLDERS = sorted(PACKAGE.rglob("locales"))


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.parent.name)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_same_keys_placeholders_and_its_plurals(folder: Path, language: str) -> None:
    assert_like_english(folder, language)


FRENCH = [*PACKAGE.rglob("locales/fr.json"), *PACKAGE.rglob("RULES.fr.md"), CLIENT / "locales" / "fr.json"]


@pytest.mark.parametrize("path", sorted(FRENCH), ids=lambda path: str(path.relative_to(ROOT)))
def test_french_punctuation_has_non_breaking_spaces(path: Path) -> None:
    """French puts a non-breaking space before : ; ! ? and inside guillemets."""
    text = path.read_text(encoding="utf-8")
    assert re.findall(r".{,20}(?: [:;!?»]|« ).{,20}", text) == []


def described(game: Game) -> set[str]:
    """Return the keys of the texts that describe a game's events and choices."""
    view = game.part("view")
    families = {"event": view.Event, "choice": view.Choice}
    kinds = [(family, kind) for family, union in families.items() for kind in get_args(union) or (union,)]
    return {f"{family}.{kind.__struct_config__.tag}" for family, kind in kinds}


@pytest.mark.slow
@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.parent.name)
def test_every_key_is_used(folder: Path) -> None:
    python = [path for place in (folder.parent, PACKAGE / "core", PACKAGE / "cli") for path in place.rglob("*.py")]
    client = [
        path for place in (folder.parent / "web", CLIENT) for kind in ("*.svelte", "*.ts") for path in place.rglob(kind)
    ]
    source = "\n".join(path.read_text(encoding="utf-8") for path in (*python, *client))
    game = atoll.find_games().get(folder.parent.name)
    shown = described(game) if game else set()
    for key in texts(folder, ENGLISH):
        if game and key.startswith(("event.", "choice.")):
            assert key.removesuffix(".seen") in shown, key
            continue
        named = re.search(rf"""["']{re.escape(key)}["']""", source)
        # A family of keys is named by its first part: f"phase.{x}" in Python, `phase.${x}` or "phase." in the client,
        # or it translates a field of that name: `side: Side` in Python, "side": "left" in the client.
        first = re.escape(key.partition(".")[0])
        group = re.escape(key.rpartition(".")[0])
        family = "." in key and re.search(
            rf"""f["']{first}\.|`(?:{first}|{group})\.\$\{{|["']{first}\.["']|["']{first}["']: |^    {first}: """,
            source,
            re.MULTILINE,
        )
        assert named or family, key


def test_every_event_choice_and_option_has_its_words(game: Game) -> None:
    words = game.words()
    assert [key for key in described(game) if key not in words] == []
    for option in game.options:
        assert f"option.{option.name}" in words
        for value in option.values:
            assert not isinstance(value, str) or f"option.{option.name}.{value}" in words
    for name, options in game.presets.items():
        assert f"preset.{name}" in words
        assert game.resolve(options)


def test_the_rules_have_the_same_numbers_in_every_language(game: Game) -> None:
    english = list(rules(game, ENGLISH))
    assert len(english) == len(set(english)) > 0
    assert headings(game, ENGLISH) > 0
    for language in LANGUAGES:
        assert list(rules(game, language)) == english
        assert headings(game, language) == headings(game, ENGLISH)


def headings(game: Game, language: str) -> int:
    return sum(line.startswith("## ") for line in rulebook(game, language).splitlines())


def test_every_rule_has_a_test(game: Game) -> None:
    tests = "\n".join(
        path.read_text(encoding="utf-8") for path in Path(__file__).parent.parent.joinpath(game.id).glob("test_*.py")
    )
    tested = set(re.findall(r"def test_([A-Z]\d+)_", tests))
    assert set(rules(game, ENGLISH)) - tested == set()
