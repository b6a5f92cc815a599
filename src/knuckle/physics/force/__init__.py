"""Smooth forces: bias, springs, dampers, gravity compensation, fluids; energy."""
