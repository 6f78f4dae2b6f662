"""Positions as text: impossible ones are refused with the field and the rule."""

import pytest

import atoll
from reef.build_positions import REEF, play

BARE = "/".join([".,.,.,."] * 4)
CENTRAL = ".,.,.,./.,r,y,./.,g,p,./.,.,.,."
CORNERS = "r,.,.,y/.,.,.,./.,.,.,./g,.,.,p"
TOWER = "rygp,.,.,./.,.,.,./.,.,.,./.,.,.,."


def arranging(boards: str, placing: str = "start:rygp", turn: int = -2, setup: str = "standard") -> str:
    """Return a two-player position, as text, in which the starting pieces are being arranged, seat 0 first."""
    pile = ",".join(str(card) for card in range(5, 61))
    return (
        f"reef:1 seats=2 setup={setup} mirror_patterns=no hidden_scores=no first=0 turn={turn} boards={boards} "
        f"points=3,3 hands=1*,2*|3*,4* display=- pile={pile} played=- placing={placing}"
    )


@pytest.mark.parametrize(
    "line",
    [
        arranging(f"{BARE}|{BARE}"),
        arranging(f".,.,.,./.,r,y,./.,.,.,./.,.,.,.|{BARE}", "start:gp"),
        arranging(f"{CENTRAL}|{BARE}", turn=-1),
        arranging(f"{CENTRAL}|.,.,.,./.,.,.,./.,g,.,./.,.,.,.", "start:ryp", -1),
        arranging(f"{CORNERS}|{BARE}", turn=-1, setup="expert"),
        arranging(f"{TOWER}|{BARE}", turn=-1, setup="expert"),
        arranging(f"{CENTRAL}|{BARE}", turn=-1, setup="anywhere"),
        arranging(f"{TOWER}|{BARE}", turn=-1, setup="anywhere"),
    ],
)
def test_R8_possible_starting_pieces_are_read(line: str) -> None:
    assert REEF.position(line).position == line


ONE_EACH = r"seat 0 must have one starting piece of each colour \(R8\)$"


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (arranging(f".,.,.,./.,r,r,./.,.,.,./.,.,.,.|{BARE}", "start:ygp"), ONE_EACH),
        (arranging(f"rr,.,.,./.,.,.,./.,.,.,./.,.,.,.|{BARE}", "start:ygp", setup="anywhere"), ONE_EACH),
        (arranging(f"{CENTRAL.replace('r', 'rr')}|{BARE}", turn=-1, setup="anywhere"), ONE_EACH),
        (arranging(f"{BARE}|{BARE}", turn=-1), ONE_EACH),
        (arranging(f"{CENTRAL.replace('p', '.')}|{BARE}", turn=-1), ONE_EACH),
        (arranging(f"{BARE}|{CENTRAL}"), r"seat 1 has not begun to arrange its starting pieces \(R8\)$"),
        (
            arranging(f"{CORNERS}|{BARE}", turn=-1),
            r"the starting pieces of seat 0 can't be arranged like this on a1 \(R8\)$",
        ),
        (
            arranging(f".,.,.,./.,ry,.,./.,g,p,./.,.,.,.|{BARE}", turn=-1),
            r"the starting pieces of seat 0 can't be arranged like this on b2 \(R8\)$",
        ),
        (
            arranging(f"{CORNERS}|.,.,.,./.,.,r,./.,.,.,./.,.,.,.", "start:ygp", -1, "expert"),
            r"the starting pieces of seat 1 can't be arranged like this on c2 \(R8\)$",
        ),
    ],
)
def test_R8_impossible_starting_pieces_are_refused(line: str, sentence: str) -> None:
    with pytest.raises(atoll.InvalidNotation, match=sentence) as refusal:
        REEF.position(line)
    assert str(refusal.value).startswith("position: boards=")


def test_R8_the_pieces_to_place_are_those_not_on_the_board() -> None:
    with pytest.raises(atoll.InvalidNotation, match=r"placing=start:rygp: ygp are the starting pieces .* \(R8\)$"):
        REEF.position(arranging(f".,.,.,./.,r,.,./.,.,.,./.,.,.,.|{BARE}"))


def test_positions_read_back_during_the_set_up() -> None:
    for setup in ("standard", "expert", "anywhere"):
        state = REEF.deal(3, 1, {"setup": setup})
        while state.fields.turn < 0:
            assert REEF.position(state.position) == state
            state = state.play(state.legal()[-1])


def test_R24_an_empty_pile_with_a_card_in_play_is_refused() -> None:
    state = REEF.deal(2, 1, {"setup": "random"})
    state = play(state, f"play {state.fields.hand[state.fields.actor][0] + 1}")
    fields = dict(word.split("=") for word in state.position.split()[1:])
    cards = ",".join(f"0:{card}" for card in fields["pile"].split(","))
    line = state.position.replace(f"pile={fields['pile']}", "pile=-")
    line = line.replace(f"played={fields['played']}", f"played={cards},{fields['played']}")
    with pytest.raises(atoll.InvalidNotation, match=r"^position: pile=-: can't be empty .* \(R24\)$"):
        REEF.position(line)
