"""The numbers of Shallow Sea: components, decisions, and the records that hold tables and positions.

A tile is one number: a coral 0 to 75, a creature 76 + its type. Sets of spaces and of bubbles are bits of one number,
numbered as in `lattice.py`. What scoring needs is stored beside the board as sets: finished corals and finished fish by
colour.

Chance: a piece is drawn from a bag when it is needed; which one is a pure function of the seed in `chance` and of how
many were drawn before. `hide` forgets the seed and nothing else: all but the order of the bags is public (S55).
"""

import numpy as np

# Components (S5 to S12)
COLOURS = 4
CORALS = 76
TYPES = 22
CREATURE = CORALS  # the first tile that is a creature
SPACES = 22
BUBBLES = 35
CORNERS = 4
TURNS = 4
SEATS = 4
SLOTS = 5
SMALL_SLOTS = 3  # modified rule 2
CHOSEN_TYPES = 10
SHELLS = 5
START_SHELLS = 2
EMPTY_SPACES = 4
ROUNDS = SPACES - EMPTY_SPACES - 1  # one tile is laid before the first round
ROWS = 5
COLUMNS = 9
CARDS = 7
SCENARIOS = 15
DOUBLE_SCENARIO = 14  # doubles the orange card
CHOSEN_COLOUR_SCENARIO = 15
FISH_PER_COLOUR = (0, 9, 14, 19, 24)
COPIES_PER_TYPE = (0, 2, 2, 3, 4)
NONE = -1
UNKNOWN_CORAL = -3  # drawn unseen; a creature, or a fish, drawn unseen is the contract's UNKNOWN
ALL_SPACES = (1 << SPACES) - 1

# Option values, in the order that __init__.py lists them
STANDARD, FAMILY = range(2)
RANDOM = 0
NO_MODIFICATION = 0
(
    NEAR_CORALS,
    SMALL_POOLS,
    MOVING_CORALS,
    DEAR_ACTIONS,
    OPEN_FISH,
    NO_REFRESH,
    BEST_OF_TWO,
    NO_POOLS,
    PROUD_FISH,
    LONELY_CREATURES,
) = range(1, 11)

# What the seat to decide does now
START_CHOOSING, START_PLACING, CHOOSING, COMBINING_TILE, COMBINING_FISH, PLACING, FINISHING, MOVING, MOVING_CORAL = (
    range(9)
)

# Pools
CORAL_POOL, FISH_POOL, CREATURE_POOL = range(3)

# Decisions, frozen by the rules version:
#     0 to 2    refresh the corals, the fish, the creatures for a shell             S17
#     3 to 4    refresh the corals, the fish for nothing                            S16
#     5         pay for a free combination                                          S18
#     6         let the lionfish pay: a fish from the bag                           S47
#     7 to 10   the same with a fish of a colour (modified rule 5)                  S53
#    11 to 20   take slot i's fish with its coral (11 + 2 * i) or creature          S15
#    21 to 30   take the coral (21 + 2 * i) or creature of slot i alone             S13, S18
#    31 to 35   take the fish of slot i alone                                       S18
#    36 to 39   take a fish of a colour (modified rule 5)                           S53
#    40 to 41   draw a coral, a creature with a fish (modified rule 8)              S53
#    42 to 129  place the tile: 42 + 4 * space + turn                               S13, S21
#   130 to 164  place the fish, or the fish being moved, on a bubble                S21, S26
#   165 to 252  finish the coral on a space with the fish at a corner: 165 + 4 * space + corner   S22
#   253 to 274  finish the creature on a space                                      S24
#   275 to 309  take up the fish on a bubble, to move it                            S26
#   310 to 331  take up the coral on a space, to move or turn it (modified rule 3)  S53
#   332         end the turn                                                        S25
REFRESH = 0
FREE_REFRESH = 3
COMBINE = 5
LIONFISH = 6
LIONFISH_COLOUR = 7
TAKE = 11
TAKE_TILE = 21
TAKE_FISH = 31
TAKE_COLOUR = 36
DRAW = 40
PLACE = 42
BUBBLE = 130
FINISH = 165
CREATURE_FINISH = 253
MOVE = 275
MOVE_CORAL = 310
END = 332
DECISIONS = 333
LONGEST_TURN = 24  # rows that previews need: `best_turn` only finishes tiles, at most one for each space

TABLES = np.dtype((np.record, [
    ("colour", "i8", CORALS), ("value", "i8", CORALS),
    ("asks", "i8", (CORALS, CORNERS)),           # colour of the fish asked at N, E, S, W before turning, or NONE
    ("wants_fish", "i8", TYPES),                 # 1: fish, 0: corals
    ("different", "i8", TYPES),                  # 1: of different colours, 0: of the same
    ("need", "i8", TYPES), ("partial", "i8", TYPES), ("full", "i8", TYPES),
    ("region", "i8", (TYPES, TURNS, SPACES)),    # the spaces where a creature looks
    ("group", "i8", TYPES),                      # A to F as 0 to 5
    ("bubble", "i8", (SPACES, CORNERS)),
    ("bubbles", "i8", SPACES),                   # the same as a set
    ("around", "i8", BUBBLES),                   # the spaces at a bubble
    ("adjoining", "i8", SPACES), ("neighbouring", "i8", SPACES),
    ("row", "i8", ROWS), ("column", "i8", COLUMNS),
    ("inner", "i8"),
    ("scenario_types", "i8", SCENARIOS),         # sets of creature types, and the cards that go with them
    ("scenario_orange", "i8", SCENARIOS), ("scenario_blue", "i8", SCENARIOS),
    ("scenario_points", "i8", SCENARIOS),        # the least points of each
    ("first_game", "i8"),                        # the creature types of the first game
]))  # fmt: skip

POSITION = np.dtype((np.record, [
    ("seats", "i8"),
    ("mode", "i8"), ("scenario", "i8"), ("modified", "i8"), ("creatures", "i8"), ("orange", "i8"), ("blue", "i8"),
    ("matching_fish", "i8"), ("first_player", "i8"),
    ("first", "i8"),
    ("turn", "i8"),                              # finished turns; set-up counts from -seats to -1
    ("actor", "i8"),                             # seat to decide, or OVER
    ("stage", "i8"),
    ("resume", "i8"),                            # the stage to go back to after a move
    ("tile", "i8"),                              # the tile to place, NONE or unknown
    ("fish", "i8"),                              # the fish to place, NONE or unknown
    ("lifted", "i8"),                            # the bubble of a fish, or the space of a coral, being moved; or NONE
    ("credit", "i8"),                            # shells that the lionfish has paid
    ("closed", "i8"),                            # 1: the creature pool can't be refreshed any more (S20)
    ("unseen", "i8"),                            # fish that the lionfish took from a bag of unknown order
    ("chance", "i8"), ("drawn", "i8"),           # seed of the draws, or UNKNOWN; draws so far
    ("cards", "i8", (2, 2)),                     # orange and blue ecosystem cards, from 1; NONE where there are fewer
    ("types", "i8"),                             # the chosen creature types, as bits
    ("coral_bag", "i8", 2),                      # bits of corals 0 to 37 and 38 to 75
    ("shells", "i8", SEATS),
    ("done", "i8", SEATS),                       # finished spaces
    ("filled", "i8", SEATS),                     # spaces with a tile
    ("creature_spaces", "i8", SEATS),
    ("own_bubbles", "i8", SEATS),                # bubbles of the seat's tiles
    ("corals", "i8", (SEATS, COLOURS)),          # finished corals
    ("finned", "i8", (SEATS, COLOURS)),          # spaces of finished corals, by the colour of the fish on them
    ("loose", "i8", (SEATS, COLOURS)),           # bubbles with unfinished fish
    ("fish_bag", "i2", COLOURS),
    ("lionfish", "i2", COLOURS),                 # fish on the lionfish card
    ("creature_bag", "i2", TYPES),
    ("pool", "i2", (3, SLOTS)),                  # corals, fish, creatures: what lies in each slot, NONE or unknown
    ("board", "i2", (SEATS, SPACES)),            # a tile or NONE
    ("turned", "i2", (SEATS, SPACES)),           # its turn
]))  # fmt: skip

HALF = CORALS // 2
