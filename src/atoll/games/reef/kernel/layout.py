"""The numbers of Reef: components, decisions, and the records that hold tables and positions.

The spaces of a board, as written and as bits of a board's sets (bit 0 = a1):

        a   b   c   d
    1   0   1   2   3
    2   4   5   6   7        the four central spaces: 5, 6, 9, 10
    3   8   9  10  11
    4  12  13  14  15

A stack is one number: a leading 1, then two bits a piece from the bottom up. Empty is 1, red 0b1_00, yellow on red
0b1_00_01. What scoring needs is stored beside it as sets of spaces: `tops[seat, colour]`, and `tall[seat, h - 1]` for
stacks of height h.
"""

import numpy as np

# Components (R1 to R5)
COLOURS = 4
CARDS = 60
SEATS = 4
SPACES = 16
HEIGHT = 4
DISPLAY = 3
HAND_LIMIT = 4
CARD_PIECES = 2
DEALT_CARDS = 2
START_POINTS = 3
SUPPLY = (0, 0, 18, 24, 28)
CENTRE = 0b0000_0110_0110_0000
BOARD = 0xFFFF
EMPTY = 1
NONE = -1

# Option values, in the order that __init__.py lists them
STANDARD, EXPERT, ANYWHERE, RANDOM = range(4)

# Decisions, frozen by the rules version:
#    0 to 2   take display card 0, 1, 2                                          R10
#    3 to 5   take the top card, the paid point lies on display card 0, 1, 2      R11
#    6 to 9   play the card in hand place 0, 1, 2, 3                              R13
#   10 to 73  put a piece on a space: 10 + 16 * colour + space                    R8, R13
TAKE = 0
TOP = 3
PLAY = 6
PLACE = 10
DECISIONS = 74
LONGEST_TURN = 4  # an arrangement of four starting pieces (R8)

# Patterns of a card file: room for the largest that makes sense on a board
CELLS = 6
CONDITIONS = 4
ORIENTATIONS = 8
WILD = COLOURS
BROADCAST = 0x0001_0001_0001_0001  # multiplied by a set of spaces, it repeats the set in all four 16-bit fields

TABLES = np.dtype((np.record, [
    ("corals", "i8", (CARDS, CARD_PIECES)),                # colours of the two pieces
    ("points", "i8", CARDS),                     # printed value
    ("tallest", "i8", CARDS),                    # special cards (R21), else NONE
    ("around", "i8", CARDS),
    ("cells", "i8", CARDS),                      # cells of the pattern
    ("conditions", "i8", CARDS),                 # different cells: a field of 16 bits each while counting
    ("colour", "i8", (CARDS, CONDITIONS)),       # asked colour, or WILD
    ("heights", "i8", (CARDS, CONDITIONS)),      # allowed heights: bit 0 = height 1
    ("orientations", "i8", CARDS),               # number of different quarter turns (R18)
    ("orientations_mirrored", "i8", CARDS),      # ... and with the mirrored ones, which come after them
    ("fits", "i8", (CARDS, ORIENTATIONS)),       # spaces where the pattern's lowest cell can lie
    ("outline", "i8", (CARDS, ORIENTATIONS)),    # its cells, lowest cell at bit 0
    ("shift", "i8", (CARDS, ORIENTATIONS, CELLS)),  # from a cell's place in its field to the lowest cell
    ("around_space", "i8", SPACES),              # the 8 neighbours of a space
]))  # fmt: skip

POSITION = np.dtype((np.record, [
    ("seats", "i8"),
    ("setup", "i8"), ("mirror_patterns", "i8"), ("hidden_scores", "i8"),
    ("first", "i8"),                             # the starfish board (R4, R7)
    ("turn", "i8"),                              # finished turns; set-up counts from -seats to -1
    ("actor", "i8"),                             # seat to decide, or OVER
    ("card", "i8"),                              # card in play, or NONE
    ("pending", "i8", COLOURS),                  # pieces still to be placed
    ("supply", "i8", COLOURS),
    ("points", "i8", SEATS),
    ("display", "i8", DISPLAY), ("tokens", "i8", DISPLAY),
    ("tops", "i8", (SEATS, COLOURS)), ("tall", "i8", (SEATS, HEIGHT)),
    ("hand", "i8", (SEATS, HAND_LIMIT)),         # in the order they came
    ("hand_size", "i8", SEATS),
    ("secret", "i8", SEATS),                     # bit i: hand card i was dealt, the others don't know it
    ("pile_size", "i8"), ("played_size", "i8"),
    ("stack", "i2", (SEATS, SPACES)),
    ("pile", "i2", CARDS),                       # top card last
    ("played", "i2", CARDS),                     # 4 * card + seat, in order of play
]))  # fmt: skip
