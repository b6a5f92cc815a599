"""Knuckle beside MuJoCo on one model, stage by stage; the only room that imports mujoco."""
