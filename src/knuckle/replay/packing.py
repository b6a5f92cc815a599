"""A recording as text: a header of JSON whose numbers lie in one deflated block."""

import base64
import json
import zlib
from typing import Any

import numpy as np

KINDS = {"f4": np.float32, "u4": np.uint32, "i4": np.int32, "u1": np.uint8}
ALIGNMENT = 4


class Numbers:
    """The block of numbers; arrays that are put in become references into it."""

    def __init__(self) -> None:
        self._chunks: list[bytes] = []
        self._length = 0
        self._known: dict[tuple[str, bytes], dict[str, Any]] = {}

    def put(self, values: Any, kind: str = "f4") -> dict[str, Any]:
        """A reference to an array; one that is already there is not stored twice."""
        array = np.ascontiguousarray(values, KINDS[kind])
        data = array.tobytes()
        if (kind, data) not in self._known:
            self._known[kind, data] = {"numbers": [kind, self._length, array.size]}
            padding = -len(data) % ALIGNMENT
            self._chunks.append(data + bytes(padding))
            self._length += len(data) + padding
        return self._known[kind, data]

    def text(self) -> str:
        return base64.b64encode(zlib.compress(b"".join(self._chunks), 6)).decode("ascii")


def header_text(header: dict[str, Any]) -> str:
    """JSON that can stand in a script element: no text in it can end the element, or open a comment."""
    text = json.dumps(header, ensure_ascii=True, allow_nan=False, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")
