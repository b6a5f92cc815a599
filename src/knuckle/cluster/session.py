"""The connection of this process with a Ray cluster, and how many workers there is room for."""

from typing import NamedTuple

import ray

from knuckle.errors import KnuckleError


class Session(NamedTuple):
    """What tells one connection with a cluster from others: jobs are counted anew in each cluster."""

    node: str
    job: str


def session() -> Session | None:
    """The connection that this process has now; None without one, where Ray would start a cluster of its own."""
    if not ray.is_initialized():
        return None
    context = ray.get_runtime_context()
    return Session(context.get_node_id(), context.get_job_id())


def require_session() -> Session:
    """The connection that this process has now; KnuckleError without one."""
    now = session()
    if now is None:
        raise KnuckleError(
            "no Ray cluster: call ray.init(address=...) with that of a cluster, or ray.init() for this machine"
        )
    return now


def require_same(former: Session) -> None:
    """Raise KnuckleError where Ray was ended since; its references mean nothing any more."""
    if session() != former:
        raise KnuckleError("Ray was shut down during the call: its work is lost, and the worlds stay as they were")


def require_room(workers: int | None, threads: int) -> int:
    """How many workers of so many threads there are to be; KnuckleError where the cluster can have no such number."""
    processors = [int(node["Resources"].get("CPU", 0)) for node in ray.nodes() if node["Alive"]]
    most = sum(count // threads for count in processors)  # a worker is on one machine, with all of its threads
    count = max(1, most) if workers is None else workers
    if count > most:
        raise KnuckleError(
            f"workers: {count} of {threads} threads each, but the cluster has {sum(processors)} processors "
            f"on {len(processors)} machines: room for {most} such workers"
        )
    return count
