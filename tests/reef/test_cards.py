"""The 60 cards of the standard edition, and card files that are refused."""

from collections import Counter
from pathlib import Path

import pytest

import atoll
from atoll.games.reef.components import COLOUR_NAMES, Card, describe
from atoll.kit.locale import LANGUAGES

REEF = atoll.find_game("reef")
CARDS: list[Card] = list(REEF.standard.items.values())


def test_there_are_sixty_different_cards() -> None:
    assert [card.id for card in CARDS] == list(range(1, 61))
    assert len({(card.corals, card.points, tuple(card.rows), card.tallest, card.around) for card in CARDS}) == 60


def test_each_colour_is_supplied_thirty_times() -> None:
    assert Counter(colour for card in CARDS for colour in card.corals) == dict.fromkeys(range(4), 30)


def test_twelve_double_cards_of_each_colour_and_each_mixed_pair_twice() -> None:
    doubles = Counter(card.corals[0] for card in CARDS if card.corals[0] == card.corals[1])
    mixed = Counter(frozenset(card.corals) for card in CARDS if card.corals[0] != card.corals[1])
    assert doubles == dict.fromkeys(range(4), 12)
    assert len(mixed) == 6
    assert set(mixed.values()) == {2}


def scored_colours(card: Card) -> set[int]:
    special = {colour for colour in (card.tallest, card.around) if colour is not None}
    return special | {cell.colour for cell in card.pattern.values() if cell.colour < 4}


def test_each_colour_is_in_nineteen_patterns_and_no_card_scores_what_it_supplies() -> None:
    assert Counter(colour for card in CARDS for colour in scored_colours(card)) == dict.fromkeys(range(4), 19)
    assert not any(scored_colours(card) & set(card.corals) for card in CARDS)


def test_cards_of_each_value() -> None:
    assert Counter(card.points for card in CARDS) == {1: 5, 2: 14, 3: 7, 4: 16, 5: 14, 6: 4}
    assert sum(card.points for card in CARDS) == 212


def test_eight_special_cards() -> None:
    special = [(card.tallest, card.around) for card in CARDS if not card.pattern]
    assert len(special) == len(set(special)) == 8


def test_mirroring_never_matters_with_these_cards() -> None:
    tables = REEF.standard.tables[0]
    assert tables.orientations_mirrored.tolist() == tables.orientations.tolist()


def test_a_card_is_described_by_what_is_drawn_on_it() -> None:
    assert describe(REEF.standard.items[31]) == {
        "id": 31,
        "corals": ["green", "green"],
        "points": 5,
        "rows": [[{"colour": "purple", "height": "2+"}, None], [None, {"colour": "red", "height": "2+"}]],
        "tallest": None,
        "around": None,
    }
    special = describe(REEF.standard.items[53])
    assert (special["rows"], special["tallest"], special["around"]) == ([], "yellow", "purple")
    assert "wild" in {cell["colour"] for card in CARDS for row in describe(card)["rows"] for cell in row if cell}


STANDARD = REEF.standard.text.replace('edition = "standard"', 'edition = "mine"')


@pytest.mark.parametrize(
    ("old", "new", "named"),
    [
        ('corals = ["red", "red"]', 'corals = ["red", "blue"]', ["card 1", "corals", "purple", "R2"]),
        ('corals = ["red", "red"]', 'corals = ["red"]', ["card 1", "corals", "2 texts"]),
        ('pattern = ["g"]', 'pattern = ["g5"]', ["card 1", "pattern", "'g5'", "R19"]),
        ('pattern = ["g"]', 'pattern = ["g5+"]', ["card 1", "pattern", "'g5+'", "R19"]),
        ('pattern = ["g"]', 'pattern = ["g g g g g"]', ["card 1", "pattern", "5 cells"]),
        ('pattern = ["g"]', 'pattern = ["g g g g", "g g g g"]', ["card 1", "pattern", "1 to 6 cells"]),
        ('pattern = ["g"]', 'pattern = ["."]', ["card 1", "pattern", "1 to 6 cells"]),
        ('pattern = ["g"]', 'pattern = ["g y r", "p *2"]', ["card 1", "pattern", "4 different"]),
        ('pattern = ["g"]', 'pattern = ["g"]\ntallest = "red"', ["card 1", "pattern", "excludes"]),
        ('pattern = ["g"]', 'tallest = "red"', ["card 1", "around", "R21"]),
        ("points = 1", "points = 0", ["card 1", "points", "1 to 99", "R2"]),
        ("points = 1", 'points = "1"', ["card 1", "points", "whole number"]),
        ("id = 1\n", "id = 61\n", ["card 1", "id", "1 to 60"]),
        ("id = 2\n", "id = 1\n", ["card 2", "id 1", "twice"]),
        ("id = 1\n", "id = 1\nprice = 3\n", ["card 1", "price", "not known"]),
        ("[[card]]\nid = 1\n", "[[spare]]\nid = 1\n", ["60 cards", "not 59"]),
        ('edition = "mine"', 'edition = "standard"  # mine', ["edition", "another name"]),
        ('edition = "mine"', "edition = 3", ["edition", "name"]),
        ('edition = "mine"', "edition = ", ["is not TOML", "line 16"]),
    ],
)
def test_a_bad_card_file_is_refused_with_its_place(tmp_path: Path, old: str, new: str, named: list[str]) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(STANDARD.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(atoll.InvalidComponents) as refusal:
        REEF.edition(path)
    for word in ("mine.toml", *named):
        assert word in str(refusal.value)


def test_a_missing_card_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(atoll.InvalidComponents, match=r"no\.toml: can't be read"):
        REEF.edition(tmp_path / "no.toml")


def test_R19_every_height_may_carry_a_plus(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(STANDARD.replace('pattern = ["g"]', 'pattern = ["g1+ g2+ g3+ g4+"]', 1), encoding="utf-8")
    card = REEF.edition(path).items[1]
    assert [cell.heights for cell in card.pattern.values()] == [0b1111, 0b1110, 0b1100, 0b1000]
    assert card.rows == ["g g2+ g3+ g4"]


def test_a_custom_edition_is_played_and_recorded(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(STANDARD.replace("points = 1", "points = 9", 1), encoding="utf-8")
    edition = REEF.edition(path)
    state = REEF.deal(2, 1, edition=edition)
    assert " edition=mine@" in state.position
    assert REEF.position(state.position, edition) == state
    assert state != REEF.deal(2, 1)
    record = atoll.Record(state, [state.legal()[0]])
    again = atoll.Record.parse(record.format())
    assert again == record
    assert again.deal.edition.items[1].points == 9
    with pytest.raises(atoll.InvalidNotation, match="edition"):
        REEF.position(state.position.replace("mine@", "mine@0"), edition)


def test_every_card_has_a_line_in_every_language() -> None:
    from atoll.games.reef.picture import card_line

    for language in LANGUAGES:
        words = REEF.words(language)
        lines = {card_line(card, words) for card in CARDS}
        assert len(lines) == 60
        for card in CARDS:
            if card.tallest is not None:
                assert words(f"colour.{COLOUR_NAMES[card.tallest]}") in card_line(card, words)
