"""Functions of the user that run on workers: they are sent once for each call, and none is sent half."""

from collections.abc import Callable
from typing import Any, NamedTuple

import ray
from ray import cloudpickle
from ray.exceptions import RaySystemError

from knuckle.batch.batch import Batch
from knuckle.errors import KnuckleError


class Functions(NamedTuple):
    """What `rollout` and `sample` ask for each part; None where there is none. `stop` may also be bits of Status."""

    control: Callable[[Batch, int], Any] | None = None
    stop: Callable[[Batch], Any] | int | None = None
    score: Callable[[dict], Any] | None = None

    @classmethod
    def of(cls, control: Any, stop: Any, score: Any = None) -> "Functions":
        """The functions among the arguments of a call: controls that are arrays travel with the worlds they are for."""
        return cls(control if callable(control) else None, stop, score)

    def send(self) -> Any:
        """A reference to the functions in the memory of the cluster, None without any.

        TypeError names the one that cannot be sent.
        """
        if all(function is None for function in self):
            return None
        try:
            return ray.put(self)
        except Exception as error:
            failure = error
        # outside of the block above: what Ray says shows everything that it was given, and would be shown with ours
        for name, function in self._asdict().items():
            if reason := _reason(function):
                raise TypeError(f"{name}: this function cannot be sent to workers: {reason}")
        raise failure


def fetched(reference: Any) -> Functions:
    """The functions that were sent, on a worker; KnuckleError where something lacks that they are made of."""
    if reference is None:
        return Functions()
    try:
        return ray.get(reference)
    except RaySystemError as error:
        raise KnuckleError(
            f"a function cannot be read on a worker: {error.client_exc}. Modules must be installed on every machine "
            "of the cluster; functions of the program itself travel with all that they use"
        ) from error


def _reason(function: Any) -> str:
    """Why something cannot be pickled; empty where it can."""
    try:
        cloudpickle.dumps(function)
    except Exception as error:
        return str(error) or type(error).__name__
    return ""
