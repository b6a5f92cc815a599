"""Names and numbers that stand beside elements of a world."""

import numpy as np

from knuckle.data.data import Data
from knuckle.model.model import Model
from knuckle.scene.elements import visible
from knuckle.scene.enums import Label
from knuckle.scene.marks_contact import contact_forces
from knuckle.scene.marks_frame import anchors
from knuckle.scene.option import SceneOption
from knuckle.schema.enums import EqType, TrnType

Text = tuple[str, np.ndarray]  # what is written, and where in the world

# kind of label: kind of element, field of its positions, field of its groups and the option that chooses them
PLACES = {
    Label.BODY: ("body", "xpos", ""),
    Label.JOINT: ("joint", "xanchor", "jnt"),
    Label.GEOM: ("geom", "geom_xpos", "geom"),
    Label.SITE: ("site", "site_xpos", "site"),
    Label.CAMERA: ("camera", "cam_xpos", ""),
    Label.LIGHT: ("light", "light_xpos", ""),
}


def labels(m: Model, d: Data, option: SceneOption) -> list[Text]:
    """The labels that the option asks for; an element without a name shows its kind and number."""
    if option.label in PLACES:
        return _at_elements(m, d, option)
    make = OTHERS.get(option.label)
    return [] if make is None else make(m, d, option)


def _at_elements(m: Model, d: Data, option: SceneOption) -> list[Text]:
    kind, field, prefix = PLACES[option.label]
    places = getattr(d, field)
    shown = np.ones(len(places), bool)
    if prefix:
        group = "joint" if prefix == "jnt" else prefix
        shown = visible(getattr(m, f"{prefix}_group"), getattr(option, f"{group}group"))
    return [(_name(m, kind, i), places[i]) for i in np.flatnonzero(shown).tolist() if kind != "body" or i]


def _tendons(m: Model, d: Data, option: SceneOption) -> list[Text]:
    shown = visible(m.tendon_group, option.tendongroup) & (d.ten_wrapnum > 0)
    return [(_name(m, "tendon", t), _on_tendon(d, t)) for t in np.flatnonzero(shown).tolist()]


def _on_tendon(d: Data, tendon: int) -> np.ndarray:
    """The middle of the first straight part of a tendon."""
    first = int(d.ten_wrapadr[tendon])
    return d.wrap_xpos.reshape(-1, 3)[first : first + 2].mean(axis=0)


def _actuators(m: Model, d: Data, option: SceneOption) -> list[Text]:
    found = []
    for a in np.flatnonzero(visible(m.actuator_group, option.actuatorgroup)).tolist():
        target = int(m.actuator_trnid.reshape(-1, 2)[a, 0])
        place = {
            TrnType.JOINT: lambda t: d.xanchor[t],
            TrnType.JOINTINPARENT: lambda t: d.xanchor[t],
            TrnType.TENDON: lambda t: _on_tendon(d, t) if d.ten_wrapnum[t] else None,
            TrnType.SITE: lambda t: d.site_xpos[t],
            TrnType.SLIDERCRANK: lambda t: d.site_xpos[t],
            TrnType.BODY: lambda t: d.xipos[t],
        }.get(TrnType(int(m.actuator_trntype[a])), lambda _: None)(target)
        if place is not None:
            found.append((_name(m, "actuator", a), place))
    return found


def _equalities(m: Model, d: Data, option: SceneOption) -> list[Text]:
    joined = (EqType.CONNECT, EqType.WELD)
    chosen = [e for e in range(m.neq) if m.eq_type[e] in joined and d.eq_active[e]]
    return [(_name(m, "equality", e), anchors(m, d, e)[0]) for e in chosen]


def _contacts(m: Model, d: Data, option: SceneOption) -> list[Text]:
    if option.label == Label.CONTACTFORCE:
        texts = [f"{strength:.3g}" for strength in np.linalg.norm(contact_forces(m, d), axis=1)]
    else:
        names = m.names("geom")
        texts = [" | ".join(names[g] or f"g{g}" for g in pair) for pair in d.contact.geom.tolist()]
    return list(zip(texts, d.contact.pos, strict=True))


def _islands(m: Model, d: Data, option: SceneOption) -> list[Text]:
    if not d.nisland:
        return []
    trees = m.body_treeid[m.body_weldid]
    inside = [(b, int(d.tree_island[trees[b]])) for b in np.flatnonzero(trees >= 0).tolist()]
    return [(str(island), d.xipos[b]) for b, island in inside if island >= 0]


def _name(m: Model, kind: str, i: int) -> str:
    return getattr(m, kind)(i).name or f"{kind} {i}"


OTHERS = {
    Label.TENDON: _tendons,
    Label.ACTUATOR: _actuators,
    Label.CONSTRAINT: _equalities,
    Label.CONTACTPOINT: _contacts,
    Label.CONTACTFORCE: _contacts,
    Label.ISLAND: _islands,
}
