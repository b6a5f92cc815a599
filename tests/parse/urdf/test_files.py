"""Files of meshes: beside the URDF, in packages around it, among assets; never from anywhere else."""

import mujoco
import numpy as np
import pytest
from support.urdf_text import TETRAHEDRON, link, robot

import knuckle as kn


def with_mesh(file: str, compiler: str = "") -> str:
    mesh = f'<collision><geometry><mesh filename="{file}"/></geometry></collision>'
    return robot(link("a", mesh), f"<mujoco><compiler {compiler}/></mujoco>")


@pytest.fixture
def packages(tmp_path):
    """A folder with package `arm`, which holds folders `urdf` and `meshes`."""
    for folder in ("urdf", "meshes"):
        (tmp_path / "arm" / folder).mkdir(parents=True)
    (tmp_path / "arm/meshes/m.obj").write_bytes(TETRAHEDRON)
    return tmp_path


def write(packages, where: str, text: str):
    path = packages / where
    path.write_text(text)
    return path


@pytest.mark.parametrize("where", ["robot.urdf", "arm/robot.urdf", "arm/urdf/robot.urdf"])
@pytest.mark.parametrize("compiler", ["", 'meshdir="elsewhere"'])
def test_a_package_is_found_around_the_urdf(packages, where, compiler):
    m = kn.load(write(packages, where, with_mesh("package://arm/meshes/m.obj", compiler)))
    assert m.names("mesh") == ["m"]


def test_relative_and_absolute_paths(packages):
    paths = ["../meshes/m.obj", str(packages / "arm/meshes/m.obj")]
    for file in [*paths, f"file://{paths[1]}"]:
        path = write(packages, "arm/urdf/robot.urdf", with_mesh(file))
        m = kn.load(path)
        if file in paths:
            np.testing.assert_array_equal(m.mesh_vert, mujoco.MjModel.from_xml_path(str(path)).mesh_vert)


def test_the_folder_of_meshes_and_stripped_paths(packages):
    text = with_mesh("package://none/m.obj", 'strippath="true" meshdir="../meshes"')
    path = write(packages, "arm/urdf/robot.urdf", text)
    assert kn.load(path).nmesh == mujoco.MjModel.from_xml_path(str(path)).nmesh == 1


def test_a_package_that_is_not_there(packages):
    path = write(packages, "arm/urdf/robot.urdf", with_mesh("package://leg/meshes/m.obj"))
    with pytest.raises(kn.ModelError, match='there is no such file in a folder "leg" around'):
        kn.load(path)


@pytest.mark.parametrize("name", ["m.obj", "meshes/m.obj", "arm/meshes/m.obj"])
def test_assets_of_a_text(name):
    assert kn.load(with_mesh("package://arm/meshes/m.obj"), assets={name: TETRAHEDRON}).nmesh == 1


def test_a_text_reads_no_files(packages):
    with pytest.raises(kn.ModelError, match="among the assets"):
        kn.load(with_mesh(str(packages / "arm/meshes/m.obj")))


def test_an_error_names_the_file_and_the_line(packages):
    path = write(packages, "robot.urdf", '<robot name="r">\n<joint name="j" type="fixed"/>\n</robot>')
    with pytest.raises(kn.ModelError, match=r"robot\.urdf:2:1: <joint name=\"j\">: element <parent> is missing"):
        kn.load(path)


def test_a_spec_of_a_urdf_can_be_edited_and_compiled(packages):
    path = write(packages, "arm/urdf/robot.urdf", with_mesh("package://arm/meshes/m.obj"))
    spec = kn.Spec.from_file(path)
    assert spec.compile().to_xml() == kn.load(path).to_xml()
    spec.worldbody.add_geom(name="floor", type="plane", size=[1, 1, 0.1])
    spec.save_xml(path.with_suffix(".xml"))
    theirs = mujoco.MjModel.from_xml_path(str(path.with_suffix(".xml")))
    assert theirs.ngeom == spec.compile().ngeom == 2
