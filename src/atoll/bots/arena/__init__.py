"""The arena: bots against bots on mirrored deals, with the same result however many processes play.

>>> import atoll
>>> from atoll.bots.arena import Run, make_match, read_entrants, serial
>>> match = make_match(atoll.find_game("reef"), read_entrants("greedy,random"), seed=1)
>>> run = Run(match, games=4)
>>> for block in run.play(serial):
...     print([game.points for game in block.games])
[(66, 3), (11, 62)]
[(72, 7), (13, 67)]
>>> run.standings.win_rate(0).value
1.0
"""

from atoll.bots.arena.archive import Archive
from atoll.bots.arena.entrants import Entrant, read_budget, read_entrants
from atoll.bots.arena.executors import Executor, Processes, cores, serial
from atoll.bots.arena.match import Match, make_match
from atoll.bots.arena.playing import BlockResult, GameResult, play_block
from atoll.bots.arena.run import Run
from atoll.bots.arena.standings import Standings
from atoll.bots.arena.statistics import Sequential

__all__ = [
    "Archive",
    "BlockResult",
    "Entrant",
    "Executor",
    "GameResult",
    "Match",
    "Processes",
    "Run",
    "Sequential",
    "Standings",
    "cores",
    "make_match",
    "play_block",
    "read_budget",
    "read_entrants",
    "serial",
]
