"""The kernel agrees with an oracle written from the specification alone."""

from itertools import product
from pathlib import Path

import pytest

import atoll
from atoll import State
from atoll.kit.options import Value
from atoll.kit.rng import below
from chain_reaction.build_positions import BOX, CHAIN, expected_fields, kernel_fields, oracle_position, to_kernel
from oracles import chain_reaction as oracle

OPTIONS: list[dict[str, Value]] = [
    {"first_player": first, "open_hands": hands}
    for first, hands in product(["random", "1", "2", "3", "4"], [False, True])
]
EVERY = 10  # the text of every tenth position is compared too


def heights(twin: oracle.State, text: str) -> list[int]:
    """Return the heights of the columns after a placement, the lowest first."""
    column, turn = divmod(oracle.decision_id(text), 4)
    tile = twin.hands[oracle.actor(twin)]
    assert tile is not None
    columns = [*twin.columns]
    columns[column] = [*columns[column], oracle.Lying(tile, turn)]
    return sorted(len(tiles) for tiles in oracle.chain(twin.box, columns, column)[0])


def chosen(twin: oracle.State, texts: list[str], seed: int, index: int) -> str:
    """Return a decision: at random in a third of the games, else mostly one for long chains or short columns."""
    choice = texts[below(seed, index, len(texts))]
    if seed % 3 == 0 or below(~seed, index, 4) == 0:
        return choice
    if texts[0] == "end":
        return texts[1 + below(seed, index, len(texts) - 1)]
    if texts[0].startswith("pay"):
        return choice
    return min(texts, key=lambda text: sum(heights(twin, text)) if seed % 3 == 1 else heights(twin, text))


def check_game(state: State, seed: int, box: oracle.Box = BOX) -> State:
    """Play a game with kernel and oracle, compare them at each step, for one viewer in turn, and return the end."""
    twin = oracle.parse(state.position, box)
    assert oracle.set_up_faults(twin) == []
    index = 0
    while True:
        assert kernel_fields(state) == expected_fields(twin)
        assert oracle.scores(twin) == state.scores()
        assert oracle.ranking(twin) == state.ranking()
        assert oracle.over(twin) == state.over
        viewer = index % (state.seats + 1)
        check_secrecy(state, twin, None if viewer == state.seats else viewer)
        if index % EVERY == 0 or state.over:
            assert oracle.position(twin) == state.position
        if state.over:
            assert (state.legal(), oracle.legal(twin)) == ([], [])
            return state
        assert oracle.actor(twin) == state.actor
        texts = oracle.legal(twin)
        assert [oracle.decision_id(text) for text in texts] == state.legal()
        text = chosen(twin, texts, seed, index)
        assert CHAIN.format(state, oracle.decision_id(text)) == text
        state, twin, index = state.play(oracle.decision_id(text)), oracle.play(twin, text), index + 1


def check_secrecy(state: State, twin: oracle.State, viewer: int | None) -> None:
    known = oracle.hidden(twin, viewer)
    hidden = state.hide(viewer)
    assert kernel_fields(hidden) == expected_fields(known)
    assert hidden.scores() == oracle.scores(known)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("part", range(2))
def test_games_agree(seats: int, part: int) -> None:
    ends = [
        check_game(CHAIN.deal(seats, seed, OPTIONS[seed % len(OPTIONS)]), seed)
        for seed in range(1000 * seats + 35 * part, 1000 * seats + 35 * (part + 1))
    ]
    emptied = sum(min(end.fields.height) == 0 for end in ends)
    assert 0 < emptied < len(ends), "some games must end with an empty column, and some with an empty stack"


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_guesses_are_consistent_with_what_the_viewer_knows(seats: int) -> None:
    for seed, options in enumerate(OPTIONS):
        state = CHAIN.deal(seats, seed, options)
        index = 0
        while True:
            viewer = None if index % 5 == 4 else index % seats
            known = oracle.hidden(oracle.parse(state.position, BOX), viewer)
            guess = state.hide(viewer).fill(seed + index)
            assert oracle.agrees(oracle.parse(guess.position, BOX), known)
            if state.over:
                break
            for _ in range(7):
                if not state.over:
                    state = state.play(state.legal()[below(seed, index, len(state.legal()))])
                    index += 1


def odd_edition(folder: Path) -> Path:
    """Write an edition with expensive, cheap and long tokens, half of the tiles mirrored, and few values."""
    text = CHAIN.standard.text.replace('edition = "standard"', 'edition = "odd"')
    head, _, tail = text.partition("[tiles]\n")
    tiles = tail.partition("\n[tokens]")[0].strip().splitlines()
    lines = []
    for number, line in enumerate(tiles, 1):
        symbols, _, face = line.partition(' = "')[2].partition(", ")
        around = symbols.split(" ")
        lines.append(f'{number} = "{" ".join(around[::-1] if number % 2 else around)}, {face.replace("3", "4")}')
    costs = ["1", "4", "1 1", "2 2", "4 4", "1 4", "2 1", "1 1 1 1 1 1", "4 4 4 4 4", "2 2 2 2 2", "1 2 4", "1 2 2 4"]
    costs += ["1 1 2 2 4 4", "3", "1 3", "2", "2 4", "1", "4 1 4 1", "2 2 1"]
    tokens = [f'{number} = "{cost}, {1 + 7 * number % 40} points"' for number, cost in enumerate(costs, 1)]
    path = folder / "odd.toml"
    path.write_text("\n".join([head, "[tiles]", *lines, "[tokens]", *tokens, ""]), encoding="utf-8")
    return path


def test_games_with_other_tiles_and_tokens_agree(tmp_path: Path) -> None:
    path = odd_edition(tmp_path)
    edition, box = CHAIN.edition(path), oracle.load(path)
    for seed in range(12):
        check_game(CHAIN.deal(2 + seed % 3, seed, edition=edition), seed, box)


def test_perft_counts_agree() -> None:
    def count(twin: oracle.State, depth: int) -> int:
        if depth == 0 or oracle.over(twin):
            return 1
        return sum(count(oracle.play(twin, text), depth - 1) for text in oracle.legal(twin))

    for seed in range(4):
        state: atoll.State = CHAIN.deal(2 + seed % 3, seed)
        twin = oracle.parse(state.position, BOX)
        for index in range(16 * seed):
            if len(oracle.legal(twin)) > 0:
                twin = oracle.play(twin, chosen(twin, oracle.legal(twin), 1, index))
        state = CHAIN.position(oracle.position(twin))
        for depth in (1, 2):
            assert CHAIN.kernel.perft(state.edition.tables, state.array, depth) == count(twin, depth)


def test_sampling_reaches_each_legal_decision_in_every_stage() -> None:
    claiming = oracle_position(hands="- 2", tiles=("r4 y4 b4 r1 y1 g1 b1", ""), placed=True)
    stages = [oracle_position(), claiming, oracle.play(claiming, "claim 10"), oracle.play(claiming, "claim 1")]
    for twin in stages:
        state = to_kernel(twin)
        texts = oracle.legal(twin)
        assert len(texts) > 1
        for index, text in enumerate(texts):
            bits = -(-(index << 32) // len(texts))
            assert CHAIN.kernel.sample(state.edition.tables, state.array, bits) == oracle.decision_id(text)
