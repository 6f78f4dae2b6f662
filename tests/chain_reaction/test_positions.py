"""Positions as text: impossible ones are refused with the field and the reason."""

import re
from dataclasses import replace
from typing import Any

import pytest

import atoll
from atoll.games.chain_reaction.kernel import layout
from atoll.kit.rng import below
from chain_reaction.build_positions import BOX, CHAIN, oracle_position, to_kernel
from oracles import chain_reaction as oracle

DEALT = CHAIN.deal(2, 3, {"first_player": "1"})
FIELDS = dict(field.split("=", 1) for field in DEALT.position.split()[1:])


def changed(**fields: str) -> str:
    """Return the dealt position with some fields changed."""
    return " ".join(["chain_reaction:1", *(f"{name}={value}" for name, value in {**FIELDS, **fields}.items())])


def claiming() -> list[atoll.State]:
    """Return positions in which a seat may claim a token or is paying for one."""
    found = []
    for seed in range(12):
        state, index = CHAIN.deal(2, seed), 0
        while not state.over:
            if state.fields.stage:
                found.append(state)
            state, index = state.play(state.legal()[below(seed, index, len(state.legal()))]), index + 1
    return found


def test_positions_read_back_while_claiming_and_paying() -> None:
    states = claiming()
    assert {state.fields.stage for state in states} == {1, 2}
    for state in states:
        assert CHAIN.position(state.position) == state
        assert oracle.position(oracle.parse(state.position, BOX)) == state.position


COLUMNS = FIELDS["columns"].split("|")
STACK = FIELDS["stack"].split(",")
HANDS = FIELDS["hands"].split(",")


@pytest.mark.parametrize(
    ("fields", "named"),
    [
        ({"seats": "5"}, ["seats"]),
        ({"first": "2"}, ["first"]),
        ({"turn": "51"}, ["turn"]),
        ({"turn": "50"}, ["turn", "must be 0", "C7"]),
        ({"columns": "|".join(COLUMNS[:4])}, ["columns"]),
        ({"columns": FIELDS["columns"].replace(COLUMNS[0].split(",")[0], "91^")}, ["columns", "no tile 91"]),
        ({"columns": FIELDS["columns"].replace("^", "")}, ["columns"]),
        ({"hands": HANDS[0]}, ["hands"]),
        ({"hands": f"{HANDS[0]},x"}, ["hands", "'x'"]),
        ({"hands": f"{HANDS[0]},{HANDS[0]}"}, [f"tile {HANDS[0]}", "two places"]),
        ({"secrets": "r,r"}, ["secrets", "C5"]),
        ({"secrets": "r,p"}, ["secrets", "'p'"]),
        ({"gone": STACK[0], "stack": ",".join(STACK[1:])}, ["tiles", "C11"]),
        ({"gone": "90,1"}, ["gone", "in order"]),
        ({"stack": ",".join(STACK[1:])}, ["90", "not 89"]),
        ({"stack": ",".join([STACK[1], *STACK[1:]])}, [f"tile {STACK[1]}", "two places"]),
        ({"tiles": "r1|-"}, ["tiles", "C11"]),
        ({"tokens": "1:0"}, ["tiles", "C11"]),
        ({"tokens": "21:0"}, ["tokens", "1 to 20"]),
        ({"tokens": "1:0,1:1"}, ["tokens", "each once"]),
        ({"tokens": "1:2"}, ["tokens"]),
        ({"stage": "claim"}, ["stage", "C7"]),
        ({"stage": "wait"}, ["stage", "must be place, claim"]),
        ({"stage": "21:1:r"}, ["stage"]),
        ({"stage": "10:3,4:r"}, ["stage", "token 10", "C11"]),
    ],
)
def test_an_impossible_position_is_refused(fields: dict[str, str], named: list[str]) -> None:
    with pytest.raises(atoll.InvalidNotation) as refusal:
        CHAIN.position(changed(**fields))
    for word in named:
        assert word in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_a_player_to_place_without_a_tile_is_refused_while_there_is_a_stack() -> None:
    # Between turns every player has a tile as long as the stack lasts (C12).
    text = changed(hands=f"-,{HANDS[1]}", columns=FIELDS["columns"] + f",{HANDS[0]}^")
    with pytest.raises(atoll.InvalidNotation):
        CHAIN.position(text)


def test_hands_become_empty_in_the_order_of_play() -> None:
    # The last tiles are played in the order of the seats (C12, C13).
    state, index = CHAIN.deal(2, 5, {"first_player": "1"}), 0
    while state.fields.stack_size or sorted(state.fields.hand[:2])[0] != layout.NONE:
        state, index = state.play(state.legal()[below(5, index, len(state.legal()))]), index + 1
    while state.fields.stage:
        state = state.play(
            CHAIN.parse(state, "end" if state.fields.stage == 1 else CHAIN.format(state, state.legal()[0]))
        )
    fields = dict(field.split("=", 1) for field in state.position.split()[1:])
    assert not state.over
    swapped = ",".join(reversed(fields["hands"].split(",")))
    with pytest.raises(atoll.InvalidNotation, match=r"hands=.*a later seat.*C12"):
        CHAIN.position(state.position.replace(f"hands={fields['hands']}", f"hands={swapped}"))


def test_payment_starts_from_red_while_nothing_is_paid() -> None:
    paying = next(state for state in claiming() if re.search(r"stage=[0-9,:]+:r", state.position))
    with pytest.raises(atoll.InvalidNotation, match=r"stage=.*must be r"):
        CHAIN.position(re.sub(r"(stage=[0-9,:]+:)r", r"\1g", paying.position))


@pytest.mark.parametrize(
    ("text", "decision"),
    [
        ("put 1 turn 0", 0),
        (" put 3  turn 1", 9),
        ("put 5 turn 3", 19),
        ("end", 20),
        ("claim 1", 21),
        ("claim 20", 40),
        ("pay r1", 41),
        ("PAY  G2", 47),
        ("pay b4", 56),
    ],
)
def test_decisions_are_read(text: str, decision: int) -> None:
    assert CHAIN.text.parse_decision(DEALT, text) == decision
    assert oracle.decision_id(" ".join(text.lower().split())) == decision


@pytest.mark.parametrize(
    "text", ["put 6 turn 0", "put 0 turn 0", "put 1 turn 4", "claim 0", "claim 21", "pay r5", "pay p1"]
)
def test_decisions_that_do_not_exist_are_refused(text: str) -> None:
    with pytest.raises(atoll.InvalidNotation):
        CHAIN.parse(DEALT, text)


def test_positions_that_differ_in_one_thing_have_different_hashes() -> None:
    plain = oracle_position(hands="1 2", tiles=("r4 y4 b4", "r1"), tokens={3: 1})
    paying = oracle.play(oracle.play(plain, "put 1 turn 0"), "claim 10")
    changes: list[dict[str, Any]] = [
        {},
        {"columns": [[oracle.Lying(49, 1)], *plain.columns[1:]]},
        {"columns": [[oracle.Lying(54, 0)], *plain.columns[1:]]},
        {"columns": [plain.columns[1], plain.columns[0], *plain.columns[2:]]},
        {"hands": [1, 3]},
        {"secrets": ["r", "g"]},
        {"secrets": ["r", "?"]},
        {"tiles": [plain.tiles[1], plain.tiles[0]]},
        {"tokens": {3: 0}},
        {"tokens": {4: 1}},
        {"gone": {7}},
        {"gone": {8}},
        {"gone": {7 + 45}},
        {"stack": [71, 70, 72]},
        {"stack": [70, 71]},
        {"first": 1},
        {"turn": 2},
        {"open_hands": True},
        {"first_player": "1"},
        {"placed": True},
        {"placed": True, "claim": paying.claim},
        {"placed": True, "claim": oracle.Claim(10, [4, 4], "y")},
        {"placed": True, "claim": oracle.Claim(10, [4], "r")},
        {"placed": True, "claim": oracle.Claim(9, [4, 4], "r")},
    ]
    states = [to_kernel(replace(plain, **change)) for change in changes]
    assert len({hash(state) for state in states}) == len(changes)
    assert [hash(to_kernel(replace(plain, **change))) for change in changes] == [hash(state) for state in states]
