"""Two geoms of any shapes in both implementations, at poses near, touching and deep."""

import itertools

import mujoco
import numpy as np
from support.reference import compile_product

import knuckle as kn

SHAPES = ("plane", "hfield", "sphere", "capsule", "ellipsoid", "cylinder", "box", "mesh")
ENDLESS = ("plane", "hfield")
PAIRS = [pair for pair in itertools.combinations_with_replacement(SHAPES, 2) if pair[1] not in ENDLESS]
KINDS = ("near", "touching", "deep")
SIZES = {"sphere": 1, "capsule": 2, "cylinder": 2}  # sizes that a shape has, where not three


class PairBench:
    """Two geoms of random size; `collide` gives the contacts of both implementations for one pose of them."""

    def __init__(self, pair: tuple[str, str], random: np.random.Generator, margin: float):
        self.pair, self.random, self.margin = pair, random, margin
        parts = [self.geom(shape, name) for shape, name in zip(pair, "ab", strict=True)]
        self.reference = mujoco.MjModel.from_xml_string(
            f"<mujoco><asset>{''.join(asset for asset, _ in parts)}</asset>"
            f"<worldbody>{''.join(body for _, body in parts)}</worldbody>"
            f'<contact><pair geom1="a" geom2="b" margin="{margin}"/></contact></mujoco>'
        )
        self.reference.hfield_data[:] = random.uniform(0, 1, self.reference.nhfielddata)
        self.state = mujoco.MjData(self.reference)
        mujoco.mj_forward(self.reference, self.state)
        self.m = kn.Model(compile_product(self.reference))
        self.d = kn.Data(self.m)

    def geom(self, shape: str, name: str) -> tuple[str, str]:
        """An asset, if the shape needs one, and the geom, on a free body of its own unless it is endless."""
        size = self.random.uniform(0.05, 0.2, 3)
        asset, what = "", f'size="{" ".join(map(str, size[: SIZES.get(shape, 3)]))}"'
        if shape == "mesh":
            asset, what = f'<mesh name="{name}" vertex="{numbers(self.corners() * size)}"/>', f'mesh="{name}"'
        elif shape == "hfield":
            asset = f'<hfield name="{name}" nrow="6" ncol="7" size=".6 .5 .2 .1"/>'
            what = f'hfield="{name}"'
        element = f'<geom name="{name}" type="{shape}" {what}/>'
        return asset, element if shape in ENDLESS else f"<body><freejoint/>{element}</body>"

    def corners(self) -> np.ndarray:
        """Corners of a block, or of a round rock."""
        if self.random.random() < 0.5:
            return np.array(list(itertools.product((-1.0, 1.0), repeat=3)))
        rock = self.random.normal(size=(self.random.integers(5, 40), 3))
        return rock / np.linalg.norm(rock, axis=1)[:, None]

    def pose(self, kind: str, turn) -> tuple[np.ndarray, np.ndarray]:
        """Positions and orientations: a distance up to 2 cm, one of about 0.1 mm, or anything that may overlap.

        Two convex shapes moved along the normal of their contact change their distance by just that.
        """
        random = self.random
        mat = np.array([turn(random), turn(random)])
        pos = np.zeros((2, 3))
        pos[0] = random.normal(size=3) * 0.3
        if self.pair[0] == "hfield":
            way = mat[0] @ [*random.uniform(-0.5, 0.5, 2), random.uniform(-0.1, 0.1 if kind == "deep" else 0.3)]
        elif self.pair[0] == "plane":
            way = mat[0][:, 2] * random.uniform(-0.15, 0.3)
        else:
            way = random.normal(size=3)
            way *= random.uniform(0, 0.12 if kind == "deep" else 0.3) / np.linalg.norm(way)
        pos[1] = pos[0] + way
        if kind != "deep":
            self.place(pos, mat)
            dist, normal = self.distance()
            wanted = 0.02 * random.random() if kind == "near" else 1e-4 * random.normal()
            pos[1] += (wanted - dist) * normal
        return pos, mat

    def distance(self) -> tuple[float, np.ndarray]:
        """Signed distance and direction from the first geom to the second; of endless ones, at the deepest contact."""
        if self.pair[0] in ENDLESS:
            mujoco.mj_collision(self.reference, self.state)
            if self.state.ncon == 0:
                return 0.0, np.zeros(3)
            deepest = self.state.contact.dist.argmin()
            return self.state.contact.dist[deepest], self.state.contact.frame[deepest, :3]
        ends = np.zeros(6)
        dist = mujoco.mj_geomDistance(self.reference, self.state, 0, 1, 10, ends)
        between = ends[3:] - ends[:3]
        length = np.linalg.norm(between)
        return dist, np.copysign(1, dist) * between / length if length > 0 else between

    def place(self, pos: np.ndarray, mat: np.ndarray) -> None:
        self.state.geom_xpos[:] = self.d.geom_xpos[:] = pos
        self.state.geom_xmat[:] = mat.reshape(2, 9)
        self.d.geom_xmat[:] = mat.reshape(self.d.geom_xmat.shape)

    def collide(self, pos: np.ndarray, mat: np.ndarray, iterations: int = 35) -> tuple[np.ndarray, np.ndarray]:
        """Rows (distance, position, frame) of ours, found over poisoned fields, and of theirs."""
        self.place(pos, mat)
        self.m.opt.ccd_iterations = self.reference.opt.ccd_iterations = iterations
        mujoco.mj_collision(self.reference, self.state)
        for name in ("dist", "pos", "frame"):
            self.d._arrays[f"contact_{name}"][...] = np.nan
        kn.collision(self.m, self.d)
        return rows(self.d.contact_dist, self.d.contact_pos, self.d.contact_frame), rows(
            self.state.contact.dist, self.state.contact.pos, self.state.contact.frame
        )


def rows(dist, pos, frame) -> np.ndarray:
    return np.column_stack([dist, pos, np.reshape(frame, (len(dist), 9))])


def numbers(values: np.ndarray) -> str:
    return " ".join(f"{x:.6f}" for x in values.ravel())


def any_turn(random: np.random.Generator) -> np.ndarray:
    """A random rotation."""
    quat, mat = random.normal(size=4), np.empty(9)
    mujoco.mju_quat2Mat(mat, quat / np.linalg.norm(quat))
    return mat.reshape(3, 3)


def quarter_turns(random: np.random.Generator) -> np.ndarray:
    """A rotation that maps axes to axes, exactly."""
    mat = np.eye(3)[random.permutation(3)] * random.choice([-1, 1], 3)[:, None]
    mat[0] *= np.linalg.det(mat)
    return mat
