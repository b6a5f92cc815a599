"""The discrete integrator: the step as the solution of one implicit equation, together with the constraints."""
