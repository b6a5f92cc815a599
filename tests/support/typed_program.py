"""A program as a user writes it, for type checkers: lines that end in `# wrong` must be refused, all others be taken.

It is checked and never run.
"""

from typing import assert_type

from numpy import float64, int32
from numpy.typing import NDArray

import knuckle as kn
from knuckle import models

Reals = NDArray[float64]
Integers = NDArray[int32]

m = kn.load(models.path("humanoid"))
d = kn.Data(m)

# sizes, arrays, options
assert_type(m, kn.Model)
assert_type(m.nv, int)
assert_type(m.body_mass, Reals)
assert_type(m.body_parentid, Integers)
assert_type(m.opt.timestep, float)
assert_type(m.opt.gravity, Reals)
assert_type(m.opt.integrator, kn.Integrator)
assert_type(m.opt.disableflags, kn.DisableBit)
assert_type(m.opt.flags.contact, bool)
assert_type(m.stat.meanmass, float)
assert_type(m.vis.global_.fovy, float)
assert_type(m.names("joint"), list[str])
m.opt.integrator = "rk4"
m.opt.integrator = kn.Integrator.EULER
m.opt.integrator = 0
m.opt.gravity = (0, 0, -1)
m.opt.timestep = 1e-3
m.body_mass = 1
m.nv = 3  # wrong
print(m.nw)  # wrong
m.body_parentid = [0, 0]  # wrong
m.opt.timestepp = 1e-3  # wrong
m.opt.timestep = "fast"  # wrong
m.opt.integrator = 0.5  # wrong

# data
assert_type(d.qpos, Reals)
assert_type(d.time, float)
assert_type(d.ncon, int)
assert_type(d.contact_geom, Integers)
assert_type(d.status, kn.Status)
assert_type(d.contact[0].dist, float)
assert_type(d.contact.pos, Reals)
assert_type([contact.dim for contact in d.contact], list[int])
d.qpos[0] += 1
d.qvel = 0
d.ctrl += 0.1
d.time = 0
print(d.qpoz)  # wrong
d.qpoz = 1  # wrong
d.contact_geom = 0  # wrong
print(d.contact[0].distance)  # wrong

# elements
assert_type(m.joint("hip").range, Reals)
assert_type(m.body(1).name, str)
assert_type(d.body("torso").xpos, Reals)
assert_type(d.joint("hip").qpos, Reals)
d.joint("hip").qpos = 0.1
print(m.joint("hip").rnage)  # wrong
print(d.body("torso").range)  # wrong
m.bodie("torso")  # wrong

# stages, queries, batches
kn.step(m, d)
kn.step(m, d, nstep=1)
kn.machine("python").forward(m, d)
assert_type(kn.jac(m, d, (0, 0, 1), "torso"), tuple[Reals, Reals])
assert_type(kn.ray(m, d, (0, 0, 1), d.qvel)[1], int)
assert_type(kn.get_state(m, d), Reals)
kn.step(m, d, nsteps=1)  # wrong
kn.step(d, m)  # wrong
kn.forward(m, d, 3)  # wrong
kn.stepp(m, d)  # wrong
batch = kn.Batch(m, 8, dtype="float32", keep=["qacc"])
batch.step(10)
assert_type(batch.nworld, int)
batch.write("qvel", 0, worlds=slice(4))
batch.stepp()  # wrong
batch.qvel = 0
batch.ncon = 0  # wrong
batch.qvell = 0  # wrong
assert_type(batch.problems()[0].world, int)
batch.rollout(3, lambda batch, step: None, record=["qpos"], stop=kn.Status.BAD_QACC)

# editing
spec = kn.Spec("cart")
cart = spec.worldbody.add_body(name="cart", pos=(0, 0, 1))
box = cart.add_geom(type="box", size=[0.1, 0.1, 0.1], friction=1.0)
assert_type(box.friction, tuple[float, ...])
box.friction = (1, 0.1, 0.1)
assert_type(box.type, kn.GeomType)
box.type = "sphere"
box.frction = 1  # wrong
cart.add_geom(frction=1)  # wrong
cart.add_geom(size="small")  # wrong
slide = cart.add_joint(type="slide", range=(0, 1))
motor = spec.add_actuator("motor", joint=slide, gear=2)
assert_type(motor.gear, tuple[float, ...])
spec.add_actuator("moter", joint=slide)  # wrong
spec.add_sensor("jointpos", joint="slide")
spec.add_tendon("fixed").add_joint(slide, 2)
spec.add_tendon("fixed").add_site("tip")  # wrong
spec.default().geom.density = 500
spec.default().geom.denisty = 500  # wrong
spec.find("joint", "slide").armature = 0.1
spec.find("joint", "slide").armatur = 0.1  # wrong
spec.option.timestep = 1e-3
spec.option.timestp = 1e-3  # wrong
assert_type(spec.compile(), kn.Model)
frame = spec.attach(kn.Spec(), cart, prefix="a-")
frame.add_site(name="tip")
m, d = spec.recompile(m, d)
