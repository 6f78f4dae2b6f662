"""Learns Reef against a random player: PPO with masks on the vector environment.

After `pip install torch`, `python examples/learn_reef.py 0 1 2` learns three times, from these seeds. It prints the
share of recent games won, each from a new deal, and draws the curves into learning.svg.
"""

import sys
from typing import Any

import numpy as np
import torch
from curve import Curve, draw
from torch import nn
from torch.distributions import Categorical

from atoll import envs

LANES, STEPS, UPDATES = 256, 128, 80  # games played in parallel; decisions in each before an update
EPOCHS, ROWS, RATE = 3, 1024, 5e-4  # passes over the data; rows of a minibatch; learning rate
DISCOUNT, TRACE, CLIP, ENTROPY = 0.99, 0.95, 0.2, 0.01
SCALE = 0.1  # reward of one point, so that values stay small
LAST = 500  # recent games that the share won is measured over


def evaluate(network: nn.Module, observations: Any, masks: Any) -> tuple[Categorical, torch.Tensor]:
    """Return the policy over the legal decisions, and the value: the network's last output."""
    output = network(torch.as_tensor(observations))
    return Categorical(logits=output[:, :-1].masked_fill(torch.as_tensor(masks) == 0, -1e9)), output[:, -1]


def advantages(values: np.ndarray, mine: np.ndarray, paid: np.ndarray, dones: np.ndarray) -> np.ndarray:
    """Return the advantage of each of our decisions, with rewards up to our next one in the lane.

    Our last decision in a lane has no outcome yet, unless the game ended: its advantage is 0.
    """
    better, known = np.zeros_like(values), np.zeros(LANES, np.bool_)
    ahead, trace, points = np.zeros((3, LANES), np.float32)
    for t in reversed(range(STEPS)):
        over, ours = dones[t], mine[t]
        ahead[over] = trace[over] = points[over] = 0
        points += SCALE * paid[t]
        better[t] = (known | over) * (points + DISCOUNT * (ahead + TRACE * trace) - values[t])
        ahead[ours], trace[ours], points[ours] = values[t, ours], better[t, ours], 0
        known |= over | ours
    return better


def update(network: nn.Module, optimiser: torch.optim.Optimizer, *batch: np.ndarray) -> None:
    """Improve the policy by PPO's clipped objective, and fit the values to the returns."""
    observations, masks, decisions, before, values, gain = map(torch.as_tensor, batch)
    goals, gain = values + gain, (gain - gain.mean()) / gain.std()
    for rows in (rows for _ in range(EPOCHS) for rows in torch.randperm(len(gain)).split(ROWS)):
        policy, predicted = evaluate(network, observations[rows], masks[rows])
        ratio = (policy.log_prob(decisions[rows]) - before[rows]).exp()
        objective = torch.min(ratio * gain[rows], ratio.clamp(1 - CLIP, 1 + CLIP) * gain[rows]).mean()
        loss = (predicted - goals[rows]).square().mean() / 2 - objective - ENTROPY * policy.entropy().mean()
        optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(network.parameters(), 0.5)
        optimiser.step()


def learn(seed: int) -> Curve:
    """Learn from a seed; return the learning curve."""
    torch.manual_seed(seed)
    env = envs.vector("reef", seats=2, lanes=LANES, reward="points", dtype="float32")
    env.reset(seed)
    layers = (nn.Linear(env.setting.observation, 256), nn.ReLU(), nn.Linear(256, 256), nn.ReLU())
    network = nn.Sequential(*layers, nn.Linear(256, env.setting.decisions + 1))
    optimiser = torch.optim.Adam(network.parameters(), RATE)
    lanes, seats = np.arange(LANES), np.arange(LANES) % 2  # we play seat 0 in even lanes, seat 1 in odd ones
    points, won, learned, curve = np.zeros((LANES, 2)), [0.5] * LAST, 0, [(0, 0.5)]
    for _ in range(UPDATES):
        steps = []
        for _ in range(STEPS):
            seen, mine = (env.observations.copy(), env.masks.copy()), env.actors == seats
            with torch.no_grad():
                policy, values = evaluate(network, *seen)
                decisions = policy.sample()
                log_probs = policy.log_prob(decisions)
            chosen = np.where(mine, decisions, env.sample(np.zeros(LANES, np.int64), seed))
            env.step(chosen)
            points += env.rewards
            won += (points[lanes, seats] > points[lanes, 1 - seats])[env.dones].tolist()
            points[env.dones] = 0
            paid = env.rewards[lanes, seats]
            steps.append((*seen, chosen, log_probs.numpy(), values.numpy(), mine, paid, env.dones.copy()))
        *batch, mine, paid, dones = map(np.stack, zip(*steps, strict=True))
        batch.append(advantages(batch[-1], mine, paid, dones))
        update(network, optimiser, *(part[mine] for part in batch))
        learned += int(mine.sum())
        curve.append((learned, sum(won[-LAST:]) / LAST))
        print(f"seed {seed}: {learned:9,} decisions, {curve[-1][1]:.1%} of the last games won", flush=True)
    return curve


torch.set_num_threads(1)
draw([learn(int(seed)) for seed in sys.argv[1:] or ["0"]], "learning.svg")
