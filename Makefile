# `make play` and `make test` are all a newcomer needs; both begin by installing everything pinned into .venv.
PYTHON ?= python3
BIN := .venv/bin
READY := .venv/.ready
NPM := $(BIN)/python hatch_build.py
JOBS ?= 2
# Many tests wait, for a server to start or a browser to draw: one more at a time than there are processors.
TESTERS ?= 3
SOAK_MINUTES ?= 60
GAMES := $(patsubst src/atoll/games/%/__init__.py,%,$(wildcard src/atoll/games/*/__init__.py))
GAME_TESTS := $(GAMES:%=tests/%)

# Whoever keeps Python from writing what it compiled would wait for it in every process that a test starts.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: play test check static web wheel browser lint types docs pictures tests bounds interpreted soak lock clean

# Opens the table to browsers; `.venv/bin/atoll play reef` is the table in a terminal.
play: web
	$(BIN)/atoll serve

test: static tests bounds interpreted

# The loop of somebody who works on Atoll: everything but what is marked slow.
check: static web
	$(NPM) test
	HURRY=4 $(BIN)/pytest -q -n $(TESTERS) -m "not slow"

# Builds the client if its sources have changed; Node.js and npm come with the Python packages.
web: $(READY)
	$(BIN)/python hatch_build.py

# What people install, in dist/: a wheel and an sdist, both with the built client, so that neither needs Node.js.
wheel: web
	$(BIN)/hatchling build

# The browser that the client is tested in: the system's, or one of our own.
browser: $(READY)
	command -v chromium || command -v google-chrome || \
	if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		apt-get update --quiet && DEBIAN_FRONTEND=noninteractive apt-get install --quiet --yes chromium; \
	else \
		$(BIN)/playwright install chromium; \
	fi

# What is judged without running it: each keeps one processor busy.
static: $(READY)
	$(MAKE) --jobs=$(JOBS) lint types docs

lint: $(READY)
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/lint-imports
	$(NPM) run check

types: $(READY)
	$(BIN)/mypy

# The documentation as a site: open build/site/index.html. A broken link, a missing anchor or a page outside the navigation
# fails; so never --quiet, which hides warnings from --strict. `make pictures` takes its pictures of the screens anew.
docs: $(READY)
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict

pictures: web browser
	cd tests && ../$(BIN)/python -m docs.pictures && ../$(BIN)/python -m docs.previews

tests: web browser
	$(MAKE) --jobs $(GAMES:%=warm-%)
	$(NPM) test
	HYPOTHESIS_PROFILE=thorough $(BIN)/pytest -q -n $(TESTERS)

# Compiled code checks no array bounds by default: the rules run once more with the checks on, in a cache of their own.
bounds: $(READY)
	NUMBA_BOUNDSCHECK=1 $(MAKE) --jobs WARM=--rules $(GAMES:%=warm-%)
	NUMBA_BOUNDSCHECK=1 $(BIN)/pytest -q -n $(JOBS) -m "not slow" --ignore-glob='*_heuristic.py' tests/conformance $(GAME_TESTS)

# Compiling takes one processor a game, and one game longer than another: all at once.
warm-%: $(READY)
	$(BIN)/atoll warm $(WARM) $*

# The same rules as plain Python: whole games and every rule must come out the same.
interpreted: $(READY)
	NUMBA_DISABLE_JIT=1 $(BIN)/pytest -q -n $(JOBS) tests/conformance/test_golden.py $(wildcard $(GAME_TESTS:=/test_*_rules.py))

# The bots with the checks of array bounds, which take minutes to compile; then the server is killed again and again, half of
# the time on SQLite and half on PostgreSQL.
soak: $(READY)
	NUMBA_BOUNDSCHECK=1 $(BIN)/pytest -q tests/bots/test_heuristics.py $(wildcard $(GAME_TESTS:=/test_*_heuristic.py))
	$(BIN)/atoll warm
	SOAK_MINUTES=$(SOAK_MINUTES) $(BIN)/pytest -q tests/faults/test_kill.py

$(READY): requirements.lock pyproject.toml
	if command -v uv >/dev/null; then \
		uv venv --quiet --allow-existing --python $(PYTHON) .venv && \
		uv pip sync --quiet --python $(BIN)/python --require-hashes requirements.lock && \
		uv pip install --quiet --python $(BIN)/python --no-deps --no-build-isolation --editable .; \
	else \
		$(PYTHON) -m venv .venv && \
		$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock && \
		$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .; \
	fi
	touch $@

# Pins everything anew, for every platform and Python; needs uv.
lock:
	uv pip compile --quiet --universal --generate-hashes --no-header --no-annotate --extra dev --upgrade pyproject.toml --output-file requirements.lock

clean:
	rm -rf .venv build dist web/node_modules src/atoll/server/static
