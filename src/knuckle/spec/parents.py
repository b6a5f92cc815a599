"""What can be added to nodes: elements to bodies and frames, objects to the path of a tendon."""

from typing import TYPE_CHECKING, Any

from knuckle.errors import KnuckleError
from knuckle.spec.assigned import caller_place


class Parent:
    """A body or a frame of a Spec: the elements that are fixed to it are added here."""

    if TYPE_CHECKING:
        owner: Any
        children: list[Any]
        label: str

    def add_body(self, **attributes: Any) -> Any:
        """Add a body; `class_` names a default class, else that of this body applies."""
        return self._add("body", attributes)

    def add_frame(self, **attributes: Any) -> Any:
        """Add a frame, in which further elements can be put."""
        return self._add("frame", attributes)

    def add_geom(self, **attributes: Any) -> Any:
        """Add a geom."""
        return self._add("geom", attributes)

    def add_joint(self, **attributes: Any) -> Any:
        """Add a joint."""
        return self._add("joint", attributes)

    def add_freejoint(self, **attributes: Any) -> Any:
        """Add a joint that lets the body move freely."""
        return self._add("freejoint", attributes)

    def add_site(self, **attributes: Any) -> Any:
        """Add a site."""
        return self._add("site", attributes)

    def add_camera(self, **attributes: Any) -> Any:
        """Add a camera."""
        return self._add("camera", attributes)

    def add_light(self, **attributes: Any) -> Any:
        """Add a light."""
        return self._add("light", attributes)

    def add_inertial(self, **attributes: Any) -> Any:
        """Give the body an explicit mass and inertia."""
        return self._add("inertial", attributes)

    def _add(self, kind: str, attributes: dict[str, Any]) -> Any:
        if self.owner is None:
            raise KnuckleError(f"{self.label} is not part of a knuckle.Spec, or it was deleted: nothing can be added")
        return self.owner._add_to(self, kind, attributes)


class Route:
    """A tendon: the objects of its path are added in order."""

    if TYPE_CHECKING:
        path: list[Any]
        key: str

    def add_site(self, site: Any) -> Any:
        """Let a spatial tendon pass through a site."""
        return self._along("site", site=site)

    def add_geom(self, geom: Any, sidesite: Any = None) -> Any:
        """Let a spatial tendon wrap around a geom, on the side of a site or through its inside."""
        return self._along("geom", geom=geom, sidesite=sidesite)

    def add_pulley(self, divisor: float) -> Any:
        """Divide a spatial tendon by a pulley."""
        return self._along("pulley", divisor=divisor)

    def add_joint(self, joint: Any, coef: float) -> Any:
        """Add coef times the position of a joint to a fixed tendon."""
        return self._along("joint", joint=joint, coef=coef)

    def _along(self, tag: str, **values: Any) -> Any:
        from knuckle.spec.tree import NODES

        kind = NODES.get(f"{self.key}.{tag}")
        if kind is None:
            raise KnuckleError(f"a {self.key.replace('.', ' of kind ')} cannot have a {tag} in its path")
        node = kind(place=caller_place())
        for name, value in values.items():
            setattr(node, name, value)
        self.path.append(node)
        return node
