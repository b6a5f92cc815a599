"""What the words after --show, --hide, --label and --frame mean for a picture."""

from collections.abc import Iterable

import numpy as np

from knuckle.cli.arguments import ArgumentError
from knuckle.errors import nearest
from knuckle.scene.enums import RenderFlag, VisFlag
from knuckle.scene.option import GROUPS, NGROUP, SceneOption

DRAWING = {flag.name.lower(): flag for flag in RenderFlag}
MARKS = (*(flag.name.lower() for flag in VisFlag), "frictioncone")
Words = Iterable[str]


def scene_option(show: Words, hide: Words, label: str, frame: str) -> SceneOption:
    """The option of the scene; ArgumentError where a word means nothing. Words about the drawing itself are skipped."""
    option = SceneOption()
    for name, value in (("label", label), ("frame", frame)):
        try:
            setattr(option, name, value)
        except ValueError as error:
            raise ArgumentError(f"--{error}") from None
    for words, on, given in ((show, True, "--show"), (hide, False, "--hide")):
        for word in split(words):
            name, equals, number = word.partition("=")
            if name in GROUPS and equals:
                _set_group(option, name, number, on, given)
            elif name in MARKS and not equals:
                option._set(name, on)
            elif name not in DRAWING or equals:
                known = (*MARKS, *DRAWING, *(f"{group}=0" for group in GROUPS))
                raise ArgumentError(f"{given}: unknown word {word!r}{nearest(word, known)}\nwords: {', '.join(known)}")
    return option


def set_drawing_flags(flags: np.ndarray, show: Words, hide: Words) -> None:
    """Switch how the picture is drawn: shadows, reflections, the sky and the like."""
    for words, on in ((show, 1), (hide, 0)):
        for word in split(words):
            if word in DRAWING and word not in MARKS:
                flags[DRAWING[word]] = on


def split(words: Words) -> list[str]:
    """Words one by one, whether each has its own option or commas are between them."""
    return [word.strip().lower() for several in words for word in several.split(",") if word.strip()]


def _set_group(option: SceneOption, name: str, number: str, on: bool, given: str) -> None:
    if not (number.isdecimal() and int(number) < NGROUP):
        raise ArgumentError(f"{given} {name}: expected the number of a group, from 0 to {NGROUP - 1}, found {number!r}")
    getattr(option, name)[int(number)] = on
