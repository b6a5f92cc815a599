"""The models by which batches are measured: what people learn on, and what is large or has meshes."""

from pathlib import Path

from support import corpus

from knuckle import models

# label -> where the file is: of this package, of a wheel, or of the archive of real models
FILES = {
    "cart-pole": "knuckle/cart_pole",
    "acrobot": "dm_control/suite/acrobot.xml",
    "swimmer": "gymnasium/swimmer.xml",
    "half cheetah": "gymnasium/half_cheetah.xml",
    "hopper": "gymnasium/hopper.xml",
    "walker": "gymnasium/walker2d_v5.xml",
    "ant": "gymnasium/ant.xml",
    "humanoid": "knuckle/humanoid",
    "MuJoCo's humanoid": "archive/mujoco/humanoid/humanoid.xml",
    "ANYmal": "archive/menagerie/anybotics_anymal_c/scene.xml",
    "Cassie": "archive/menagerie/agility_cassie/scene.xml",
    "quadruped": "knuckle/quadruped",
    "shadow hand": "archive/menagerie/shadow_hand/scene_right.xml",
    "22 humanoids": "archive/mujoco/humanoid/22_humanoids.xml",
    "cards": "archive/mujoco/cards/cards.xml",
}


def path_of(label: str) -> Path | None:
    """The file of a model; None where its source is absent."""
    source, file = FILES[label].split("/", 1)
    if source == "knuckle":
        return models.path(file)
    folder = corpus.sources()[source]
    return None if folder is None or not (folder / file).is_file() else folder / file
