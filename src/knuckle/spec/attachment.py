"""Copies of parts of a model inside it, and parts of other models: what `<replicate>` and `<attach>` do."""

from collections.abc import Iterable
from copy import copy
from dataclasses import dataclass, field
from typing import Any

from knuckle.spec.copying import Budget, Copier, Naming
from knuckle.spec.layout import Parts, layout, split_key
from knuckle.spec.references import REFERENCES, all_references, in_tree
from knuckle.spec.referring import ASSETS, REFERRING, Names, Referrer, drop_referring, is_free
from knuckle.spec.tree import Node, Origin, Spec

OWN_LISTS = ("textures", "materials", "meshes", "hfields", "numerics", "texts")  # all of which an attached model brings


@dataclass
class Child:
    """A model that is attached to another one, once or several times, and the keyframes that it brought so far.

    A keyframe says something about every joint of the child. What it says about those that were not attached with it
    holds for the first copies that are.
    """

    spec: Spec
    label: str
    keys: list[tuple[Any, Parts]] = field(default_factory=list)  # of the parent, and its parts by nodes of the child


class Grafter:
    """Adds copies to a spec. `known` holds the names in it; `budget` bounds the number of copies."""

    def __init__(self, spec: Spec, known: Names, budget: Budget, *, prefixes_once: bool = False):
        self.spec = spec
        self.prefixes_once = prefixes_once  # keyframes of models that an attached model attaches, as MJCF has it
        self.known = known
        self.budget = budget

    def replicate(self, roots: list[Any], namings: Iterable[Naming]) -> tuple[list[list[Any]], list[Node]]:
        """For each naming the copies of nodes that leave the tree, and elements that are lost with these.

        What refers to the nodes is copied with them. It is lost where it cannot be, because it refers to others too.
        """
        inside = Names(in_tree(roots))
        candidates = self._candidates(roots)
        copied: set[Node] = set()
        replicas = []
        for naming in namings:
            copier = Copier(naming, self.budget)
            referrer = Referrer(copier, self.known, same_model=True)
            replicas.append(self._settled(copier, referrer, roots))
            for group, nodes in candidates.items():
                taken = [node for node in nodes if referrer.copies(node)]
                new = [referrer.copy(node) for node in taken]
                copied.update(taken)
                getattr(self.spec, group).extend(new)
                nodes += [node for node in new if is_free(node)]
            self._move_keys(copier)
        self.known.remove(in_tree(roots))
        gone = drop_referring(self.spec, self.known, inside)
        return replicas, [node for node in gone if node not in copied]

    def copy_here(self, root: Any, naming: Naming) -> Any:
        """A copy of a part of this spec, for another place in it."""
        copier = Copier(naming, self.budget)
        referrer = Referrer(copier, self.known, same_model=True)
        trees = self._settled(copier, referrer, [root])
        self._copy_referring(referrer, self.spec)
        self._move_keys(copier)
        return trees[0]

    def attach(self, child: Child, roots: list[Any], naming: Naming) -> list[Any]:
        """Copies of parts of another model, with all assets of it and everything that refers to these parts."""
        source = child.spec
        origin = Origin(copy(source.compiler), source.folder, source.assets)
        copier = Copier(naming, self.budget, origin, renames_classes=True)
        self._add_classes(source, naming)
        referrer = Referrer(copier, self.known, same_model=False)
        for group in OWN_LISTS:
            getattr(self.spec, group).extend([referrer.copy(node) for node in getattr(source, group)])
        trees = self._settled(copier, referrer, roots)
        self._copy_referring(referrer, source)
        self._add_keys(child, copier)
        return trees

    def _candidates(self, roots: list[Any]) -> dict[str, list[Any]]:
        """The elements of each list that may be copied with a part of the tree: they refer to it, or to nothing."""
        reached = Names(in_tree(roots))
        found: dict[str, list[Any]] = {}
        for group in REFERRING:
            found[group] = []
            for node in getattr(self.spec, group):
                refers = any(name in reached.get(kind, ()) for _, kind, name in all_references(node))
                if refers:
                    reached.add([node])
                if refers or is_free(node):
                    found[group].append(node)
        return found

    def _settled(self, copier: Copier, referrer: Referrer, roots: list[Any]) -> list[Any]:
        """Copies of parts of a tree, their names known, which refer to each other."""
        trees = copier.tree(roots)
        nodes = list(in_tree(trees))
        self.known.add(nodes)
        for node in nodes:
            if node.key in REFERENCES:
                referrer.redirect(node)
        return trees

    def _copy_referring(self, referrer: Referrer, source: Spec) -> None:
        for group in REFERRING:
            taken = [node for node in list(getattr(source, group)) if referrer.copies(node)]
            getattr(self.spec, group).extend([referrer.copy(node) for node in taken])

    def _add_classes(self, source: Spec, naming: Naming) -> None:
        self.spec.class_parents |= {
            naming(name): naming(around)
            for name, around in source.class_parents.items()
            if naming(name) not in self.spec.classes
        }
        for name, table in source.classes.items():
            if naming(name) in self.spec.classes:
                continue  # what has no prefix does not replace a class
            self.spec.classes[naming(name)] = {tag: _renamed(values, naming) for tag, values in table.items()}

    def _move_keys(self, copier: Copier) -> None:
        """What keyframes of attached models say about an element goes to its first copy."""
        for key in (key for key in self.spec.keys if key.parts is not None):
            for node in [node for node in key.parts if node in copier.copies]:
                key.parts[copier.copies[node]] = key.parts.pop(node)

    def _add_keys(self, child: Child, copier: Copier) -> None:
        places = layout(child.spec) if any(key.parts is None for key in child.spec.keys) else {}
        for key in child.spec.keys:
            once = self.prefixes_once and key.parts is not None
            naming = Naming() if once else copier.naming
            new = Copier(naming, self.budget, copier.origin).copy(key)
            new.name = f"{naming.prefix}{key.name}{naming.suffix}"  # also where it has none
            if once:
                warning = f"{key.place}: {key.label} came with a model that is attached to an attached one: its name"
                self.spec.warnings.append(f"{warning} gets no second prefix")
            child.keys.append((new, split_key(key, places) if key.parts is None else dict(key.parts)))
            new.parts = {}
            new.qpos = new.qvel = new.act = new.ctrl = new.mpos = new.mquat = new.plastic = None
            self.spec.keys.append(new)
        for key, parts in child.keys:
            for node in [node for node in parts if node in copier.copies]:
                key.parts[copier.copies[node]] = parts.pop(node)


def _renamed(values: dict[str, Any], naming: Naming) -> dict[str, Any]:
    """The settings of a default class with its assets under their new names."""
    new = dict(values)
    for name in ASSETS & new.keys():
        new[name] = naming(new[name]) if new[name] else new[name]
    if "layers" in new:
        copier = Copier(naming, Budget())
        new["layers"] = [copier.copy(layer) for layer in new["layers"]]
        for layer in new["layers"]:
            layer.texture = naming(layer.texture)
    return new
