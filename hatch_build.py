"""What a wheel is: with compiled objects for one kind of machine and no need of Numba, or pure Python that compiles."""

from pathlib import Path

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

DEPENDENCIES = ["numpy>=2.0", "llvmlite>=0.48", "rich>=13", "scipy>=1.14", "tyro>=0.9"]
COMPILER = "numba>=0.66,<0.69"  # the lowering replaces parts of it that are not its public face
TAG = "py3-none-linux_x86_64"  # of the objects; they use the interpreter through functions that all versions have


def has_objects(root: str) -> bool:
    return any((Path(root) / "src/knuckle/objects").glob("*.o"))


class Dependencies(MetadataHookInterface):
    """Numba is needed where kernels have to be compiled."""

    def update(self, metadata: dict) -> None:
        metadata["dependencies"] = DEPENDENCIES if has_objects(self.root) else [*DEPENDENCIES, COMPILER]


class Objects(BuildHookInterface):
    """A wheel with objects is for one kind of machine."""

    def initialize(self, version: str, build_data: dict) -> None:
        if self.target_name == "wheel" and has_objects(self.root):
            build_data["pure_python"] = False
            build_data["tag"] = TAG
