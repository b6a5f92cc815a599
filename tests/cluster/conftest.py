"""A Ray cluster on this machine, for all tests of the folder."""

import warnings

import pytest


@pytest.fixture(scope="session")
def cluster():
    """`knuckle.cluster` on a cluster of two processors."""
    ray = pytest.importorskip("ray", reason="Ray is not installed: pip install 'knuckle[cluster]'")
    with warnings.catch_warnings(), pytest.MonkeyPatch.context() as patch:
        patch.setenv("RAY_AUTH_MODE", "disabled")  # leave nothing in the home folder
        warnings.simplefilter("ignore")  # of Ray's own
        try:
            ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, object_store_memory=100_000_000)
        except Exception as error:  # processes, sockets or shared memory are not allowed
            pytest.skip(f"Ray does not start here: {error}")
        import knuckle.cluster

        yield knuckle.cluster
        ray.shutdown()
