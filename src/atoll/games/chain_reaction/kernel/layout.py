"""The numbers of Chain Reaction: components, decisions, and the records that hold tables and positions.

A tile that lies is one number, 4 * tile + turn, where turn k is k quarter turns clockwise. Its edges in that turn are
three bits each: top, right, bottom, left from the lowest. A column is such numbers from the bottom up.

Tiles taken lie before their player as counts by kind, 4 * (value - 1) + colour: nothing else about them matters (C11).
The set `gone` has which tiles they were, so that the tiles nobody has seen yet are known.
"""

import numpy as np

# Components (C1 to C5)
TILES = 90
TOKENS = 20
COLUMNS = 5
COLOURS = 4
VALUES = 4
KINDS = VALUES * COLOURS
SYMBOLS = 6
TURNS = 4
SEATS = 4
START_HEIGHT = 8
START_TILES = COLUMNS * START_HEIGHT
STACK = TILES - START_TILES
HEIGHT = START_HEIGHT + STACK  # all tiles could go on one column
NONE = -1

# Places of an edge's three bits
TOP, RIGHT, BOTTOM, LEFT = 0, 3, 6, 9

# What the seat to decide does now
PLACING, CLAIMING, PAYING = range(3)

# Decisions, frozen by the rules version:
#    0 to 19  put the hand tile on a column: 4 * column + turn                   C7
#   20        end the turn                                                       C12
#   21 to 40  claim bonus token 1 to 20                                          C11
#   41 to 56  pay with a tile of a kind: 41 + 4 * (value - 1) + colour           C11
PLACE = 0
END = 20
CLAIM = 21
PAY = 41
DECISIONS = 57
LONGEST_TURN = 2  # rows that previews need: `best_turn` searches the claims without playing them

TABLES = np.dtype((np.record, [
    ("edges", "i8", TILES * TURNS),              # of 4 * tile + turn
    ("kind", "i8", TILES),                       # 4 * (value - 1) + colour
    ("needs", "i8", (TOKENS, VALUES)),           # tiles of value 1 to 4 that a token costs
    ("cost", "i8", TOKENS),                      # the same, a byte a value
    ("worth", "i8", TOKENS),                     # points of a token
]))  # fmt: skip

POSITION = np.dtype((np.record, [
    ("seats", "i8"),
    ("first_player", "i8"), ("open_hands", "i8"),
    ("first", "i8"),
    ("turn", "i8"),                              # finished turns
    ("actor", "i8"),                             # seat to decide, or OVER
    ("stage", "i8"),
    ("claimed", "i8"),                           # token being paid for, or NONE
    ("least", "i8"),                             # colours from this one may pay for the value asked now
    ("owed", "i8", VALUES),                      # tiles of value 1 to 4 still to be paid
    ("height", "i8", COLUMNS),
    ("stack_size", "i8"),
    ("gone", "i8", 2),                           # tiles ever taken: bits of 0 to 44 and 45 to 89
    ("hand", "i8", SEATS),                       # a tile, NONE or UNKNOWN
    ("secret", "i8", SEATS),                     # a colour, or UNKNOWN
    ("tiles", "i8", SEATS),                      # tiles before a player, a byte a value
    ("left", "i8"),                              # tokens that nobody has, as bits
    ("held", "i2", (SEATS, KINDS)),              # tiles before a player, by kind
    ("token", "i2", TOKENS),                     # its owner, or NONE
    ("stack", "i2", STACK),                      # top tile last
    ("column", "i2", (COLUMNS, HEIGHT)),         # 4 * tile + turn from the bottom up; NONE above
]))  # fmt: skip

HALF = TILES // 2
HIGH_BITS = 0x8080_8080
"""The highest bit of each byte: `a + HIGH_BITS - b` has it set in each byte where a >= b."""
