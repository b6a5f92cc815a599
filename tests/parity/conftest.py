"""Tests of one model come one after the other, whichever file they are in: it is loaded once for all of them."""


def pytest_collection_modifyitems(items):
    places = [k for k, item in enumerate(items) if "parity" in item.path.parts and "path" in _parameters(item)]
    in_order = sorted((items[k] for k in places), key=lambda item: _parameters(item)["path"])
    for k, item in zip(places, in_order, strict=True):
        items[k] = item


def _parameters(item) -> dict:
    return item.callspec.params if hasattr(item, "callspec") else {}
