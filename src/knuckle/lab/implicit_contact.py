"""Compliant contact with forces of the end of the step: Newton's method on the velocity.

    v' = v̂ + M_E⁻¹ Jᵀ h f(w + h n v', J v')

Equalities are eliminated before (v̂, M_E). A step of Newton's method is shortened where the slip of a contact would turn
by more than a fixed angle, since friction turns with it; where slip would pass the point of rest, it stops there.
"""

from dataclasses import replace

import numpy as np

from knuckle.lab.elimination import Reduced, eliminate
from knuckle.lab.faults import Status
from knuckle.lab.point_law import RowLaw
from knuckle.lab.problem import Kind, Problem
from knuckle.lab.solution import Solution

CONE = int(Kind.CONE)
LARGEST_TURN = np.pi / 4  # of a slip in one iteration
ITERATIONS, HALVINGS = 100, 12
ACCURACY = 1e-12
ROUGH = 1e3  # times the accuracy, which is good enough where rounding allows no more
EASIER = tuple(1.4**k for k in range(28, -1, -1))  # stiction speeds on the way to the true one


def implicit_velocities(p: Problem, law: RowLaw, target: np.ndarray) -> Solution:
    """The solution at the end of the step; `target` are the velocities of the rows of equality there.

    Where Newton's method fails it is helped by friction that rises more slowly, from which it is led to the true one.
    """
    left = eliminate(p, target)
    enough = ACCURACY * (1.0 + float(np.linalg.norm(left.v_hat)))
    v, f, size, done = newton(left, law, left.v_hat, enough)
    if size > ROUGH * enough:
        v = left.v_hat
        for factor in EASIER:
            eased = replace(law, stiction=factor * law.stiction)
            v, f, size, more = newton(left, eased, v, enough)
            done += more
    status = Status.OK if size <= ROUGH * enough else Status.MAXITER
    return left.solution(p.h * f, niter=done, residual=size, status=status)


def newton(left: Reduced, law: RowLaw, v: np.ndarray, enough: float) -> tuple[np.ndarray, np.ndarray, float, int]:
    """(velocity, forces, mismatch, iterations) of Newton's method from a start, with halved steps where it must."""
    p = left.p
    miss, f, slope = mismatch(left, law, v)
    done, size = 0, float(np.linalg.norm(miss))
    while enough < size < float("inf") and done < ITERATIONS:
        done += 1
        bend = np.eye(p.nv) - left.response @ (p.h * law.velocity_slopes(p, slope) @ p.J_I)
        try:
            move = -np.linalg.solve(bend, miss)
        except np.linalg.LinAlgError:  # friction so steep that rounding leaves nothing else of it
            break
        share = largest_share(p, law, p.J_I @ v, p.J_I @ move)
        for _ in range(HALVINGS):
            tried, force, slopes = mismatch(left, law, v + share * move)
            if np.linalg.norm(tried) < (1 - 1e-4 * share) * size:
                break
            share *= 0.5
        v = v + share * move
        miss, f, slope = tried, force, slopes
        size = float(np.linalg.norm(miss))
    return v, f, size, done


def mismatch(left: Reduced, law: RowLaw, v: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """(v − v̂ − M_E⁻¹Jᵀ h f, f, slopes) at a velocity."""
    p = left.p
    speeds = p.J_I @ v
    f, slope = law.forces(p, p.w + p.h * speeds, speeds)
    return v - left.v_hat - left.response @ (p.h * f), f, slope


def largest_share(p: Problem, law: RowLaw, v: np.ndarray, move: np.ndarray) -> float:
    """The share of a move that turns no slip too far: the smallest of all contacts."""
    first = np.flatnonzero(p.kinds == CONE)
    rows = first[:, None] + (1, 2)
    old, change, speed = v[rows], move[rows], law.stiction[first + 1]
    long = (change**2).sum(axis=1)
    slides = (np.linalg.norm(old, axis=1) > speed) & (long > 0)
    old, change, speed, long = old[slides], change[slides], speed[slides], long[slides]
    nearest = np.clip(-(old * change).sum(axis=1) / long, 0.0, 1.0)
    rests = (nearest < 1.0) & (np.linalg.norm(old + nearest[:, None] * change, axis=1) < speed)
    turning = [share_of_turn(a, b) for a, b in zip(old[~rests], change[~rests], strict=True)]
    return min([1.0, *nearest[rests].tolist(), *turning])


def turn(a: np.ndarray, b: np.ndarray) -> float:
    """The angle between two slips."""
    product = np.linalg.norm(a) * np.linalg.norm(b)
    return float(np.arccos(np.clip(a @ b / product, -1.0, 1.0))) if product > 0 else 0.0


def share_of_turn(old: np.ndarray, change: np.ndarray) -> float:
    """The share of a change after which a slip has turned by the largest angle, by bisection; 1 where it turns less."""
    if turn(old, old + change) <= LARGEST_TURN:
        return 1.0
    low, high = 0.0, 1.0
    for _ in range(30):
        middle = 0.5 * (low + high)
        low, high = (middle, high) if turn(old, old + middle * change) < LARGEST_TURN else (low, middle)
    return max(low, 1e-6)
