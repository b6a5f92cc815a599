"""How a batch tells compiled code where the rows of its worlds are: a plan, an array of int64.

A world's fields are rows (world, element), which users see. Compiled code works on a group of lanes in a workspace
(element, lane). A plan says which world is in which lane, and what is copied before the steps of a group and after
them: a header of HEADER words, then one copy of COPY words for each field, those to load before those to store.

In a rollout another plan, the course, tells what is loaded before each step and stored after it. Its rows have an
element behind the world for each step, of as many numbers as the field.
"""

# words of the header
TABLE = 0  # address of the workspace's table
WORLDS = 1  # address of the chosen worlds' numbers, int64, in the order of lanes
CHOSEN = 2  # how many there are: the last group may have lanes without a world
LOADS = 3  # fields that are copied from rows to the workspace
STORES = 4  # fields that are copied back
STATUS = 5  # address of the status words of all worlds, int32
FREEZES = 6  # 1 where a world that has diverged stays as it is
COURSE = 7  # address of the course; 0 where there is none
START = 8  # the number that the first step of a call has in the course
LOADED = 9  # 1 where what the course has for that step was loaded in a call that stopped
LANES = 10  # the worlds that the lanes hold, written by compiled code
MOST_LANES = 16
BEFORE = LANES + MOST_LANES  # status words of the lanes before the step, 4 bytes each, written by compiled code
HEADER = BEFORE + MOST_LANES // 2

# words of a copy
ROW = 0  # address of the row of world 0
STRIDE = 1  # bytes from one world's row to the next
PLACE = 2  # address of the field in the workspace
LENGTH = 3  # elements of a row
BYTES = 4  # of an element: 8, 4 or 1, or ROUNDED
COUNT = 5  # address, in the workspace, of the number of rows in use; 0 where all are
COUNT_BYTES = 6  # of such a number: 8 or 4
UNIT = 7  # elements to each of them
COPY = 8

ROUNDED = 84  # in BYTES: reals of 8 bytes in rows, and of 4 in the workspace; they are only loaded
