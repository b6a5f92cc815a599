"""Meshes with a texture as binary glTF, the format in which viewers take them."""

import json
import struct
import zlib
from typing import Any

import numpy as np

from knuckle.scene.shapes import Vertices

FLOAT, UNSIGNED_INT = 5126, 5125
REPEAT, LINEAR, LINEAR_MIPMAP = 10497, 9729, 9987


def glb(mesh: Vertices, texcoords: np.ndarray, pixels: np.ndarray, rgba: np.ndarray, unlit: bool = False) -> bytes:
    """One mesh with texture coordinates (n, 2), the pixels (height, width, channels) of its texture, and its colour."""
    picture = png(pixels)
    chunks = [
        np.ascontiguousarray(mesh.points, np.float32).tobytes(),
        np.ascontiguousarray(mesh.normals, np.float32).tobytes(),
        np.ascontiguousarray(texcoords, np.float32).tobytes(),
        np.ascontiguousarray(mesh.faces, np.uint32).tobytes(),
        picture,
    ]
    starts = np.cumsum([0, *(len(chunk) + -len(chunk) % 4 for chunk in chunks)])
    views = [{"buffer": 0, "byteOffset": int(s), "byteLength": len(c)} for s, c in zip(starts, chunks, strict=False)]
    blob = b"".join(chunk + bytes(-len(chunk) % 4) for chunk in chunks)
    count, low, high = len(mesh.points), mesh.points.min(axis=0).tolist(), mesh.points.max(axis=0).tolist()
    material: dict[str, Any] = {
        "pbrMetallicRoughness": {
            "baseColorTexture": {"index": 0},
            "baseColorFactor": [float(channel) for channel in np.clip(rgba, 0, 1)],
            "metallicFactor": 0.0,
            "roughnessFactor": 0.8,
        },
        "doubleSided": True,
        "alphaMode": "BLEND" if rgba[3] < 1 else "OPAQUE",
    }
    document: dict[str, Any] = {
        "asset": {"version": "2.0"},
        "scene": 0,
        "scenes": [{"nodes": [0]}],
        "nodes": [{"mesh": 0}],
        "meshes": [
            {"primitives": [{"attributes": {"POSITION": 0, "NORMAL": 1, "TEXCOORD_0": 2}, "indices": 3, "material": 0}]}
        ],
        "materials": [material],
        "textures": [{"source": 0, "sampler": 0}],
        "samplers": [{"wrapS": REPEAT, "wrapT": REPEAT, "magFilter": LINEAR, "minFilter": LINEAR_MIPMAP}],
        "images": [{"bufferView": 4, "mimeType": "image/png"}],
        "bufferViews": views,
        "buffers": [{"byteLength": len(blob)}],
        "accessors": [
            {"bufferView": 0, "componentType": FLOAT, "count": count, "type": "VEC3", "min": low, "max": high},
            {"bufferView": 1, "componentType": FLOAT, "count": count, "type": "VEC3"},
            {"bufferView": 2, "componentType": FLOAT, "count": count, "type": "VEC2"},
            {"bufferView": 3, "componentType": UNSIGNED_INT, "count": mesh.faces.size, "type": "SCALAR"},
        ],
    }
    if unlit:
        material["extensions"] = {"KHR_materials_unlit": {}}
        document["extensionsUsed"] = ["KHR_materials_unlit"]
    return _container(document, blob)


def _container(document: dict[str, Any], blob: bytes) -> bytes:
    text = json.dumps(document).encode()
    text += b" " * (-len(text) % 4)
    total = 12 + 8 + len(text) + 8 + len(blob)
    head = struct.pack("<4sII", b"glTF", 2, total)
    return head + struct.pack("<I4s", len(text), b"JSON") + text + struct.pack("<I4s", len(blob), b"BIN\0") + blob


def png(pixels: np.ndarray) -> bytes:
    """A picture (height, width, channels) of bytes as PNG."""
    height, width, channels = pixels.shape
    kind = {1: 0, 2: 4, 3: 2, 4: 6}[channels]
    rows = np.concatenate((np.zeros((height, 1), np.uint8), pixels.reshape(height, -1)), axis=1)
    header = struct.pack(">IIBBBBB", width, height, 8, kind, 0, 0, 0)
    chunks = ((b"IHDR", header), (b"IDAT", zlib.compress(rows.tobytes(), 6)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(name, data) for name, data in chunks)


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
