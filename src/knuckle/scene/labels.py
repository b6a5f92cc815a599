"""Names and numbers that stand beside elements of a world."""

import numpy as np

from knuckle.data.data import Data
from knuckle.model.model import Model
from knuckle.scene.elements import visible
from knuckle.scene.enums import Label
from knuckle.scene.marks_contact import contact_forces
from knuckle.scene.option import SceneOption

Text = tuple[str, np.ndarray]  # what is written, and where in the world

# kind of label: kind of element, field of its positions, field of its groups and the option that chooses them
PLACES = {
    Label.BODY: ("body", "xipos", ""),
    Label.JOINT: ("joint", "xanchor", "jnt"),
    Label.GEOM: ("geom", "geom_xpos", "geom"),
    Label.SITE: ("site", "site_xpos", "site"),
    Label.CAMERA: ("camera", "cam_xpos", ""),
    Label.LIGHT: ("light", "light_xpos", ""),
}


def labels(m: Model, d: Data, option: SceneOption) -> list[Text]:
    """The labels that the option asks for; an element without a name shows its kind and number."""
    if option.label in PLACES:
        kind, field, prefix = PLACES[option.label]
        places = getattr(d, field)
        group = "joint" if prefix == "jnt" else prefix
        shown = (
            visible(getattr(m, f"{prefix}_group"), getattr(option, f"{group}group"))
            if prefix
            else np.ones(len(places), bool)
        )
        return [(_name(m, kind, i), places[i]) for i in np.flatnonzero(shown).tolist() if kind != "body" or i]
    if option.label == Label.TENDON:
        starts = d.wrap_xpos.reshape(-1, 3)
        return [(_name(m, "tendon", t), starts[d.ten_wrapadr[t]]) for t in range(m.ntendon) if d.ten_wrapnum[t]]
    if option.label in (Label.CONTACTPOINT, Label.CONTACTFORCE):
        texts = [str(c) for c in range(d.ncon)]
        if option.label == Label.CONTACTFORCE:
            texts = [f"{strength:.3g}" for strength in np.linalg.norm(contact_forces(m, d), axis=1)] if d.ncon else []
        return list(zip(texts, d.contact.pos, strict=True))
    if option.label == Label.ISLAND:
        trees = [(f"{d.tree_island[t]}", d.xipos[m.tree_bodyadr[t]]) for t in range(m.ntree)]
        return [(text, place) for text, place in trees if d.nisland and text != "-1"]
    return []


def _name(m: Model, kind: str, i: int) -> str:
    return getattr(m, kind)(i).name or f"{kind} {i}"
