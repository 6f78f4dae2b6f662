"""The planner of Chain Reaction: its ways are legal, sorted and blind to what is hidden, and its values are right."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache

import numpy as np
import pytest

import atoll
from atoll.core.kernel import MOST_SEATS
from atoll.games.chain_reaction import heuristic, kernel
from atoll.games.chain_reaction.heuristic import outlook, prices, reach
from chain_reaction.positions import BOX, CHAIN, columns, laid, play, position, tokens
from conformance.playing import sampled, variants
from oracles import chain_reaction as oracle

TABLES = CHAIN.standard.tables[0]
WAYS = 24


def ways(state: atoll.State, foresight: float = 1.0, most: int = WAYS) -> list[tuple[float, list[int]]]:
    """Return the planned ways of the player to decide, who sees only what is not hidden: values and decisions."""
    states = CHAIN.kernel.empty(heuristic.ROWS)
    states[0] = state.hide(state.actor).array[0]
    turns = np.zeros((most, heuristic.STEPS), np.int64)
    lengths = np.zeros(most, np.int64)
    values = np.zeros(most)
    number = heuristic.plan(TABLES, states, turns, lengths, values, foresight)
    return [(float(values[i]), turns[i, : lengths[i]].tolist()) for i in range(number)]


def after(state: atoll.State, decisions: Sequence[int]) -> atoll.State:
    """Play decisions that must be legal and, together, exactly the rest of the turn."""
    turn = state.fields.turn
    for decision in decisions:
        assert state.fields.turn == turn
        state = state.play(decision)
    assert state.fields.turn == turn + 1
    return state


def hurried(state: atoll.State, bits: int) -> atoll.State:
    states = CHAIN.kernel.empty()
    states[0] = state.array[0]
    heuristic.hurry(TABLES, states, bits)
    return atoll.State(CHAIN, state.edition, states)


def worth(state: atoll.State, seat: int) -> float:
    return heuristic.worth(TABLES, state.array[0], seat)


def planned_game(seats: int, options: dict[str, str | bool], seed: int) -> Iterator[atoll.State]:
    """Yield the positions between the turns of a game in which everybody plays the best way."""
    state = CHAIN.deal(seats, seed, options)
    while not state.over:
        yield state
        state = after(state, ways(state, most=1)[0][1])
    yield state


@cache
def moments() -> list[atoll.State]:
    """Return positions out of random games of every variant."""
    return [state for state, _, _ in sampled(CHAIN)]


@cache
def games() -> list[list[atoll.State]]:
    """Return a planned game of every variant."""
    return [list(planned_game(seats, options, seed)) for seed, (seats, options) in enumerate(variants(CHAIN))]


# The ways


def test_every_way_is_a_legal_rest_of_the_turn() -> None:
    for state in moments():
        found = ways(state)
        assert found
        ends = [after(state, decisions).position for _, decisions in found]
        assert len(set(ends)) == len(ends)
        values = [value for value, _ in found]
        assert values == sorted(values, reverse=True)


def test_fewer_ways_are_the_best_of_many() -> None:
    for state in moments()[::5]:
        assert [value for value, _ in ways(state, most=3)] == [value for value, _ in ways(state)[:3]]


def test_every_way_is_there_when_there_is_room() -> None:
    state = position(hands="- 2", tiles=("r4 r4 y4 g1 g1 g1 g1 g1 g1", ""), placed=True)
    claims = {tuple(tokens(after(state, decisions), 0)) for _, decisions in ways(state, most=100)}
    # Tokens 1 and 2 are alike, so the second one is only claimed after the first.
    fours = [(), (9,), (10,)]
    ones = [(), (1,), (1, 2), (3,)]
    assert claims == {(*one, *four) for one in ones for four in fours} | {(19,), (3, 19), (1, 19)}


def test_ways_do_not_depend_on_what_is_hidden() -> None:
    for i, state in enumerate(moments()[::3]):
        assert ways(state.hide(state.actor).fill(i)) == ways(state)


@pytest.mark.parametrize("over", [True, False])
def test_where_nothing_can_be_decided_there_is_no_way(over: bool) -> None:
    states = CHAIN.kernel.empty(heuristic.ROWS)
    states[0] = games()[0][-1].array[0] if over else games()[0][0].hide(None).array[0]
    turns, lengths, values = np.zeros((1, heuristic.STEPS), np.int64), np.zeros(1, np.int64), np.zeros(1)
    assert heuristic.plan(TABLES, states, turns, lengths, values, 1.0) == 0


# The values


def test_without_foresight_the_best_way_has_the_most_points() -> None:
    for game in games():
        for state in game[:-1:3]:
            seat = state.actor
            assert seat is not None
            previews = CHAIN.kernel.previews(state.edition.tables, state.hide(seat).array)
            points = state.scores()[seat]
            assert points is not None
            assert ways(state, 0.0, 1)[0][0] == points + max(best for _, _, best, _ in previews)


def test_what_claims_change_in_a_value_is_what_they_change_in_worth() -> None:
    for state in moments():
        if state.fields.stage == kernel.CLAIMING:
            seat = state.actor
            assert seat is not None
            found = ways(state)
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


def test_who_is_to_play_counts_what_it_can_expect_to_take() -> None:
    state = position(("49", "50 5", "85", "51", "52"))
    seat = state.actor
    assert seat is not None
    values = np.zeros(kernel.KINDS)
    prices.value_kinds(state.array[0], seat, prices.time_left(state.array[0]), values)
    laid_tiles = {code // kernel.TURNS for code in state.array["column"][0].ravel().tolist() if code >= 0}
    most = []
    for tile in set(range(kernel.TILES)) - laid_tiles:
        with_tile = atoll.State(CHAIN, state.edition, state.array.copy())
        with_tile.array["hand"][0, seat] = tile
        most.append(max(with_tile.play(place).array["held"][0, seat] @ values for place in with_tile.legal()))
    assert worth(state, seat) == pytest.approx(outlook.NEXT_TURN * np.mean(most))
    assert worth(state, 1 - seat) == 0


def test_plain_tiles_are_kept_for_a_better_token_while_there_is_time() -> None:
    early = oracle.parse(CHAIN.deal(2, 1).position, BOX)
    seat = oracle.actor(early)
    early.tiles[seat] = Counter({"r1": 3})
    early.secrets = ["g", "g"]
    early.placed = True
    late = table_with(early, columns=[column[:1] for column in early.columns])
    for twin, foresight, claims in ((early, 0.0, [1]), (early, 1.0, []), (late, 1.0, [1])):
        state = laid(twin)
        assert tokens(after(state, ways(state, foresight)[0][1]), seat) == claims


def table_with(twin: oracle.State, columns: oracle.Columns) -> oracle.State:
    copy = oracle.parse(oracle.position(twin), BOX)
    copy.columns = columns
    return copy


def test_less_is_left_to_the_next_player() -> None:
    left = {0.0: 0, 1.0: 0}
    for game in games():
        for state in game[: len(game) // 2 : 2]:
            for foresight in left:
                following = after(state, ways(state, foresight, 1)[0][1])
                if not following.over:
                    previews = CHAIN.kernel.previews(following.edition.tables, following.array)
                    left[foresight] += max(best for _, _, best, _ in previews)
    assert left[1.0] < 0.9 * left[0.0]


# The tables of what chains take


def test_the_tables_tell_what_each_placement_takes() -> None:
    values = np.arange(1.0, kernel.KINDS + 1)
    left, right = np.zeros(reach.SHAPE), np.zeros(reach.SHAPE)
    top = np.zeros(kernel.COLUMNS, np.int64)
    for state in [state for game in games() for state in game[:-1:2]] + moments():
        if state.fields.stage != kernel.PLACING:
            continue
        seat = state.actor
        assert seat is not None
        reach.look(TABLES, state.array[0], values, left, right, top)
        tile = state.fields.hand[seat]
        taken = []
        for place in range(kernel.COLUMNS * kernel.TURNS):
            edges = TABLES.edges[kernel.TURNS * tile + place % kernel.TURNS]
            held = state.play(place).array["held"][0, seat] - state.array["held"][0, seat]
            taken.append(float(held @ values))
            assert reach.takes(edges, place // kernel.TURNS, left, right, top) == taken[-1]
        assert reach.most(TABLES, tile, left, right, top) == max(taken)


# The quick turn


def test_a_quick_turn_is_one_of_the_legal_turns() -> None:
    for i, state in enumerate(moments()):
        seat = state.actor
        assert seat is not None
        hurry = hurried(state, i)
        assert hurry.fields.turn == state.fields.turn + 1
        claimed = [token for token in tokens(hurry, seat) if token not in tokens(state, seat)]
        first = state.legal() if state.fields.stage == kernel.PLACING else [None]
        assert hurry in [_with_claims(state, decision, claimed, seat) for decision in first]


def _with_claims(state: atoll.State, first: int | None, claims: list[int], seat: int) -> atoll.State:
    """Play a turn with these claims as far as they are legal, the secret colour paid last."""
    turn = state.fields.turn
    if first is not None:
        state = state.play(first)
    claims = list(claims)
    while state.fields.turn == turn:
        legal = state.legal()
        if state.fields.stage == kernel.PAYING:
            plain = [d for d in legal if (d - kernel.PAY) % kernel.COLOURS != state.fields.secret[seat]]
            claims = [token for token in claims if token != state.fields.claimed + 1]
            decision = (plain or legal)[0]
        elif claims and kernel.CLAIM + claims[0] - 1 in legal:
            decision = kernel.CLAIM + claims.pop(0) - 1
        else:
            decision = kernel.END
        state = state.play(decision)
    return state


def test_a_quick_turn_takes_the_most() -> None:
    # On column 3 tile 1 takes 85, a red 4, from below, and then 5 from the left; nothing else takes as much.
    state = position(("49", "50 5", "85", "51", "52"))
    assert {tuple(columns(hurried(state, bits))) for bits in range(20)} == {tuple(columns(play(state, "put 3 turn 0")))}


def test_quick_turns_end_the_game_in_all_variants() -> None:
    for seed, (seats, options) in enumerate(variants(CHAIN)):
        state = CHAIN.deal(seats, seed, options)
        for turn in range(kernel.STACK):
            if not state.over:
                state = hurried(state, turn)
        assert state.over
        assert len(state.ranking()) == seats <= MOST_SEATS
