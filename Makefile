PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
CORE := $(VENV)/core
SUITE := $(VENV)/suite
READY := $(VENV)/ready
SHOWS := $(VENV)/shows
# most of what is installed is never imported: what is, is compiled then
PIP := $(BIN)/python -m pip install --disable-pip-version-check --no-compile
# tests start Python some hundred times: what it has compiled is kept, whatever the caller's shell says
export PYTHONDONTWRITEBYTECODE :=

.PHONY: run test test-fast test-checked test-levels test-suite fuzz lint docs wheel bench parity precision clean

# on a desktop it ends with the studio in the browser, else with a picture and a replay in output/
run: $(SHOWS)
	$(BIN)/knuckle run --show

test: $(READY)
	$(BIN)/python -m pytest -n 2 --dist worksteal

# without sweeps over the reference and without long runs
test-fast: $(READY)
	$(BIN)/python -m pytest -n 2 --dist worksteal -m "not sweep"

# physics on the machine that checks every index; long runs and a sweep over ties with the reference would add nothing
test-checked: $(READY)
	KNUCKLE_MACHINE=checked $(BIN)/python -m pytest -n 2 --dist worksteal \
		tests/physics tests/identities tests/robustness \
		tests/test_callbacks.py tests/test_user_kernels.py \
		--deselect tests/identities/test_integrator_order.py --deselect tests/physics/collision/test_ties.py \
		--deselect tests/identities/test_contact_physics.py

# what depends on rounding and on lanes, for the plainest processor
test-levels: $(READY)
	$(BIN)/python tests/levels.py -n 2 --dist worksteal

# the control suite's tasks beside dm_control's own, on the MuJoCo that it needs
test-suite: $(READY) $(SUITE)/ready
	KNUCKLE_SUITE_ORACLE=$(SUITE)/bin/python $(BIN)/python -m pytest tests/envs/test_suite_parity.py

# new documents, damaged files and edits for as long as KNUCKLE_FUZZ_SECONDS says; `make test` tries a few, always the same
fuzz: $(READY)
	KNUCKLE_FUZZ_SECONDS=$${KNUCKLE_FUZZ_SECONDS:-600} $(BIN)/python -m pytest -n 2 --dist load tests/fuzz

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python docs/build.py --check

# the reference pages, the stubs, the short tables of the README; then pictures and all pages as HTML, in docs/_site
docs: $(READY)
	$(BIN)/python docs/build.py --site

# with compiled kernels for the common levels of processors: installed from it nothing is compiled
wheel: $(READY)
	$(BIN)/python packaging/wheel.py

bench: $(READY)
	$(BIN)/python benchmarks/smooth.py --write docs/performance.md
	$(BIN)/python benchmarks/batches.py
	$(BIN)/python docs/build.py

parity: $(READY)
	PYTHONPATH=tests $(BIN)/python -m parity --write docs/parity.md
	$(BIN)/python docs/build.py

# how far worlds in float32 go from those in float64
precision: $(READY)
	PYTHONPATH=tests $(BIN)/python -m support.precision --write docs/batch.md

# the engine alone: enough to compile kernels
$(CORE): pyproject.toml
	@echo "setting up Python and all packages that are needed; this takes a minute or two"
	$(PYTHON) -m venv $(VENV)
	$(PIP) --editable .
	touch $(CORE)

# dm_control is a source of models only: its own dependencies are not needed
$(READY): $(CORE)
	$(PIP) --editable ".[dev]"
	$(PIP) --no-deps dm_control
	touch $(READY) $(SHOWS)

# a Python of its own: dm_control needs another MuJoCo than the other tests, and little of what it asks for
$(SUITE)/ready: $(CORE)
	$(PYTHON) -m venv $(SUITE)
	$(SUITE)/bin/python -m pip install --disable-pip-version-check --no-compile 'mujoco==3.17.*' dm-env lxml scipy
	$(SUITE)/bin/python -m pip install --disable-pip-version-check --no-compile --no-deps dm_control
	touch $(SUITE)/ready

# what running and looking need
$(SHOWS): $(CORE)
	$(PIP) --editable ".[render,studio]"
	touch $(SHOWS)

clean:
	rm -rf $(VENV) .pytest_cache .ruff_cache .mypy_cache
