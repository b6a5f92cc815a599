"""Pass: the arrays of materials."""

from knuckle.compile.parts import Assembly
from knuckle.schema.enums import TextureRole

COPIED = (
    *("texuniform", "texrepeat", "emission", "specular", "shininess", "reflectance", "metallic", "roughness", "rgba"),
)


def fill_materials(a: Assembly) -> None:
    materials = a.spec.materials
    numbers = {texture.name: i for i, texture in enumerate(a.spec.textures)}
    a.counts["nmat"] = len(materials)
    a.arrays |= {f"mat_{name}": [getattr(material, name) for material in materials] for name in COPIED}
    a.arrays["mat_texid"] = [_textures(a, material, numbers) for material in materials]


def _textures(a: Assembly, material, numbers: dict[str, int]) -> list[int]:
    """The texture of each role; -1 for none."""
    row = [-1] * len(TextureRole)
    for layer in material.layers if a.keeps_visuals else ():
        row[layer.role] = numbers[layer.texture]
    return row
