"""`knuckle info`: what a model is made of."""

import json as json_format
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.table import Table
from rich.tree import Tree

from knuckle.cli.arguments import Features, Named
from knuckle.cli.opening import Opened, open_model
from knuckle.memory.shown import counted
from knuckle.model.model import Model
from knuckle.schema.enums import JointType
from knuckle.schema.fields import sizes


def main(
    model: Named,
    /,
    omit: Features = (),
    json: bool = False,
) -> None:
    """Show the sizes, the tree of bodies with their joints, and the masses of a model.

    Args:
        model: An MJCF or URDF file, or the name of a model of the package.
        omit: A feature to leave out, such as plugin or sensor; may be given several times.
        json: Print sizes, options and bodies as JSON.
    """
    opened, console = open_model(model, omit), Console()
    m = opened.model
    if json:
        print(json_format.dumps(as_dict(opened), ensure_ascii=False))
        return
    parts = counted([(m.nbody - 1, "body", "bodies"), (m.nv, "degree of freedom", "degrees of freedom")])
    console.print(f"[bold]{escape(opened.name)}[/bold]: {parts or 'no bodies'}", highlight=False)
    for note in opened.notes:
        console.print(f"  {note}", style="yellow", highlight=False, markup=False)
    console.print(_tree(m))
    console.print(_sizes(m))


def as_dict(opened: Opened) -> dict[str, Any]:
    """What the tables show, for programs."""
    m = opened.model
    names, joints = m.names("body"), m.names("joint")
    bodies = [
        {
            "name": names[b],
            "parent": int(m.body_parentid[b]),
            "mass": float(m.body_mass[b]),
            "joints": [
                {"name": joints[j], "type": JointType(int(m.jnt_type[j])).name.lower()}
                for j in range(int(m.body_jntadr[b]), int(m.body_jntadr[b] + m.body_jntnum[b]))
            ],
        }
        for b in range(m.nbody)
    ]
    return {
        "model": opened.name,
        "notes": opened.notes,
        "timestep": m.opt.timestep,
        "mass": float(m.body_mass.sum()),
        "sizes": {name: int(getattr(m, name)) for name in sizes()},
        "bodies": bodies,
    }


def _tree(m: Model) -> Tree:
    """Bodies below their parents, each with its mass and its joints."""
    total = float(m.body_mass.sum())
    branches = {0: Tree(f"world  [dim]{total:.4g} kg in all, timestep {m.opt.timestep:g} s[/dim]")}
    names, joints = m.names("body"), m.names("joint")
    for b in range(1, m.nbody):
        first = int(m.body_jntadr[b])
        own = [_joint(m, joints, j) for j in range(first, first + int(m.body_jntnum[b]))]
        label = f"{escape(names[b] or f'body {b}')}  [dim]{m.body_mass[b]:.4g} kg[/dim]"
        if own:
            label += f"  [cyan]{escape(', '.join(own))}[/cyan]"
        branches[b] = branches[int(m.body_parentid[b])].add(label, highlight=False)
    return branches[0]


def _joint(m: Model, names: list[str], j: int) -> str:
    """Name of a joint, and its kind where it is not a hinge."""
    kind, name = JointType(int(m.jnt_type[j])), names[j] or f"joint {j}"
    return name if kind is JointType.HINGE else f"{name} ({kind.name.lower()})"


def _sizes(m: Model) -> Table:
    table = Table("size", "count", "what", title="sizes that are not zero", title_justify="left")
    for name, meaning in sizes().items():
        if getattr(m, name):
            table.add_row(name, str(getattr(m, name)), meaning)
    return table
