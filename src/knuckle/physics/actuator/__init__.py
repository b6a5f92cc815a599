"""Actuators: transmission, activation, force."""
