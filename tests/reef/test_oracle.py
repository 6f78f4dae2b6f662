"""The kernel agrees with an oracle written from the specification alone."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import atoll
from atoll import State
from atoll.games.reef.components import LETTERS, SPACE_NAMES
from atoll.games.reef.kernel.patterns import occurrences
from atoll.games.reef.text.positions import lay_stack
from atoll.kit.rng import below
from oracles import reef as oracle

REEF = atoll.find_game("reef")
CARDS = oracle.load_cards(REEF.file("cards.toml"))
SETUPS = ("standard", "expert", "anywhere", "random")
STACK = st.text(alphabet=LETTERS, max_size=4)

# Patterns that no standard card has: asymmetric, with holes, four different cells, wild and + together.
ODD_PATTERNS = (
    ["r y", "g ."], ["r y", "g p"], ["r y g", ". p ."], ["r . y"], ["*2 r3+"], ["* *", "* *"], ["r . .", ". . y"],
    ["r r r r"], ["r r r", "r r r"], ["r y", ". g", ". p"], ["p4 *"], ["*3+"],
)  # fmt: skip


def odd_edition(folder: Path) -> str:
    text = REEF.standard.text.replace('edition = "standard"', 'edition = "odd"')
    head, *cards = text.split("[[card]]")
    for number, rows in enumerate(ODD_PATTERNS):
        cards[number] = f'\nid = {number + 1}\ncorals = ["red", "green"]\npattern = {rows}\npoints = 3\n\n'
    path = folder / "odd.toml"
    path.write_text("[[card]]".join([head, *cards]).replace("'", '"'), encoding="utf-8")
    return str(path)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("setup", SETUPS)
def test_games_agree(seats: int, setup: str) -> None:
    for seed in range(3):
        check_game(REEF.deal(seats, 100 * seats + seed, {"setup": setup, "mirror_patterns": seed == 1}), seed)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(8))
def test_hundreds_of_games_agree(part: int) -> None:
    for number in range(40):
        seed = 1000 + 40 * part + number
        seats, setup = 2 + seed % 3, SETUPS[seed // 3 % 4]
        check_game(REEF.deal(seats, seed, {"setup": setup, "mirror_patterns": seed % 5 == 0}), seed)


def check_game(state: State, seed: int) -> None:
    twin = oracle.parse(state.position, CARDS)
    index = 0
    while True:
        assert oracle.position(twin) == state.position
        assert oracle.scores(twin) == state.scores()
        assert oracle.ranking(twin) == state.ranking()
        assert oracle.over(twin) == state.over
        if state.over:
            return
        assert oracle.actor(twin) == state.actor
        texts = [REEF.format(state, decision) for decision in state.legal()]
        assert set(texts) == oracle.legal(twin)
        assert len(texts) == len(set(texts))
        # Half of the time play a card if there is one: random games would mostly fill hands.
        plays = [text for text in texts if text.startswith("play")]
        choices = plays if plays and below(seed, 2 * index, 2) else texts
        text = choices[below(seed, 2 * index + 1, len(choices))]
        state, twin, index = state.play(REEF.parse(state, text)), oracle.play(twin, text), index + 1


def board_with(stacks: list[str], *, mirror: bool) -> State:
    """Return a position whose first board has these stacks; the supply may be negative, as scoring ignores it."""
    array = REEF.deal(2, 1, {"mirror_patterns": mirror}).array.copy()
    for space, letters in enumerate(stacks):
        if letters:
            lay_stack(array[0], 0, space, letters)
    return State(REEF, REEF.standard, array)


def check_counts(stacks: list[str], *, mirror: bool, edition: atoll.Edition, cards: dict[int, oracle.Card]) -> None:
    board = dict(zip(SPACE_NAMES, stacks, strict=True))
    record = board_with(stacks, mirror=mirror).array[0]
    for number, card in cards.items():
        counted = occurrences(edition.tables[0], record, 0, number - 1)
        assert counted == oracle.occurrences(board, card, mirror), (number, stacks)


@given(st.lists(STACK, min_size=16, max_size=16), st.booleans())
def test_pattern_counts_agree_on_any_board(stacks: list[str], mirror: bool) -> None:
    check_counts(stacks, mirror=mirror, edition=REEF.standard, cards=CARDS)


@given(st.lists(st.sampled_from(["", "r", "y", "rr", "yr"]), min_size=16, max_size=16))
def test_pattern_counts_agree_on_boards_of_few_colours(stacks: list[str]) -> None:
    check_counts(stacks, mirror=False, edition=REEF.standard, cards=CARDS)


@pytest.fixture(scope="module")
def odd(tmp_path_factory: pytest.TempPathFactory) -> tuple[atoll.Edition, dict[int, oracle.Card]]:
    path = odd_edition(tmp_path_factory.mktemp("edition"))
    cards = oracle.load_cards(Path(path))
    return REEF.edition(path), {number: cards[number] for number in range(1, len(ODD_PATTERNS) + 1)}


@given(
    stacks=st.lists(st.sampled_from(["", "r", "y", "g", "p", "rrr", "pppp"]), min_size=16, max_size=16),
    mirror=st.booleans(),
)
def test_odd_pattern_counts_agree(
    odd: tuple[atoll.Edition, dict[int, oracle.Card]], stacks: list[str], mirror: bool
) -> None:
    check_counts(stacks, mirror=mirror, edition=odd[0], cards=odd[1])


def test_the_spaces_shown_are_the_occurrences_counted() -> None:
    for seed in range(150):
        stacks = [
            "".join(LETTERS[below(seed, 9 * s + i, 3)] for i in range(below(seed, 9 * s + 8, 4))) for s in range(16)
        ]
        state = board_with(stacks, mirror=False)
        for number, card in CARDS.items():
            found = REEF.explain(state, 0, str(number)).spaces
            board = dict(zip(SPACE_NAMES, stacks, strict=True))
            assert len(found) == oracle.occurrences(board, card, False)
            if not state.edition.items[number].pattern:
                continue
            assert len({space for spaces in found for space in spaces}) == sum(map(len, found))
            for spaces in found:
                alone = {space: stack if space in spaces else "" for space, stack in board.items()}
                assert oracle.occurrences(alone, card, False) == 1


def test_perft_counts_agree() -> None:
    def count(twin: oracle.State, depth: int) -> int:
        if depth == 0 or oracle.over(twin):
            return 1
        return sum(count(oracle.play(twin, text), depth - 1) for text in oracle.legal(twin))

    _, *lines = REEF.file("perft.txt").read_text(encoding="utf-8").splitlines()
    compared = 0
    for line in lines:
        position, *counts = line.split(" ; ")
        for depth, expected in enumerate(map(int, counts), 1):
            if expected <= 600:
                compared += 1
                assert count(oracle.parse(position, CARDS), depth) == expected, (position, depth)
    assert compared > 80
