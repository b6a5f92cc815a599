"""A tab without a browser: it speaks the protocol of the page, well or badly."""

import threading
from urllib.parse import urlsplit

import msgspec
import viser
import zstandard
from support.waiting import wait_for
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

CAMERA = {
    "type": "ViewerCameraMessage",
    "wxyz": [1.0, 0.0, 0.0, 0.0],
    "position": [0.0, -3.0, 1.0],
    "fov": 0.8,
    "near": 0.01,
    "far": 100.0,
    "image_height": 480,
    "image_width": 640,
    "look_at": [0.0, 0.0, 1.0],
    "up_direction": [0.0, 0.0, 1.0],
}


class Tab:
    """Connects, says where its camera is, and reads all that it is sent."""

    def __init__(self, url: str, origin: str | None = None):
        address = urlsplit(url)
        self.socket = connect(
            f"ws://{address.netloc}{address.path.rstrip('/')}",
            origin=origin or f"http://{address.netloc}",
            subprotocols=[f"viser-v{viser.__version__}"],
            max_size=None,
            compression=None,
            open_timeout=60,
        )
        self.messages: list[dict] = []
        self.pictures = 0  # that moved something
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        self.send(CAMERA)

    def _read(self) -> None:
        try:
            for frame in self.socket:
                packed = int.from_bytes(frame[8:16], "little")
                inner = zstandard.ZstdDecompressor().decompress(frame[16 : 16 + packed])
                messages = msgspec.msgpack.decode(inner)["messages"]
                self.messages += messages
                self.pictures += any("batched_positions" in message.get("updates", ()) for message in messages)
        except ConnectionClosed:
            pass

    def send(self, message: object) -> None:
        self.socket.send(msgspec.msgpack.encode(message))

    def element(self, label: str) -> str:
        """The number of the first element of the page with this label, once it was sent."""
        wait_for(lambda: any(_label(message) == label for message in list(self.messages)))
        return next(message["uuid"] for message in self.messages if _label(message) == label)

    def set(self, label: str, value: object) -> None:
        """Change an element, as a person would."""
        self.send({"type": "GuiUpdateMessage", "uuid": self.element(label), "updates": {"value": value}})

    def drag(self, phase: str, node: str, instance: int, start, end, modifier: str = "cmd/ctrl") -> None:
        places = {"start_position": [float(x) for x in start], "end_position": [float(x) for x in end]}
        screen = {"start_screen_pos": [0.5, 0.5], "end_screen_pos": [0.6, 0.5]}
        what = {
            "phase": phase,
            "name": node,
            "instance_index": instance,
            "button": "left",
            "modifier": modifier,
            "owner": "",
        }
        self.send({"type": "SceneNodeDragMessage", **what, **places, **screen})

    def is_closed_by_server(self, seconds: float = 10.0) -> bool:
        """Whether the server ends the connection soon."""
        self._reader.join(seconds)
        return not self._reader.is_alive()

    def close(self) -> None:
        self.socket.close()


def _label(message: dict) -> str | None:
    props = message.get("props")
    return props.get("label") if isinstance(props, dict) and "uuid" in message else None
