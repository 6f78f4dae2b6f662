"""Banned words of each language, and the wording of options in the players' rules."""

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

import atoll
from atoll import Game
from atoll.core.rulebook import RULE, rulebook, rules
from atoll.kit.locale import ENGLISH, LANGUAGES, Text
from conformance.locale_checks import texts

PACKAGE = Path(atoll.__file__).parent
ROOT = PACKAGE.parent.parent
SEA = "shallow_sea"


class Banned(NamedTuple):
    """A pattern, an example, what to write instead or why, and the folder it applies to, if not all."""

    pattern: str
    example: str
    reason: str
    folder: str = ""


BANNED: dict[str, list[Banned]] = {
    "en": [
        Banned(r"\b[Ff]inish(?! c2)|\b[Uu]nfinished", "an unfinished coral", "the English edition says complete", SEA),
        Banned(r"\b(Only|Follow) who\b", "Only who plays alone", "who needs an antecedent: the player who"),
        Banned(r"\banew\b", "it begins anew", "again"),
        Banned(r"[Ff]irst page", "To the first page", "Home"),
        Banned(r"\b[Ss]tart pieces?\b", "your start pieces", "starting pieces"),
        Banned(r"free combination", "a free combination", "it costs a shell: any combination"),
        Banned(r"and there is one\b", "finished, and there is one.", "at least one is meant, not exactly one"),
        Banned(r"^Alone|\bAlone,|## Alone|With the family", "Alone you choose", "Solo, Family game"),
        Banned(r"most points win\b", "The most points win", "points do not win, players do"),
        Banned(r"guide (takes|mixes)", "the guide takes one", "recommends"),
        Banned(r"\b[Ll]oose fish", "loose fish", "incomplete fish", SEA),
    ],
    "pl": [
        Banned(r"Pasować nie wolno", "Pasować nie wolno", "reads as: matching is forbidden"),
        Banned(r"\b[Gg]ratis\b", "odśwież pulę gratis", "za darmo"),
        Banned(r"[Zz]mienion\w+ zasad", "zmieniona zasada", "the rulebook says zmodyfikowana"),
        Banned(r"Gra rodzinna", "Gra rodzinna", "the rulebook says Tryb rodzinny"),
        Banned(r"\bna ręce\b", "Brak kafelka na ręce", "w ręce"),
        Banned(r"[Pp]rzesuń (rybk|koral)", "Przesuń rybkę", "the rulebook says przenieść"),
        Banned(r"Grupa \{", "Grupa {group} ma", "the rulebook says Kategoria"),
        Banned(r"płaci\|płacisz|płaci \{price\}", "{płaci|płacisz} {price}", "the rulebook says wydać muszelki", SEA),
        Banned(r"kończysz\} \{tile\}", "{kończy|kończysz} {tile}", "a tile is turned over, no animal is finished off"),
        Banned(r"Wygrywa najwięcej", "Wygrywa najwięcej punktów", "points do not win, players do"),
        Banned(r"\b[Zz]wierz", "zwierzęta i karty", "the rulebook says stworzenia", SEA),
        Banned(r"[a-ząćęłńóśźż,] (Ciebie|Tobie|Twój|Twoj\w+)", "czeka na Ciebie", "in lower case, as everywhere"),
        Banned(r"zaczynał\b", "zaczynał grę", "players are not all men: gracz rozpoczynający"),
    ],
    "it": [
        Banned(r"\bDa sol[oi]\b|gioca da solo", "Da soli", "In solitario"),
        Banned(r"[Ll]a tua barriera", "La tua barriera", "the rulebook says il tuo reef"),
        Banned(r"\b[Gg]ir(a|are|ata|alo|ala|arlo|arla)\b", "Gira la tessera", "also means to flip: ruotare or voltare"),
        Banned(r"\|vinci\}", "{vince|vinci} con più punti", "Tu vinci is translated: hai vinto"),
        Banned(r"\bonesta\b", "La distribuzione era onesta", "regolare"),
        Banned(r"mare basso", "un tratto di mare basso", "poco profondo"),
        Banned(r"casa nostra", "un'opzione di casa nostra", "una nostra variante"),
        Banned(r"pesc[ei] non completat", "pesci non completati", "one name for them: pesci liberi", SEA),
        Banned(r"\bAbbi\b", "Abbi 1 pesce", "Devi avere"),
        Banned(r"ce n'è un[oa]\b", "e ce n'è uno.", "almeno uno"),
        Banned(r"combinazione libera", "una combinazione libera", "it costs a conchiglia: a scelta"),
    ],
    "nl": [
        Banned(r"^Alleen$|## Alleen|\bAlleen (kies|is)|alleen: lionfish", "## Alleen", "means only: Solo"),
        Banned(r"\bbel(len)?\b", "een vrije bel", "one name for it: luchtbel", SEA),
        Banned(r"^Terug$", "Terug", "means back: Ongedaan maken"),
        Banned(r"\bOnderdelen\b", "Onderdelen", "the rulebook says Spelmateriaal"),
        Banned(r"\b[Oo]pdracht", "een opdracht", "one name for it: taak"),
        Banned(r"van zichzelf", "andere vissen van zichzelf", "van hun eigen vissen"),
        Banned(r"vrije combinatie", "een vrije combinatie", "it costs a schelp: naar keuze"),
        Banned(r"onvoltooide vis", "onvoltooide vissen", "one name for them: losse vissen", SEA),
        Banned(r"er is er een\b", "en er is er een.", "minstens één"),
        Banned(r"[Dd]e meeste punten winnen", "De meeste punten winnen", "points do not win, players do"),
        Banned(r"toeval (beslist|kiest)", "het toeval beslist", "one name for it: het lot"),
    ],
    "fr": [
        Banned(r"[Aa]ch[eè]v", "Vous achevez le requin-baleine", "to achever an animal is to kill it: compléter"),
        Banned(r"[Rr]ediffusion", "Rediffusion", "is for television: Relecture"),
        Banned(r"\btâche", "une tâche", "one name for it: mission"),
        Banned(r"du ciel", "vus du ciel", "the rulebook says vus de dessus"),
        Banned(r"\bLe plus de points l'emporte", "Le plus de points l'emporte", "points do not win, players do"),
        Banned(r"combinaison libre", "une combinaison libre", "it costs a coquillage: au choix"),
        Banned(r"poissons? incomplet", "poissons incomplets", "one name for them: poissons libres", SEA),
        Banned(r"il y en a une?\b", "et il y en a un.", "au moins un"),
        Banned(r"donne la donne", "donne la donne", "refaire la donne"),
        Banned(r"(espèces|liste) à vous", "dix espèces à vous", "de votre choix"),
    ],
}


# Rules that write a number as a word, or count "2, 3 or 4" where English says "2 to 4".
NUMBERS_IN_WORDS = {
    "pl": {"C11", "R11"},
    "it": {"C4", "C11", "R5"},
    "nl": {"R11"},
    "fr": {"C4", "C11", "R5", "R11"},
}


def written(language: str) -> Iterator[tuple[str, str, str]]:
    """Yield the folder, the place and the text of everything that players read in a language."""
    for folder in [*sorted(PACKAGE.rglob("locales")), ROOT / "web" / "src" / "locales"]:
        for key, text in texts(folder, language).items():
            for form in forms_of(text):
                yield folder.parent.name, f"{folder.parent.name}: {key}", form
    for game in atoll.find_games().values():
        for number, line in enumerate(rulebook(game, language).splitlines(), 1):
            yield game.id, f"{game.id}: line {number} of the rules", line


def forms_of(text: Text) -> list[str]:
    return [text] if isinstance(text, str) else [form for name, form in text.items() if name != "by"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_banned_words_do_not_come_back(language: str) -> None:
    found = [
        f"{place}: {text!r} ({banned.reason})"
        for folder, place, text in written(language)
        for banned in BANNED[language]
        if banned.folder in ("", folder) and re.search(banned.pattern, text)
    ]
    assert found == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_has_an_exclamation_mark(language: str) -> None:
    assert [place for _, place, text in written(language) if "!" in text] == []


@pytest.mark.parametrize("banned", [banned for some in BANNED.values() for banned in some], ids=lambda one: one.example)
def test_each_pattern_finds_its_example(banned: Banned) -> None:
    assert re.search(banned.pattern, banned.example)


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_of_options_name_no_rules(game: Game, language: str) -> None:
    """A person who opens a table has not read the rules: say "the free refresh", not "S16"."""
    letter = next(iter(rules(game, ENGLISH)))[0]
    for key, text in texts(game.file("locales"), language).items():
        if key.partition(".")[0] in ("option", "preset", "setup", "modified", "advice"):
            assert not [form for form in forms_of(text) if re.search(rf"\b{letter}\d", form)], key


@pytest.mark.parametrize("language", LANGUAGES)
def test_rules_name_options_as_the_screen_does(game: Game, language: str) -> None:
    book, words = rulebook(game, language), game.words(language)
    set_by_presets = {name for options in game.presets.values() for name in options}
    labels = {words(f"preset.{name}") for name in game.presets}
    labels |= {words(f"option.{option.name}") for option in game.options if option.name not in set_by_presets}
    assert {label for label in labels if f"**{label}**" not in book} == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_rules_are_written_for_the_screen(game: Game, language: str) -> None:
    """Names of settings and files belong in the documentation."""
    book = re.sub(r"^```.*?^```", "", rulebook(game, language), flags=re.MULTILINE | re.DOTALL)
    assert "`" not in book
    assert ".toml" not in book
    assert f"(/gallery/{game.id})" in book


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != ENGLISH])
def test_rules_have_the_same_numbers_in_every_language(game: Game, language: str) -> None:
    english, other = numbers(game, ENGLISH), numbers(game, language)
    different = {rule for rule in english if english[rule] != other[rule]}
    assert different - NUMBERS_IN_WORDS[language] == set()


def numbers(game: Game, language: str) -> dict[str, Counter[str]]:
    """Return the numbers in each rule with its lists, and the names of rules and creatures."""
    parts = RULE.split(rulebook(game, language))
    return {
        rule: Counter(re.findall(r"\b[A-Z]?\d+\b", text)) for rule, text in zip(parts[1::2], parts[2::2], strict=True)
    }
