"""Passes about poses: frames, orientations, scales, fused bodies."""
