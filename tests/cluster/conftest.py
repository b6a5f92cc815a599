"""A Ray cluster on this machine, for all tests of the folder, and a limit for what may hang."""

import threading
import warnings

import pytest

import knuckle as kn
from knuckle import models


@pytest.fixture(scope="session")
def cluster():
    """`knuckle.cluster` on a cluster of two processors."""
    ray = pytest.importorskip("ray", reason="Ray is not installed: pip install 'knuckle[cluster]'")
    with warnings.catch_warnings(), pytest.MonkeyPatch.context() as patch:
        patch.setenv("RAY_AUTH_MODE", "disabled")  # leave nothing in the home folder
        warnings.simplefilter("ignore")  # of Ray's own
        options = {"include_dashboard": False, "log_to_driver": False, "object_store_memory": 100_000_000}
        try:
            ray.init(address="local", num_cpus=2, **options)
        except Exception as error:  # processes, sockets or shared memory are not allowed
            pytest.skip(f"Ray does not start here: {error}")
        import knuckle.cluster

        yield knuckle.cluster
        ray.shutdown()


@pytest.fixture(scope="session")
def m():
    return kn.load(models.path("quadruped"))


@pytest.fixture(scope="session")
def in_time():
    """A function that calls another one, and fails where it hangs."""

    def call(function, *arguments, seconds=40.0):
        found = []

        def keep_result():
            try:
                found.append((function(*arguments), None))
            except BaseException as error:
                found.append((None, error))

        thread = threading.Thread(target=keep_result, daemon=True)
        thread.start()
        thread.join(seconds)
        assert found, f"hangs for {seconds} s"
        [(result, error)] = found
        if error is not None:
            raise error
        return result

    return call
