"""Learn to run: proximal policy optimization (Schulman et al. 2017) of a half cheetah, in NumPy alone, in one file.

python examples/train_cheetah.py                    # a few minutes on two cores
python examples/train_cheetah.py --steps 20000      # a taste
"""

import argparse
import os
from dataclasses import dataclass, field
from itertools import pairwise
from time import perf_counter

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # networks this small are faster without company

import gymnasium
import numpy as np
from rich.console import Console

import knuckle.envs  # noqa: F401 makes the environments known to gymnasium

WORLDS, HORIZON = 64, 128  # steps between two updates are their product
EPOCHS, MINIBATCH = 8, 1024
DISCOUNT, TRACE = 0.99, 0.95
CLIP, RATE, LARGEST_GRADIENT = 0.2, 1e-3, 0.5
Array = np.ndarray


class Network:
    """Layers of tanh, the last one linear; `parameters` are weights and biases in turn."""

    def __init__(self, sizes: list[int], last_scale: float, rng: np.random.Generator):
        self.parameters: list[Array] = []
        for i, (inputs, outputs) in enumerate(pairwise(sizes)):
            scale = last_scale if i == len(sizes) - 2 else np.sqrt(2.0)
            q, _ = np.linalg.qr(rng.normal(size=(max(inputs, outputs), min(inputs, outputs))))
            weights = q if inputs >= outputs else q.T
            self.parameters += [(scale * weights).astype(np.float32), np.zeros(outputs, np.float32)]

    def __call__(self, x: Array) -> Array:
        return self.activations(x)[-1]

    def activations(self, x: Array) -> list[Array]:
        """What enters each layer, and what leaves the last."""
        values = [x]
        last = len(self.parameters) - 2
        for i in range(0, len(self.parameters), 2):
            x = x @ self.parameters[i] + self.parameters[i + 1]
            values.append(x if i == last else np.tanh(x, out=x))
        return values

    def gradient(self, values: list[Array], out: Array) -> list[Array]:
        """The gradient of a cost by all parameters, from that by the output."""
        found: list[Array] = []
        for i in reversed(range(len(values) - 1)):
            found = [values[i].T @ out, out.sum(axis=0), *found]
            out = out @ self.parameters[2 * i].T
            if i:
                out *= 1.0 - np.square(values[i])
        return found


class Adam:
    """Steps against a gradient, scaled by its running moments (Kingma and Ba 2015)."""

    def __init__(self, parameters: list[Array]):
        self.parameters, self.count = parameters, 0
        self.first, self.second = ([np.zeros_like(p) for p in parameters] for _ in range(2))

    def step(self, gradient: list[Array], rate: float) -> None:
        self.count += 1
        norm = np.sqrt(sum(float(np.square(g).sum()) for g in gradient))
        shrink = min(1.0, LARGEST_GRADIENT / (norm + 1e-8))
        rate *= np.sqrt(1.0 - 0.999**self.count) / (1.0 - 0.9**self.count)
        for p, g, m, v in zip(self.parameters, gradient, self.first, self.second, strict=True):
            m += 0.1 * (shrink * g - m)
            v += 0.001 * (np.square(shrink * g) - v)
            p -= rate * m / (np.sqrt(v) + 1e-5)


@dataclass
class Scale:
    """Running mean and variance of what comes by."""

    mean: Array
    variance: Array
    count: float = 1e-4

    def update(self, rows: Array) -> None:
        n, mean = len(rows), rows.mean(axis=0)
        change, total = mean - self.mean, self.count + n
        self.variance = (self.variance * self.count + rows.var(axis=0) * n + change**2 * self.count * n / total) / total
        self.mean, self.count = self.mean + change * n / total, total

    def __call__(self, rows: Array) -> Array:
        return np.clip((rows - self.mean) / np.sqrt(self.variance + 1e-8), -10.0, 10.0).astype(np.float32)


@dataclass
class Rollout:
    """What happened in HORIZON steps of all worlds."""

    inputs: list[Array] = field(default_factory=list)
    actions: list[Array] = field(default_factory=list)
    chances: list[Array] = field(default_factory=list)
    values: list[Array] = field(default_factory=list)
    rewards: list[Array] = field(default_factory=list)
    ends: list[Array] = field(default_factory=list)


class Learner:
    """A policy (mean and deviation of actions), a value function, and how they are improved."""

    def __init__(self, env: gymnasium.vector.VectorEnv, rng: np.random.Generator):
        inputs, outputs = env.single_observation_space.shape[0], env.single_action_space.shape[0]
        self.env, self.rng = env, rng
        self.policy = Network([inputs, 64, 64, outputs], 0.01, rng)
        self.value = Network([inputs, 64, 64, 1], 1.0, rng)
        self.log_deviation = np.full(outputs, -0.5, np.float32)
        self.policy_steps = Adam([*self.policy.parameters, self.log_deviation])
        self.value_steps = Adam(self.value.parameters)
        self.observed = Scale(np.zeros(inputs), np.ones(inputs))
        self.gained = Scale(np.zeros(1), np.ones(1))
        self.gain, self.episode = np.zeros(env.num_envs), np.zeros(env.num_envs)
        self.returns: list[float] = []  # of episodes that ended
        self.observation, _ = env.reset(seed=int(rng.integers(2**31)))

    def collect(self) -> tuple[Rollout, Array]:
        """Act in all worlds; returns what happened and the value of where it led."""
        r = Rollout()
        for _ in range(HORIZON):
            self.observed.update(self.observation)
            x = self.observed(self.observation)
            mean = self.policy(x)
            noise = self.rng.standard_normal(mean.shape, dtype=np.float32)
            action = mean + np.exp(self.log_deviation) * noise
            self.observation, reward, _, ended, info = self.env.step(np.clip(action, -1.0, 1.0))
            r.inputs.append(x)
            r.actions.append(action)
            r.chances.append(self.chance(noise))
            r.values.append(self.value(x)[:, 0])
            r.rewards.append(self.scaled(reward, ended, info))
            r.ends.append(ended)
        return r, self.value(self.observed(self.observation))[:, 0]

    def scaled(self, reward: Array, ended: Array, info: dict) -> Array:
        """Rewards in units of the deviation of gains; an episode that time cut off goes on in the value function."""
        self.gain = DISCOUNT * self.gain * ~ended + reward
        self.gained.update(self.gain[:, np.newaxis])
        scaled = reward / np.sqrt(self.gained.variance + 1e-8)
        self.episode += reward
        if ended.any():
            self.returns += self.episode[ended].tolist()
            self.episode[ended] = 0.0
            last = np.stack(info["final_obs"][ended])
            scaled[ended] += DISCOUNT * self.value(self.observed(last))[:, 0]
        return scaled

    def chance(self, noise: Array) -> Array:
        """Logarithm of the density of an action that is so many deviations from the mean, but for a constant."""
        return -0.5 * np.square(noise).sum(axis=1) - self.log_deviation.sum()

    def improve(self, r: Rollout, beyond: Array, rate: float) -> None:
        """Several passes over what happened, in random pieces."""
        advantage = advantages(r, beyond)
        target = (advantage + np.stack(r.values)).reshape(-1)
        advantage = advantage.reshape(-1)
        inputs, actions = np.concatenate(r.inputs), np.concatenate(r.actions)
        chances = np.concatenate(r.chances)
        for _ in range(EPOCHS):
            for part in self.rng.permutation(len(inputs)).reshape(-1, MINIBATCH):
                a = advantage[part]
                a = (a - a.mean()) / (a.std() + 1e-8)
                self.policy_steps.step(self.policy_gradient(inputs[part], actions[part], chances[part], a), rate)
                values = self.value.activations(inputs[part])
                error = values[-1] - target[part, np.newaxis]
                self.value_steps.step(self.value.gradient(values, error / len(part)), rate)

    def policy_gradient(self, x: Array, action: Array, before: Array, advantage: Array) -> list[Array]:
        """Of -min(ρ A, clip(ρ) A), ρ the ratio of chances: zero where clipping holds."""
        values = self.policy.activations(x)
        noise = (action - values[-1]) * np.exp(-self.log_deviation)
        ratio = np.exp(self.chance(noise) - before)
        held = np.where(advantage > 0.0, ratio > 1.0 + CLIP, ratio < 1.0 - CLIP)
        weight = (np.where(held, 0.0, -advantage * ratio) / len(x)).astype(np.float32)[:, np.newaxis]
        deviation = (weight * (np.square(noise) - 1.0)).sum(axis=0)
        return [*self.policy.gradient(values, weight * noise * np.exp(-self.log_deviation)), deviation]


def advantages(r: Rollout, beyond: Array) -> Array:
    """Generalized advantages: δ = r + γ V' - V, discounted by γ λ (Schulman et al. 2016)."""
    result, ahead, value = np.zeros((HORIZON, len(beyond)), np.float32), np.zeros_like(beyond), beyond
    for t in reversed(range(HORIZON)):
        goes_on = ~r.ends[t]
        delta = r.rewards[t] + DISCOUNT * value * goes_on - r.values[t]
        ahead = delta + DISCOUNT * TRACE * ahead * goes_on
        result[t], value = ahead, r.values[t]
    return result


def show(curve: list[tuple[int, float]], console: Console) -> None:
    """Return over steps: a picture where matplotlib is installed, bars of text elsewhere."""
    try:
        from matplotlib import pyplot
    except ImportError:
        top = max(1.0, *(value for _, value in curve))
        for steps, value in curve[:: max(1, len(curve) // 20)]:
            console.print(f"{steps:>9} {value:8.0f} [green]{'█' * round(50 * max(0.0, value) / top)}[/]")
        return
    pyplot.plot(*zip(*curve, strict=True))
    pyplot.xlabel("steps")
    pyplot.ylabel("return of an episode")
    pyplot.savefig("cheetah.png")
    console.print("the curve is in cheetah.png")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--steps", type=int, default=3_000_000)
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    console = Console()
    options = {"autoreset_mode": "SameStep", "dtype": "float32"}
    env = gymnasium.make_vec("knuckle/HalfCheetah-v5", WORLDS, "vector_entry_point", **options)
    learner = Learner(env, np.random.default_rng(arguments.seed))
    updates = max(1, arguments.steps // (WORLDS * HORIZON))
    curve: list[tuple[int, float]] = []
    start = perf_counter()
    for update in range(updates):
        learner.improve(*learner.collect(), RATE * (1.0 - update / updates))
        steps, elapsed = (update + 1) * WORLDS * HORIZON, perf_counter() - start
        if learner.returns:
            curve.append((steps, float(np.mean(learner.returns[-WORLDS:]))))
        if update % 10 == 9 or update == updates - 1:
            mean = f"{curve[-1][1]:.0f}" if curve else "of no episode yet"
            console.print(f"{steps:>9} steps, {elapsed:5.0f} s, {steps / elapsed:6.0f} steps/s, return {mean}")
    if curve:
        show(curve, console)


if __name__ == "__main__":
    main()
