"""Scenes of a model, one for each moment."""

from typing import Any

from knuckle.data.data import Data, check_pair
from knuckle.model.model import Model
from knuckle.scene.camera import camera_of, view_of
from knuckle.scene.elements import geom_rows, site_rows
from knuckle.scene.labels import labels
from knuckle.scene.lights import lights
from knuckle.scene.marks_body import body_rows
from knuckle.scene.marks_contact import contact_rows
from knuckle.scene.marks_frame import frame_rows, instrument_rows
from knuckle.scene.marks_joint import actuator_rows, crank_rows, joint_rows
from knuckle.scene.option import SceneOption
from knuckle.scene.scene import Scene, table
from knuckle.scene.tendons import tendon_rows


class SceneBuilder:
    """Makes scenes of the worlds of a model.

    The model is read at every update, so that colours, sizes and settings may change; its meshes are not.
    """

    def __init__(self, m: Model):
        if not isinstance(m, Model):
            raise TypeError(f"expected a Model, found {type(m).__name__}")
        self.model = m
        self.option = SceneOption()

    def update(self, d: Data, camera: Any = -1, option: SceneOption | None = None) -> Scene:
        """The scene of a world as it is: kinematics must be up to date (`kn.forward`, or a step).

        `camera` is −1 for the free camera, a number, a name or a Camera; `option` says what is shown.
        """
        m, option = self.model, self.option if option is None else option
        check_pair(m, d)
        if not isinstance(option, SceneOption):
            raise TypeError(f"scene_option: expected a SceneOption, found {type(option).__name__}")
        view = view_of(m, d, camera_of(m, camera))
        blocks = [
            geom_rows(m, d, option),
            site_rows(m, d, option),
            *tendon_rows(m, d, option),
            *crank_rows(m, d, option),
        ]
        for marks in (joint_rows, actuator_rows, body_rows, contact_rows, frame_rows, instrument_rows):
            blocks += marks(m, d, option)
        scene = table(blocks)
        scene.view = view
        scene.lights = lights(m, d, view.pos, view.forward)
        scene.labels = labels(m, d, option)
        return scene
