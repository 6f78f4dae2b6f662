# `make play` and `make test` are all a newcomer needs; both first install the pinned packages into .venv. `make help` lists the rest.
PYTHON ?= python3
BIN := .venv/$(if $(filter Windows_NT,$(OS)),Scripts,bin)
READY := .venv/.ready
NPM := $(BIN)/python hatch_build.py
JOBS ?= 2
# Many tests wait for a server or a browser, so one more runs at a time than there are processors.
TESTERS ?= 3
# Some tests take a minute: idle workers take over the tests that others have not begun.
PYTEST := $(BIN)/pytest -q --dist worksteal
SOAK_MINUTES ?= 60
UPGRADE ?= --upgrade
GAMES := $(patsubst src/atoll/games/%/__init__.py,%,$(wildcard src/atoll/games/*/__init__.py))
GAME_TESTS := $(GAMES:%=tests/%)

# With it set, every process that a test starts would compile Atoll's modules again.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: play test check help install static lint types docs workflows web wheel release tag browser pictures tests coverage bounds interpreted soak lock warm clean

# Serve tables to browsers; `.venv/bin/atoll play reef` is the same game in a terminal.
play: web
	$(BIN)/atoll serve

# Everything that must hold: static checks, all tests, array bounds, interpreted rules.
test: static tests bounds interpreted

# The daily loop: static checks and every test that is not marked slow.
check: static web warm
	$(NPM) test
	SAMPLE_EVERY=4 $(PYTEST) -n $(TESTERS) -m "not slow"

# List these targets.
help:
	@awk '/^# /{if(!text)text=substr($$0,3);next} /^[a-z]+:/{if(text)printf "%-12s %s\n",substr($$1,1,index($$1,":")-1),text} {text=""}' Makefile

# Install the pinned packages into .venv.
install: $(READY)

# Lint, types and documentation, side by side.
static: $(READY)
	$(MAKE) --jobs=$(JOBS) lint types docs

# Format, lint, spelling, import layers, workflows; types and lint of the client.
lint: $(READY) workflows
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/codespell
	$(BIN)/lint-imports
	$(NPM) run check
	$(NPM) run lint

# Type-check all Python code.
types: $(READY)
	$(BIN)/mypy

# Build the documentation into build/site; any warning is an error.
# Never --quiet: it hides from --strict a broken link, a missing anchor or a page outside the navigation.
docs: $(READY)
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict

# Lint the workflows in .github.
workflows: $(READY)
	$(BIN)/zizmor --quiet --offline --no-progress --strict-collection .github

# Build the client if its sources have changed; Node.js and npm come with the Python packages.
web: $(READY)
	$(BIN)/python hatch_build.py

# Build a wheel and an sdist into dist/, both with the built client, so that neither needs Node.js.
wheel: web
	$(BIN)/hatchling build

# Tag this commit as a release, if version, changelog, branch and tree are ready for it.
release: $(READY)
	$(BIN)/python tools/release.py

# Fail unless TAG is the tag of this version, such as v0.1.0.
tag: $(READY)
	test "$(TAG)" = "v$$($(BIN)/hatchling version)"

# Find a browser to test the client in, or install Chromium.
browser: $(READY)
	command -v chromium || command -v google-chrome || \
	if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		apt-get update --quiet && DEBIAN_FRONTEND=noninteractive apt-get install --quiet --yes chromium; \
	else \
		$(BIN)/playwright install chromium; \
	fi

# Take the documentation's pictures again, from a real server in a real browser; needs img2webp (Debian's package webp).
pictures: web browser
	cd tests && for part in pictures film previews; do PYTHONPATH=.. ../$(BIN)/python -m docs.$$part || exit 1; done

# All tests, compiled; fails if they cover too few lines.
tests: web browser warm
	$(NPM) test
	HYPOTHESIS_PROFILE=thorough $(PYTEST) -n $(TESTERS) --cov --cov-report=term:skip-covered

# Measure which lines the quick tests cover; build/coverage/html shows them.
coverage: web
	SAMPLE_EVERY=4 $(PYTEST) -n $(TESTERS) -m "not slow" --cov --cov-report=html:build/coverage/html

# The rules' tests with array bounds checked.
# Compiled code does not check them by default; with the checks on it has a cache of its own.
bounds: $(READY)
	NUMBA_BOUNDSCHECK=1 $(MAKE) WARM=--rules warm
	NUMBA_BOUNDSCHECK=1 $(BIN)/pytest -q -n $(JOBS) -m "not slow" --ignore-glob='*_heuristic.py' src/atoll/testing tests/conformance $(GAME_TESTS)

# Compile the rules and bots of every game ahead of time, all games at once.
warm: $(READY)
	$(MAKE) --jobs $(GAMES:%=warm-%)

warm-%: $(READY)
	$(BIN)/atoll warm $(WARM) $*

# The rules' tests and the golden games, as plain Python.
interpreted: $(READY)
	NUMBA_DISABLE_JIT=1 $(BIN)/pytest -q -n $(JOBS) tests/conformance/test_golden.py $(wildcard $(GAME_TESTS:=/test_*_rules.py))

# Test the bots with array bounds checked, then kill the server again and again for SOAK_MINUTES.
# Half of that time it runs on SQLite, half on PostgreSQL. Compiling the bots with the checks takes minutes.
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

# Pin the newest version of every dependency, for every platform and Python; needs uv.
# After adding one dependency run it with UPGRADE= (empty): the other pins stay.
lock:
	uv pip compile --quiet --universal --generate-hashes --no-header --no-annotate --extra dev $(UPGRADE) pyproject.toml --output-file requirements.lock

# Remove .venv and everything that was built.
clean:
	rm -rf .venv build dist web/node_modules src/atoll/server/static
