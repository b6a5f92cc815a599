"""The display settings of a model, `model.vis`, as nested groups of numbers and colours."""

from collections.abc import Iterator
from keyword import iskeyword

import numpy as np

from knuckle.memory.records import Group, assign, convert, unknown_attribute


class Display(Group):
    """A part of `model.vis`: display settings, or groups of them."""

    def __init__(self, values: dict):
        with np.errstate(over="ignore"):
            self.__dict__.update((attribute_name(name), _display_value(value)) for name, value in values.items())

    def __iter__(self) -> Iterator[str]:
        return iter(self.__dict__)

    def __setattr__(self, name: str, value) -> None:
        if name not in self.__dict__:
            raise unknown_attribute(type(self).__name__, name, self)
        current = self.__dict__[name]
        if isinstance(current, Display):
            raise AttributeError(f"vis.{name} is a group of settings; assign to one of {', '.join(current)}")
        if isinstance(current, np.ndarray):
            assign(current, value, f"vis.{name}")
        else:
            kind = np.dtype(type(current))
            self.__dict__[name] = _scalar(value, kind, f"vis.{name}")

    def as_dict(self) -> dict:
        """The settings as nested dictionaries of numbers and lists."""
        return {name.rstrip("_"): _plain(value) for name, value in self.__dict__.items()}


def attribute_name(name: str) -> str:
    """The name as an attribute: Python's own words get a trailing underscore, as in `vis.global_`."""
    return name + "_" if iskeyword(name) else name


def _display_value(value):
    if isinstance(value, dict):
        return Display(value)
    if isinstance(value, str | bool | int | float):
        return value
    array = np.array(value, np.float32)
    return array if array.ndim else np.array(value).item()


def _plain(value):
    if isinstance(value, Display):
        return value.as_dict()
    return value.tolist() if isinstance(value, np.ndarray) else value


def _scalar(value, dtype: np.dtype, name: str):
    if isinstance(value, str) or dtype.kind in "US":
        raise TypeError(f"{name}: expected a number, found {value!r}")
    return convert(value, dtype, (), name).item()
