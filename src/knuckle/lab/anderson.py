"""Anderson's acceleration of a fixed point x = g(x): the next x from the last few, so that their errors cancel."""

import numpy as np

DEPTH = 6


class Anderson:
    """Keeps the last iterates; forgets them where an error grows: what they told of the way is not true any more."""

    def __init__(self, depth: int = DEPTH):
        self.depth = depth
        self.images: list[np.ndarray] = []
        self.errors: list[np.ndarray] = []

    def mix(self, x: np.ndarray, image: np.ndarray) -> np.ndarray:
        """The next x, from x and g(x): the combination of images, weights adding to 1, whose errors cancel best."""
        error = image - x
        if self.errors and np.linalg.norm(error) > np.linalg.norm(self.errors[-1]):
            self.images.clear()
            self.errors.clear()
        self.images.append(image)
        self.errors.append(error)
        del self.images[: -self.depth], self.errors[: -self.depth]
        if len(self.errors) == 1:
            return image
        steps = np.diff(np.array(self.errors), axis=0).T
        weights = np.linalg.lstsq(steps, error, rcond=1e-12)[0]
        return image - np.diff(np.array(self.images), axis=0).T @ weights
