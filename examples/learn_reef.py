"""Learns Reef against a random player: PPO with masks on the vector environment.

`pip install torch`, then `python examples/learn_reef.py 0 1 2` learns three times, from these seeds. It prints how many
of the last games were won, each from a fresh deal, and draws that into learning.svg.
"""

import sys
from typing import Any

import numpy as np
import torch
from curve import Curve, draw
from torch import nn
from torch.distributions import Categorical

from atoll import envs

LANES, STEPS, UPDATES = 256, 128, 80  # games side by side; decisions in each of them before an update
EPOCHS, ROWS, RATE = 3, 1024, 5e-4  # how often an update sees a decision; how many it sees at a time; how far it goes
DISCOUNT, TRACE, CLIP, ENTROPY = 0.99, 0.95, 0.2, 0.01
WORTH = 0.1  # of one point, so that values stay small
LAST = 500  # games that the share won is counted over


def look(network: nn.Module, observations: Any, masks: Any) -> tuple[Categorical, torch.Tensor]:
    """Return the chances of the legal decisions, and what the positions are worth: the network's last number."""
    told = network(torch.as_tensor(observations))
    return Categorical(logits=told[:, :-1].masked_fill(torch.as_tensor(masks) == 0, -1e9)), told[:, -1]


def advantages(values: np.ndarray, mine: np.ndarray, paid: np.ndarray, dones: np.ndarray) -> np.ndarray:
    """Return how much better each of our decisions turned out than expected, counted to our next one in the lane.

    Of our last one nothing is known yet, unless the game ended: it counts as turned out as expected.
    """
    better, known = np.zeros_like(values), np.zeros(LANES, np.bool_)
    ahead, trace, points = np.zeros((3, LANES), np.float32)
    for t in reversed(range(STEPS)):
        over, ours = dones[t], mine[t]
        ahead[over] = trace[over] = points[over] = 0
        points += WORTH * paid[t]
        better[t] = (known | over) * (points + DISCOUNT * (ahead + TRACE * trace) - values[t])
        ahead[ours], trace[ours], points[ours] = values[t, ours], better[t, ours], 0
        known |= over | ours
    return better


def update(network: nn.Module, optimiser: torch.optim.Optimizer, *kept: np.ndarray) -> None:
    """Make likelier what turned out better than expected, within bounds, and expect what came."""
    observations, masks, decisions, before, values, gain = map(torch.as_tensor, kept)
    goals, gain = values + gain, (gain - gain.mean()) / gain.std()
    for rows in (rows for _ in range(EPOCHS) for rows in torch.randperm(len(gain)).split(ROWS)):
        policy, told = look(network, observations[rows], masks[rows])
        ratio = (policy.log_prob(decisions[rows]) - before[rows]).exp()
        won = torch.min(ratio * gain[rows], ratio.clamp(1 - CLIP, 1 + CLIP) * gain[rows]).mean()
        loss = (told - goals[rows]).square().mean() / 2 - won - ENTROPY * policy.entropy().mean()
        optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(network.parameters(), 0.5)
        optimiser.step()


def learn(seed: int) -> Curve:
    """Learn from a seed; return how the share of games won went."""
    torch.manual_seed(seed)
    batch = envs.vector("reef", seats=2, lanes=LANES, reward="points", dtype="float32")
    batch.reset(seed)
    layers = (nn.Linear(batch.setting.observation, 256), nn.ReLU(), nn.Linear(256, 256), nn.ReLU())
    network = nn.Sequential(*layers, nn.Linear(256, batch.setting.decisions + 1))
    optimiser = torch.optim.Adam(network.parameters(), RATE)
    lanes, seats = np.arange(LANES), np.arange(LANES) % 2  # we have the other seat in every other lane
    points, won, learned, curve = np.zeros((LANES, 2)), [0.5] * LAST, 0, [(0, 0.5)]
    for _ in range(UPDATES):
        steps = []
        for _ in range(STEPS):
            seen, mine = (batch.observations.copy(), batch.masks.copy()), batch.actors == seats
            with torch.no_grad():
                policy, values = look(network, *seen)
                decisions = policy.sample()
                chances = policy.log_prob(decisions)
            chosen = np.where(mine, decisions, batch.sample(np.zeros(LANES, np.int64), seed))
            batch.step(chosen)
            points += batch.rewards
            won += (points[lanes, seats] > points[lanes, 1 - seats])[batch.dones].tolist()
            points[batch.dones] = 0
            paid = batch.rewards[lanes, seats]
            steps.append((*seen, chosen, chances.numpy(), values.numpy(), mine, paid, batch.dones.copy()))
        *kept, mine, paid, dones = map(np.stack, zip(*steps, strict=True))
        kept.append(advantages(kept[-1], mine, paid, dones))
        update(network, optimiser, *(part[mine] for part in kept))
        learned += int(mine.sum())
        curve.append((learned, sum(won[-LAST:]) / LAST))
        print(f"seed {seed}: {learned:9,} decisions, {curve[-1][1]:.1%} of the last games won", flush=True)
    return curve


torch.set_num_threads(1)
draw([learn(int(seed)) for seed in sys.argv[1:] or ["0"]], "learning.svg")
