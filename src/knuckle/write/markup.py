"""A tree of tags, and its text: two blanks per level, one line per tag, characters that XML reserves escaped."""

from collections.abc import Iterator
from dataclasses import dataclass, field

INDENT = "  "
# line ends and tabs would be read back as blanks
ESCAPES = str.maketrans({
    "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\n": "&#10;", "\r": "&#13;", "\t": "&#9;",
})  # fmt: skip


@dataclass(slots=True)
class Tag:
    """An element to be written: attributes as text, in their order."""

    name: str
    attributes: dict[str, str] = field(default_factory=dict)
    children: list["Tag"] = field(default_factory=list)

    @property
    def is_blank(self) -> bool:
        """Whether it says nothing."""
        return not self.attributes and not self.children


def render(root: Tag) -> str:
    """The text of a tree; deep trees cost no recursion."""
    return "\n".join(_lines(root)) + "\n"


def escaped(text: str) -> str:
    return text.translate(ESCAPES)


def _lines(root: Tag) -> Iterator[str]:
    pending: list[tuple[int, Tag | str]] = [(0, root)]
    while pending:
        depth, item = pending.pop()
        if isinstance(item, str):
            yield INDENT * depth + item
            continue
        opening = item.name + "".join(f' {name}="{escaped(value)}"' for name, value in item.attributes.items())
        if not item.children:
            yield f"{INDENT * depth}<{opening}/>"
            continue
        yield f"{INDENT * depth}<{opening}>"
        pending.append((depth, f"</{item.name}>"))
        pending.extend((depth + 1, child) for child in reversed(item.children))
