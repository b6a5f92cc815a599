"""Batches whose worlds are computed by the workers of a Ray cluster: `import knuckle.cluster`.

It needs Ray: `pip install 'knuckle[cluster]'`.
"""

try:
    import ray  # noqa: F401
except ModuleNotFoundError as error:
    raise ModuleNotFoundError("knuckle.cluster needs ray: pip install 'knuckle[cluster]'", name=error.name) from error

from knuckle.cluster.batch import ClusterBatch, Streamed

__all__ = ["ClusterBatch", "Streamed"]
