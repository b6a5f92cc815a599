"""`python -m knuckle` is the command `knuckle`."""

import sys

from knuckle.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
