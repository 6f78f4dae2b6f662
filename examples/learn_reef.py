"""Learns Reef against a random player: PPO with masks on the vector environment, in one file.

`pip install torch`, then `python examples/learn_reef.py 0 1 2` learns three times, from these seeds. It prints how many
games are won against a random player, and draws that into learning.svg.
"""

import argparse
import time
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn
from torch.distributions import Categorical

from atoll import envs

LANES, STEPS, UPDATES = 256, 128, 80  # games side by side; decisions in each of them before an update
EPOCHS, ROWS, RATE = 3, 1024, 5e-4  # how often an update sees a decision; how many it sees at a time; how far it goes
DISCOUNT, TRACE, CLIP, ENTROPY = 0.99, 0.95, 0.2, 0.01
WORTH = 0.1  # of one point, so that values stay small
JUDGED, EVERY, FRESH = 512, 5, 1 << 40  # games that judge the player; updates between them; the seed of their deals
Curve = list[tuple[int, float]]  # decisions learned from, share of games won


class Player:
    """One network for both seats, as an observation is always that of the seat to decide."""

    def __init__(self, setting: Any) -> None:
        self.network = nn.Sequential(
            *(nn.Linear(setting.observation, 256), nn.ReLU(), nn.Linear(256, 256), nn.ReLU()),
            nn.Linear(256, setting.decisions + 1),  # the last number is what the position is worth
        )
        self.scale = np.ones(setting.observation, np.float32)
        for name in ("points", "pile", "supply"):  # everything else is 0, 1 or little more
            setting.layout[name].of(self.scale)[:] = 1 / 20

    def look(self, observations: np.ndarray, masks: np.ndarray) -> tuple[Any, Any]:
        """Return the chances of the legal decisions, and the values of the positions."""
        told = self.network(torch.from_numpy(observations * self.scale))
        return Categorical(logits=told[:, :-1].masked_fill(torch.from_numpy(masks) == 0, -1e9)), told[:, -1]

    def decide(self, batch: envs.Batch, seats: np.ndarray, seed: int) -> tuple[np.ndarray, ...]:
        """Return a decision for every lane, any legal one where it is the opponent's; and what was thought of ours."""
        decisions, mine = batch.sample(np.zeros(batch.lanes, np.int64), seed), batch.actors == seats
        chances, values = np.zeros((2, batch.lanes), np.float32)
        with torch.no_grad():
            policy, values[mine] = self.look(batch.observations[mine], batch.masks[mine])
            decisions[mine] = chosen = policy.sample()
            chances[mine] = policy.log_prob(chosen)
        return decisions, chances, values, mine


def advantages(values: np.ndarray, mine: np.ndarray, rewards: np.ndarray, dones: np.ndarray) -> np.ndarray:
    """Return how much better each of our decisions turned out than expected.

    Counted from one decision of ours to the next, so what the opponent does meanwhile is part of what ours brought. Of
    our last one in a lane nothing is known yet, unless the game ended: it counts as turned out as expected.
    """
    better = np.zeros_like(values)
    ahead, trace, paid = np.zeros((3, LANES), np.float32)
    known = np.zeros(LANES, np.bool_)
    for t in reversed(range(STEPS)):
        over, ours = dones[t], mine[t]
        ahead[over] = trace[over] = paid[over] = 0
        known |= over
        paid += rewards[t]
        better[t] = known * (paid + DISCOUNT * (ahead + TRACE * trace) - values[t])
        ahead[ours], trace[ours], paid[ours] = values[t, ours], better[t, ours], 0
        known |= ours
    return better


def update(player: Player, optimiser: Any, kept: list[np.ndarray]) -> None:
    """Make likelier what turned out better than expected, within bounds, and expect what came."""
    observations, masks, *others = kept
    decisions, before, values, gain = map(torch.from_numpy, others)
    goals, gain = values + gain, (gain - gain.mean()) / gain.std()
    for rows in (rows for _ in range(EPOCHS) for rows in torch.randperm(len(gain)).split(ROWS)):
        policy, told = player.look(observations[rows], masks[rows])
        ratio = (policy.log_prob(decisions[rows]) - before[rows]).exp()
        won = torch.min(ratio * gain[rows], ratio.clamp(1 - CLIP, 1 + CLIP) * gain[rows]).mean()
        loss = (told - goals[rows]).square().mean() / 2 - won - ENTROPY * policy.entropy().mean()
        optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(player.network.parameters(), 0.5)
        optimiser.step()


def judge(player: Player) -> float:
    """Return the share of games that the player wins, draws not counted: the same fresh deals from both seats."""
    batch = envs.vector("reef", seats=2, lanes=JUDGED // 2, reward="win")
    won = 0
    for seat in (0, 1):
        batch.reset(FRESH)
        playing = np.ones(batch.lanes, np.bool_)
        while playing.any():
            batch.step(player.decide(batch, np.full(batch.lanes, seat), FRESH)[0])
            won += int((playing & batch.dones & (batch.rewards[:, seat] == 1)).sum())
            playing &= ~batch.dones
    return won / JUDGED


def learn(seed: int, curve: Curve) -> None:
    """Learn from one seed, and add to the curve how it goes."""
    torch.manual_seed(seed)
    batch = envs.vector("reef", seats=2, lanes=LANES, reward="points")
    player = Player(batch.setting)
    optimiser = torch.optim.Adam(player.network.parameters(), RATE)
    lanes, seats = np.arange(LANES), np.arange(LANES) % 2  # every other lane from the other seat
    batch.reset(seed)
    learned, begin = 0, time.monotonic()
    for done in range(UPDATES + 1):
        if done % EVERY == 0:
            curve.append((learned, judge(player)))
            minutes = (time.monotonic() - begin) / 60
            print(f"seed {seed}: {minutes:4.1f} minutes, {learned:9,} decisions, {curve[-1][1]:6.1%} won", flush=True)
        if done == UPDATES:
            return
        steps = []
        for _ in range(STEPS):
            seen = batch.observations.copy(), batch.masks.copy()
            decisions, *thought = player.decide(batch, seats, seed)
            batch.step(decisions)
            steps.append((*seen, decisions, *thought, WORTH * batch.rewards[lanes, seats], batch.dones.copy()))
        *kept, mine, rewards, dones = map(np.stack, zip(*steps, strict=True))
        better = advantages(kept[-1], mine, rewards, dones)
        update(player, optimiser, [part[mine] for part in (*kept, better)])
        learned += int(mine.sum())


def draw(curves: list[Curve]) -> str:
    """Return the curves as a picture."""
    most = max(curve[-1][0] for curve in curves)
    words, lines = [f'<text x="580" y="325" text-anchor="end">{most:,} decisions learned from</text>'], []
    for share in (0, 0.25, 0.5, 0.75, 0.9, 1):
        y = 300 - 270 * share
        words.append(f'<text x="52" y="{y + 4:.0f}" text-anchor="end">{share:.0%}</text>')
        lines.append(f'<path d="M60 {y:.0f}h520" stroke="#ccc"/>')
    for i, curve in enumerate(curves):
        points = " ".join(f"{60 + 520 * learned / most:.1f},{300 - 270 * share:.1f}" for learned, share in curve)
        lines.append(f'<polyline points="{points}" stroke="hsl({200 + 137 * i} 60% 40%)" stroke-width="2"/>')
    head = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 340" font-family="sans-serif" font-size="13">'
    back = '<rect width="600" height="340" fill="#fff"/><text x="60" y="20">games won against random</text>'
    return "\n".join([head, back, *words, '<g fill="none">', *lines, "</g>", "</svg>", ""])


def main() -> None:
    """Learn once from each seed."""
    parser = argparse.ArgumentParser(description="Learn Reef against a random player.")
    parser.add_argument("seeds", type=int, nargs="*", default=[0], help="learn once from each of these")
    parser.add_argument("--picture", type=Path, default=Path("learning.svg"), help="the file to draw the curves into")
    wanted = parser.parse_args()
    torch.set_num_threads(1)  # on a busy machine several would mostly wait for each other
    curves: list[Curve] = []
    for seed in wanted.seeds:
        curves.append([])
        learn(seed, curves[-1])
        wanted.picture.write_text(draw(curves), encoding="utf-8")


if __name__ == "__main__":
    main()
