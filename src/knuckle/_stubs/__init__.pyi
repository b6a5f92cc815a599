# Written by `python docs/build.py` from the tables of the package; a test keeps it true.

