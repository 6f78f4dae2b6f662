"""Statistics of ten thousand games of Reef for two: `python examples/reef_games.py`.

A cell begins with `# %%`; notebook editors run one at a time. `reef_games.py 500` plays fewer games. The chart is
written to reef_games.svg.
"""

# %% Imports and settings
import random
import sys
from pathlib import Path

import numpy as np

import atoll
from atoll import envs
from atoll.bots.heuristic import heuristic
from atoll.games.reef.picture import card_line
from atoll.kit.locale import plain

GAMES = int(sys.argv[-1]) if sys.argv[-1].isdigit() else 10_000  # a notebook has other arguments
REEF = atoll.find_game("reef")
START = 3  # points of each player at the beginning

# %% Random players: one game per lane, all stepped by one call. The first actor is the first player.
env = envs.vector("reef", seats=2, lanes=GAMES, reward="points")
env.reset(seed=1)
first = env.actors.copy()
random_points = np.full((GAMES, 2), START)
decisions = np.zeros(GAMES, np.int64)
playing = np.ones(GAMES, np.bool_)
while playing.any():
    env.step(env.sample(decisions, seed=1))
    random_points[playing] += env.rewards[playing].astype(np.int64)
    playing &= ~env.dones
random_points[first == 1] = random_points[first == 1, ::-1]  # the first player's points come first

# %% Good players: the rollout policy of the bots takes microseconds per turn.
knowledge, rng = heuristic("reef"), random.Random(1)
good_points = np.zeros((GAMES, 2), np.int64)
turns = np.zeros(GAMES, np.int64)
brought: list[list[int]] = [[] for _ in REEF.standard.items]  # by card: its points each time it was played
for game in range(GAMES):
    state = REEF.deal(seats=2, seed=game)
    starter = state.actor or 0
    while not state.over:
        seat, before, state = state.actor or 0, state, knowledge.after_rollout_turn(state, rng.getrandbits(62))
        old, new = before.array[0], state.array[0]
        if new["played_size"] > old["played_size"]:
            brought[new["played"][old["played_size"]] >> 2].append(int(new["points"][seat] - old["points"][seat]))
    good_points[game] = np.roll(np.array(state.scores()), -starter)
    turns[game] = state.array[0]["turn"]

# %% Is it better to go first?
print(f"{GAMES:,} games          first wins   equal points   second wins   points of the first, of the second")
for name, points in (("random players", random_points), ("good players", good_points)):
    lead = points[:, 0] - points[:, 1]
    shares = f"{(lead > 0).mean():13.1%}{(lead == 0).mean():15.1%}{(lead < 0).mean():14.1%}"
    print(f"{name:<22}{shares}{points[:, 0].mean():22.1f}{points[:, 1].mean():15.1f}")
    print(f"    the first player leads by {lead.mean():+.2f} ± {1.96 * lead.std() / GAMES**0.5:.2f} points")

# %% How long is a game, and how close?
lead = np.abs(good_points[:, 0] - good_points[:, 1])
print("\ngood players            least   10 %   half   90 %   most")
for name, numbers in (("turns of both", turns), ("points of a player", good_points), ("the winner's lead", lead)):
    print(f"{name:<22}" + "".join(f"{number:7.0f}" for number in np.percentile(numbers, (0, 10, 50, 90, 100))))

# %% Which cards bring most points to good players?
seen = [card for card, times in enumerate(brought) if times]
ranked = sorted(seen, key=lambda card: -np.mean(brought[card]))
print("\npoints   played   card")
for card in ranked[:5] + ranked[-5:]:
    line = plain(card_line(REEF.standard.items[card + 1], REEF.words()))
    print(f"{np.mean(brought[card]):6.1f}{len(brought[card]):9,}   {line}")

# %% A histogram of the players' points
edges = np.arange(0, max(random_points.max(), good_points.max()) + 6, 5)
wide, high = (
    550 / len(edges),
    250 / max(np.histogram(points, edges)[0].max() for points in (random_points, good_points)),
)
parts = ['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 340" font-family="sans-serif" font-size="13">']
parts.append('<rect width="600" height="340" fill="#fff"/><path d="M30 300h550" stroke="#444"/>')
for row, (name, colour, points) in enumerate((("random", "#c2571a", random_points), ("good", "#0b6e99", good_points))):
    parts.append(f'<text x="570" y="{30 + 20 * row}" text-anchor="end" fill="{colour}">{name} players</text>')
    for place, number in enumerate(np.histogram(points, edges)[0]):
        bar = f'y="{300 - high * number:.1f}" width="{wide - 2:.1f}" height="{high * number:.1f}" fill-opacity="0.7"'
        parts.append(f'<rect x="{30 + wide * place:.1f}" {bar} fill="{colour}"/>')
parts += [f'<text x="{30 + wide * place:.1f}" y="320">{edges[place]}</text>' for place in range(0, len(edges), 4)]
Path("reef_games.svg").write_text("\n".join([*parts, "</svg>", ""]), encoding="utf-8")
