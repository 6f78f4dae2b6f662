"""Positions as text: what can't lie on a table is refused, with the field and the rule."""

import pytest

import atoll
from reef.positions import REEF, play

BARE = "/".join([".,.,.,."] * 4)
CENTRAL = ".,.,.,./.,r,y,./.,g,p,./.,.,.,."
CORNERS = "r,.,.,y/.,.,.,./.,.,.,./g,.,.,p"
TOWER = "rygp,.,.,./.,.,.,./.,.,.,./.,.,.,."


def arranging(boards: str, placing: str = "start:rygp", turn: int = -2, setup: str = "standard") -> str:
    """Return the line of a game of two whose start pieces are being arranged, seat 0 first."""
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
def test_R8_start_pieces_that_can_lie_so_are_read(line: str) -> None:
    assert REEF.position(line).position == line


ONE_EACH = r"seat 0 must have one start piece of each colour \(R8\)$"


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (arranging(f".,.,.,./.,r,r,./.,.,.,./.,.,.,.|{BARE}", "start:ygp"), ONE_EACH),
        (arranging(f"rr,.,.,./.,.,.,./.,.,.,./.,.,.,.|{BARE}", "start:ygp", setup="anywhere"), ONE_EACH),
        (arranging(f"{CENTRAL.replace('r', 'rr')}|{BARE}", turn=-1, setup="anywhere"), ONE_EACH),
        (arranging(f"{BARE}|{BARE}", turn=-1), ONE_EACH),
        (arranging(f"{CENTRAL.replace('p', '.')}|{BARE}", turn=-1), ONE_EACH),
        (arranging(f"{BARE}|{CENTRAL}"), r"seat 1 has not begun to arrange its start pieces \(R8\)$"),
        (arranging(f"{CORNERS}|{BARE}", turn=-1), r"the start pieces of seat 0 can't lie so on a1 \(R8\)$"),
        (
            arranging(f".,.,.,./.,ry,.,./.,g,p,./.,.,.,.|{BARE}", turn=-1),
            r"the start pieces of seat 0 can't lie so on b2 \(R8\)$",
        ),
        (
            arranging(f"{CORNERS}|.,.,.,./.,.,r,./.,.,.,./.,.,.,.", "start:ygp", -1, "expert"),
            r"the start pieces of seat 1 can't lie so on c2 \(R8\)$",
        ),
    ],
)
def test_R8_start_pieces_that_can_not_lie_so_are_refused(line: str, sentence: str) -> None:
    with pytest.raises(atoll.InvalidNotation, match=sentence) as refusal:
        REEF.position(line)
    assert str(refusal.value).startswith("position: boards=")


def test_R8_the_pieces_to_place_are_those_not_on_the_board() -> None:
    with pytest.raises(atoll.InvalidNotation, match=r"placing=start:rygp: ygp are the start pieces .* \(R8\)$"):
        REEF.position(arranging(f".,.,.,./.,r,.,./.,.,.,./.,.,.,.|{BARE}"))


def test_every_arrangement_reads_back() -> None:
    for setup in ("standard", "expert", "anywhere"):
        state = REEF.deal(3, 1, {"setup": setup})
        while state.fields.turn < 0:
            assert REEF.position(state.position) == state
            state = state.play(state.legal()[-1])


def test_R24_no_card_is_in_play_without_a_pile() -> None:
    state = REEF.deal(2, 1, {"setup": "random"})
    state = play(state, f"play {state.fields.hand[state.fields.actor][0] + 1}")
    fields = dict(word.split("=") for word in state.position.split()[1:])
    cards = ",".join(f"0:{card}" for card in fields["pile"].split(","))
    line = state.position.replace(f"pile={fields['pile']}", "pile=-")
    line = line.replace(f"played={fields['played']}", f"played={cards},{fields['played']}")
    with pytest.raises(atoll.InvalidNotation, match=r"^position: pile=-: can't be empty .* \(R24\)$"):
        REEF.position(line)
