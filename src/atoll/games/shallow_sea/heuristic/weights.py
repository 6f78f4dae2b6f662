"""The weights of the evaluation of Shallow Sea: tuned by CMA-ES on solo games over all 15 scenarios."""

import numpy as np

(
    FED,  # chance of a coral for each missing fish
    FEED_PACE,  # turns that a missing fish takes
    BLOCKED,  # chance left where another fish lies on the bubble
    SHELL,  # a shell
    SHELL_SPAN,  # turns before the end in which shells lose their worth
    LOOSE,  # a loose fish at a coral that gets finished
    NEARBY,  # a loose fish at an empty space
    SAME,  # how fast the chance of a creature falls with each missing item of the same colour
    DIFFERENT,  # the same with items of different colours
    ITEM_PACE,  # turns that a missing item takes
    PARTLY,  # share of the partial value of items to come
    ORANGE,  # share of what an orange card would bring
    BLUE,  # share of what a blue card would bring
    TURN,  # a turn that is left
    ROOM,  # what a space is worth to the creatures whose region it is in
    FRESH_CORALS,  # how much better than the average the best of new pieces is
    FRESH_FISH,
    FRESH_CREATURES,
    SPREAD,  # how far the value of new pieces varies
    DIVERSITY,  # share of the 2 points of a new type
    SHELL_FADES,  # what each further shell is worth, as a share of the one before
    LIONFISH_FADES,  # what a free fish on the lionfish card is worth, as a share of a shell
    PROGRESS,  # share of the progress towards an orange card's next points
    WIDE,  # how much spaces beyond those needed help a creature
    SCARCE,  # how much a rare fish lowers the chance of a coral
    GAINED_SHELL,  # share of a shell expected for finishing a tile
    CROWD,  # what unfinished creatures take away from one another
    HUNGER,  # what unfinished corals take away from one another
    AT_HAND,  # how much each suitable fish in the pool raises the chance of a coral
    BLOOM,  # how much more a turn is worth for each turn after it
) = range(30)

WEIGHTS = np.array([
    0.776, 0.726, 0.642, 2.371, 2.770, 0.341, 0.677, 1.140, 0.552, 3.322,
    1.015, 0.748, 0.945, 4.449, 0.095, -0.478, 2.813, 0.412, 2.772, 0.339,
    0.363, 0.463, 0.123, 0.432, 0.090, 0.530, 0.078, 0.268, 0.018, 0.261,
])  # fmt: skip
WEIGHTS.setflags(write=False)
