"""Tile files that must be refused (S5, S6, S7, S52)."""

from pathlib import Path

import pytest

from atoll import InvalidComponents
from shallow_sea.build_oceans import SEA

TEXT = SEA.standard.text

FAULTS = {
    "unknown table": ("[creatures]", "[animals]\nA1 = 1\n\n[creatures]", "animals"),
    "missing coral": ('76 = "p p y y, purple 9"\n', "", "1 to 76"),
    "one coral too many": ('76 = "p p y y, purple 9"', '76 = "p p y y, purple 9"\n77 = "p p y y, purple 9"', "1 to 76"),
    "unknown fish": ('1 = "r r - -, red 5"', '1 = "r x - -, red 5"', "coral 1"),
    "three corners": ('1 = "r r - -, red 5"', '1 = "r r -, red 5"', "coral 1"),
    "a coral that asks for nothing": ('1 = "r r - -, red 5"', '1 = "- - - -, red 5"', "coral 1"),
    "unknown colour": ('1 = "r r - -, red 5"', '1 = "r r - -, blue 5"', "coral 1"),
    "no value": ('1 = "r r - -, red 5"', '1 = "r r - -, red"', "coral 1"),
    "missing creature": ('F2 = "4 coral different, anywhere, 1/5"\n', "", "A1 to F2"),
    "unknown item": ('F1 = "4 coral same', 'F1 = "4 shell same', "creature F1"),
    "unknown way": ("spaces NW NE SE, 3/10", "spaces NW NN SE, 3/10", "creature A1"),
    "no ways": ("spaces NE SE, 2/6", "spaces, 2/6", "creature C1"),
    "no partial value": ("anywhere, 1/5", "anywhere, 5", "creature F1"),
    "missing scenario": ('15 = "A2 A4 B2 C2 C4 D2 D4 E2 E4 F2, orange 3, blue 4, 190 points"\n', "", "1 to 15"),
    "a type twice": ('1 = "A1 A3 C1', '1 = "A1 A1 C1', "scenario 1"),
    "nine types": ('1 = "A1 A3 C1', '1 = "A1 C1', "scenario 1"),
    "unknown type": ('1 = "A1 A3 C1', '1 = "A1 F3 C1', "scenario 1"),
    "unknown card": ("orange 1, blue 2, 140", "orange 8, blue 2, 140", "scenario 1"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_S7_a_bad_tile_file_is_refused_with_its_place(name: str, tmp_path: Path) -> None:
    old, new, place = FAULTS[name]
    assert old in TEXT
    path = tmp_path / "own.toml"
    path.write_text(TEXT.replace(old, new, 1).replace('"standard"', '"own"'), encoding="utf-8")
    with pytest.raises(InvalidComponents, match=place):
        SEA.edition(str(path))


def test_S6_a_good_tile_file_is_played(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text(TEXT.replace("red 5", "red 6").replace('"standard"', '"own"'), encoding="utf-8")
    edition = SEA.edition(str(path))
    assert edition.tables[0].value[0] == 6
    assert SEA.standard.tables[0].value[0] == 5


def test_S54_random_types_are_dealt_even_if_all_look_for_corals(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text(TEXT.replace(" fish ", " coral ").replace('"standard"', '"own"'), encoding="utf-8")
    state = SEA.deal(2, 323, {}, SEA.edition(str(path)))
    assert state.fields.types.bit_count() == 10
