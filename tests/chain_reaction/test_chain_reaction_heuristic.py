"""The heuristic of Chain Reaction: plans are legal and sorted, ignore what is hidden, and have the right values."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache

import numpy as np
import pytest

import atoll
from atoll.games.chain_reaction import heuristic
from atoll.games.chain_reaction.heuristic import evaluation, prices, reach
from atoll.games.chain_reaction.kernel import layout
from atoll.kit.contract import MAX_SEATS
from atoll.testing.sample_games import sampled, variants
from chain_reaction.build_positions import BOX, CHAIN, columns, play, position, to_kernel, tokens
from oracles import chain_reaction as oracle

TABLES = CHAIN.standard.tables[0]
WIDTH = 24


def plans(state: atoll.State, foresight: float = 1.0, most: int = WIDTH) -> list[tuple[float, list[int]]]:
    """Return the plans of the seat to decide, based on what it knows, as values and decisions."""
    states = CHAIN.kernel.empty(heuristic.ROWS)
    states[0] = state.hide(state.actor).array[0]
    rows = np.zeros((most, heuristic.LONGEST_PLAN), np.int64)
    lengths = np.zeros(most, np.int64)
    values = np.zeros(most)
    number = heuristic.plan(TABLES, states, rows, lengths, values, foresight)
    return [(float(values[i]), rows[i, : lengths[i]].tolist()) for i in range(number)]


def after(state: atoll.State, decisions: Sequence[int]) -> atoll.State:
    """Play decisions that must be legal and, together, exactly the rest of the turn."""
    turn = state.fields.turn
    for decision in decisions:
        assert state.fields.turn == turn
        state = state.play(decision)
    assert state.fields.turn == turn + 1
    return state


def after_rollout_turn(state: atoll.State, bits: int) -> atoll.State:
    states = CHAIN.kernel.empty()
    states[0] = state.array[0]
    heuristic.rollout_turn(TABLES, states, bits)
    return atoll.State(CHAIN, state.edition, states)


def worth(state: atoll.State, seat: int) -> float:
    return heuristic.worth(TABLES, state.array[0], seat)


def planned_game(seats: int, options: dict[str, str | bool], seed: int) -> Iterator[atoll.State]:
    """Yield the positions between the turns of a game in which every seat plays its best plan."""
    state = CHAIN.deal(seats, seed, options)
    while not state.over:
        yield state
        state = after(state, plans(state, most=1)[0][1])
    yield state


@cache
def moments() -> list[atoll.State]:
    """Return positions from random games of every variant."""
    return [state for state, _, _ in sampled(CHAIN)]


@cache
def games() -> list[list[atoll.State]]:
    """Return a planned game of every variant."""
    return [list(planned_game(seats, options, seed)) for seed, (seats, options) in enumerate(variants(CHAIN))]


# Plans


def test_every_plan_legally_completes_the_turn() -> None:
    for state in moments():
        found = plans(state)
        assert found
        ends = [after(state, decisions).position for _, decisions in found]
        assert len(set(ends)) == len(ends)
        values = [value for value, _ in found]
        assert values == sorted(values, reverse=True)


def test_a_shorter_list_has_the_best_plans() -> None:
    for state in moments()[::5]:
        assert [value for value, _ in plans(state, most=3)] == [value for value, _ in plans(state)[:3]]


def test_all_plans_are_found_if_there_is_room() -> None:
    state = position(hands="- 2", tiles=("r4 r4 y4 g1 g1 g1 g1 g1 g1", ""), placed=True)
    claims = {tuple(tokens(after(state, decisions), 0)) for _, decisions in plans(state, most=100)}
    # Tokens 1 and 2 are alike, so 2 is claimed only after 1.
    fours = [(), (9,), (10,)]
    ones = [(), (1,), (1, 2), (3,)]
    assert claims == {(*one, *four) for one in ones for four in fours} | {(19,), (3, 19), (1, 19)}


def test_plans_do_not_depend_on_what_is_hidden() -> None:
    for i, state in enumerate(moments()[::3]):
        assert plans(state.hide(state.actor).fill(i)) == plans(state)


@pytest.mark.parametrize("over", [True, False])
def test_without_legal_decisions_there_is_no_plan(over: bool) -> None:
    states = CHAIN.kernel.empty(heuristic.ROWS)
    states[0] = games()[0][-1].array[0] if over else games()[0][0].hide(None).array[0]
    rows, lengths, values = np.zeros((1, heuristic.LONGEST_PLAN), np.int64), np.zeros(1, np.int64), np.zeros(1)
    assert heuristic.plan(TABLES, states, rows, lengths, values, 1.0) == 0


# Values


def test_without_foresight_the_best_plan_has_the_most_points() -> None:
    for game in games():
        for state in game[:-1:3]:
            seat = state.actor
            assert seat is not None
            previews = CHAIN.kernel.previews(state.edition.tables, state.hide(seat).array)
            points = state.scores()[seat]
            assert points is not None
            assert plans(state, 0.0, 1)[0][0] == points + max(best for _, _, best, _ in previews)


def test_claims_change_a_plans_value_by_as_much_as_the_worth() -> None:
    for state in moments():
        if state.fields.stage == layout.CLAIMING:
            seat = state.actor
            assert seat is not None
            found = plans(state)
            worths = [worth(after(state, decisions), seat) for _, decisions in found]
            assert [value - found[0][0] for value, _ in found] == pytest.approx([w - worths[0] for w in worths])


def test_at_the_end_the_worth_is_the_final_points() -> None:
    for game in games():
        final = game[-1]
        assert [worth(final, seat) for seat in range(final.seats)] == final.scores()


def test_worth_needs_no_secret() -> None:
    for state in moments()[::4]:
        hidden = state.hide(None)
        for seat in range(state.seats):
            points = hidden.scores()[seat]
            assert points is not None
            assert worth(hidden, seat) >= points


def test_worth_does_not_depend_on_what_is_hidden() -> None:
    for state in moments()[::3]:
        seat = state.actor
        assert seat is not None
        assert worth(state.hide(seat), seat) == worth(state, seat)


def test_the_seat_to_play_counts_what_it_can_expect_to_take() -> None:
    state = position(("49", "50 5", "85", "51", "52"))
    seat = state.actor
    assert seat is not None
    values = np.zeros(layout.KINDS)
    prices.value_kinds(state.array[0], seat, prices.time_left(state.array[0]), values)
    laid_tiles = {code // layout.TURNS for code in state.array["column"][0].ravel().tolist() if code >= 0}
    most = []
    for tile in set(range(layout.TILES)) - laid_tiles:
        with_tile = atoll.State(CHAIN, state.edition, state.array.copy())
        with_tile.array["hand"][0, seat] = tile
        most.append(max(with_tile.play(place).array["held"][0, seat] @ values for place in with_tile.legal()))
    assert worth(state, seat) == pytest.approx(evaluation.NEXT_TURN * np.mean(most))
    assert worth(state, 1 - seat) == 0


def test_plain_tiles_are_saved_for_a_better_token_while_there_is_time() -> None:
    early = oracle.parse(CHAIN.deal(2, 1).position, BOX)
    seat = oracle.actor(early)
    early.tiles[seat] = Counter({"r1": 3})
    early.secrets = ["g", "g"]
    early.placed = True
    late = table_with(early, columns=[column[:1] for column in early.columns])
    for twin, foresight, claims in ((early, 0.0, [1]), (early, 1.0, []), (late, 1.0, [1])):
        state = to_kernel(twin)
        assert tokens(after(state, plans(state, foresight)[0][1]), seat) == claims


def table_with(twin: oracle.State, columns: oracle.Columns) -> oracle.State:
    copy = oracle.parse(oracle.position(twin), BOX)
    copy.columns = columns
    return copy


def test_foresight_leaves_less_to_the_next_player() -> None:
    left = {0.0: 0, 1.0: 0}
    for game in games():
        for state in game[: len(game) // 2 : 2]:
            for foresight in left:
                following = after(state, plans(state, foresight, 1)[0][1])
                if not following.over:
                    previews = CHAIN.kernel.previews(following.edition.tables, following.array)
                    left[foresight] += max(best for _, _, best, _ in previews)
    assert left[1.0] < 0.9 * left[0.0]


# Tables of what chains take


def test_the_tables_give_what_each_placement_takes() -> None:
    values = np.arange(1.0, layout.KINDS + 1)
    left, right = np.zeros(reach.SHAPE), np.zeros(reach.SHAPE)
    top = np.zeros(layout.COLUMNS, np.int64)
    for state in [state for game in games() for state in game[:-1:2]] + moments():
        if state.fields.stage != layout.PLACING:
            continue
        seat = state.actor
        assert seat is not None
        reach.write_reach(TABLES, state.array[0], values, left, right, top)
        tile = state.fields.hand[seat]
        taken = []
        for place in range(layout.COLUMNS * layout.TURNS):
            edges = TABLES.edges[layout.TURNS * tile + place % layout.TURNS]
            held = state.play(place).array["held"][0, seat] - state.array["held"][0, seat]
            taken.append(float(held @ values))
            assert reach.takes(edges, place // layout.TURNS, left, right, top) == taken[-1]
        assert reach.most_taken(TABLES, tile, left, right, top) == max(taken)


# Rollout turns


def test_a_rollout_turn_is_a_legal_turn() -> None:
    for i, state in enumerate(moments()):
        seat = state.actor
        assert seat is not None
        played = after_rollout_turn(state, i)
        assert played.fields.turn == state.fields.turn + 1
        claimed = [token for token in tokens(played, seat) if token not in tokens(state, seat)]
        first = state.legal() if state.fields.stage == layout.PLACING else [None]
        assert played in [_with_claims(state, decision, claimed, seat) for decision in first]


def _with_claims(state: atoll.State, first: int | None, claims: list[int], seat: int) -> atoll.State:
    """Play a turn with those of these claims that are legal, and pay the secret colour last."""
    turn = state.fields.turn
    if first is not None:
        state = state.play(first)
    claims = list(claims)
    while state.fields.turn == turn:
        legal = state.legal()
        if state.fields.stage == layout.PAYING:
            plain = [d for d in legal if (d - layout.PAY) % layout.COLOURS != state.fields.secret[seat]]
            claims = [token for token in claims if token != state.fields.claimed + 1]
            decision = (plain or legal)[0]
        elif claims and layout.CLAIM + claims[0] - 1 in legal:
            decision = layout.CLAIM + claims.pop(0) - 1
        else:
            decision = layout.END
        state = state.play(decision)
    return state


def test_a_rollout_turn_takes_the_most() -> None:
    # On column 3 tile 1 takes 85, a red 4, from below, and then 5 from the left; nothing else takes as much.
    state = position(("49", "50 5", "85", "51", "52"))
    assert {tuple(columns(after_rollout_turn(state, bits))) for bits in range(20)} == {
        tuple(columns(play(state, "put 3 turn 0")))
    }


def test_rollout_turns_end_the_game_in_all_variants() -> None:
    for seed, (seats, options) in enumerate(variants(CHAIN)):
        state = CHAIN.deal(seats, seed, options)
        for turn in range(layout.STACK):
            if not state.over:
                state = after_rollout_turn(state, turn)
        assert state.over
        assert len(state.ranking()) == seats <= MAX_SEATS
