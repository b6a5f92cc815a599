"""The elements and attributes of URDF, in the notation of `mjcf.py`, and what MJCF has no counterpart for."""

from functools import cache

from knuckle.schema.mjcf import Element, read_table, resolve

_TABLE = """
robot > material* link* joint* transmission* mujoco?
  name         | string             |
  version      | string             |

mujoco >
  model        | string             |

link > inertial? visual* collision*
  name         | name               | required

inertial > origin? mass? inertia?

origin >
  xyz          | real 3             | 0 0 0
  rpy          | real 3             | 0 0 0

mass >
  value        | real               | required

inertia >
  ixx          | real               | required
  iyy          | real               | required
  izz          | real               | required
  ixy          | real               | required
  ixz          | real               | required
  iyz          | real               | required

visual > origin? geometry? material?
  name         | name               |

collision > origin? geometry?
  name         | name               |

geometry > box? cylinder? sphere? capsule? mesh?

box >
  size         | real 3             | required

cylinder >
  radius       | real               | required
  length       | real               | required

sphere >
  radius       | real               | required

capsule >
  radius       | real               | required
  length       | real               | required

mesh >
  filename     | string             | required
  scale        | real 3             | 1 1 1

material > color? texture?
  name         | string             |

color >
  rgba         | real 4             | required

texture >
  filename     | string             |

joint > origin? parent? child? axis? calibration? dynamics? limit? mimic? safety_controller?
  name         | name               | required
  type         | word revolute continuous prismatic fixed floating planar spherical | required

parent >
  link         | string             | required

child >
  link         | string             | required

axis >
  xyz          | real 3             | required

calibration >
  rising       | real               |
  falling      | real               |

dynamics >
  damping      | real               | 0
  friction     | real               | 0

limit >
  lower        | real               |
  upper        | real               |
  effort       | real               | 0
  velocity     | real               |

mimic >
  joint        | string             | required
  multiplier   | real               | 1
  offset       | real               | 0

safety_controller >
  soft_lower_limit | real           |
  soft_upper_limit | real           |
  k_position   | real               |
  k_velocity   | real               |

transmission > type? joint* actuator* mechanicalReduction?
  name         | string             |
  type         | string             |

transmission.type >

transmission.joint > hardwareInterface* mechanicalReduction? role? offset?
  name         | string             | required

transmission.actuator > hardwareInterface* mechanicalReduction? role?
  name         | string             | required

hardwareInterface >

mechanicalReduction >

role >

offset >
"""

SHAPES = ("box", "cylinder", "sphere", "capsule", "mesh")
# the sections of a <mujoco> block, which are read as in MJCF
SETTINGS = ("compiler", "option", "size")
REQUIRED_CHILDREN = {
    "inertial": ("mass", "inertia"),
    "visual": ("geometry",),
    "collision": ("geometry",),
    "joint": ("parent", "child"),
}
# elements that are known and have no counterpart: why they are not simulated
WITHOUT_COUNTERPART = {
    "safety_controller": "soft limits belong to a controller, MJCF has no counterpart: they are not simulated",
    "calibration": "MJCF has no reference positions of sensors: it is not read",
    "gazebo": "settings of Gazebo are not read",
    "texture": "the texture is not shown: only the colour of a material is read",
    "include": "files are not included in a URDF: it is not read",
}


@cache
def elements() -> dict[str, Element]:
    """Every element of URDF by its key."""
    return resolve(read_table(_TABLE))
