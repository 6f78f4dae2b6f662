"""Every creature type in every quarter turn on every space of random oceans: kernel against oracle (S24, S27, S28)."""

from random import Random

import pytest

from atoll import State
from atoll.games.shallow_sea.kernel import layout
from atoll.games.shallow_sea.lattice import SPACE_NAMES
from oracles import shallow_sea as oracle
from shallow_sea.build_oceans import SEA
from shallow_sea.build_tables import position

TILES = oracle.load_tiles(SEA.file("tiles.toml"))
CORALS = {  # one coral of each colour
    tile.colour: number for number, tile in enumerate(TILES) if isinstance(tile, oracle.Coral)
}


def random_ocean(seed: int) -> oracle.Ocean:
    random = Random(seed)
    colours = [0, 1, 2, 3][: 2 + seed % 3]
    ocean = oracle.Ocean()
    for space in oracle.SPACES:
        if random.random() < 0.8:
            done = random.random() < 0.85
            fish = random.choice(colours) if done else None
            ocean.tiles[space] = oracle.Laid(CORALS[random.choice(colours)], 0, done, fish)
    return ocean


def state_of(ocean: oracle.Ocean) -> State:
    """Return a family game, where only tiles score, at the end of a turn with this ocean."""
    state = position("", stage=layout.FINISHING, options={"mode": "family"})
    array = state.array.copy()
    twin = oracle.read(state.fields, TILES)
    twin.oceans[0] = ocean
    for name, value in oracle.derived(twin, 0).items():
        array[0][name][0] = value
    for space, laid in ocean.tiles.items():
        array[0].board[0, oracle.SPACES.index(space)] = laid.tile
        array[0].turned[0, oracle.SPACES.index(space)] = laid.turn
    return State(SEA, SEA.standard, array)


def test_S27_every_type_in_every_quarter_turn_on_every_space() -> None:
    met = set()
    for seed in range(3 * layout.SPACES):
        index = seed % layout.SPACES
        space = oracle.SPACES[index]
        ocean = random_ocean(seed)
        ocean.tiles[space] = oracle.Laid(layout.CREATURE, 0)
        array = state_of(ocean).array
        rest = sum(oracle.tile_points(TILES, ocean, place) for place in ocean.tiles if place != space)
        for kind in range(layout.TYPES):
            for turn in range(4):
                ocean.tiles[space] = oracle.Laid(layout.CREATURE + kind, turn)
                array[0].board[0, index], array[0].turned[0, index] = layout.CREATURE + kind, turn
                state = State(SEA, SEA.standard, array)
                items = oracle.items_met(TILES, ocean, space)
                creature = TILES[layout.CREATURE + kind]
                assert isinstance(creature, oracle.Creature)
                assert state.scores() == [rest + items * creature.partial], (space, creature.code, turn)
                assert len(SEA.explain(state, 0, SPACE_NAMES[index]).counting) == items, (space, creature.code, turn)
                ready = layout.CREATURE_FINISH + index in state.legal()
                assert ready == (items == creature.need), (space, creature.code, turn)
                if ready:
                    done = state.play(layout.CREATURE_FINISH + index)
                    assert done.scores() == [rest + creature.full]
                    met.add(creature.code)
    assert met == set(oracle.CODES)


def test_S27_the_region_of_a_creature_turns_with_it() -> None:
    tables = SEA.standard.tables[0]
    for kind in range(layout.TYPES):
        creature = TILES[layout.CREATURE + kind]
        assert isinstance(creature, oracle.Creature)
        for turn in range(4):
            for index, space in enumerate(oracle.SPACES):
                expected = oracle.number_of(oracle.looked_at(creature, space, turn), oracle.SPACES)
                assert tables.region[kind, turn, index] == expected


@pytest.mark.parametrize("coral", [1, 2, 4, 13, 16, 18, 19])
def test_S22_corals_ask_for_their_fish_in_every_quarter_turn_on_every_space(coral: int) -> None:
    tile = TILES[coral - 1]
    assert isinstance(tile, oracle.Coral)
    for index, space in enumerate(oracle.SPACES):
        for turn in range(4):
            ocean = oracle.Ocean({space: oracle.Laid(coral - 1, turn)})
            ocean.loose = oracle.asked(tile, space, turn)
            around = oracle.corners(space)
            asked = {layout.FINISH + 4 * index + around.index(bubble) for bubble in ocean.loose}
            assert set(state_of(ocean).legal()) & set(range(layout.FINISH, layout.MOVE)) == asked
            for bubble, colour in list(ocean.loose.items()):
                ocean.loose[bubble] = (colour + 1) % 4
                assert layout.END in state_of(ocean).legal()
                ocean.loose[bubble] = colour
