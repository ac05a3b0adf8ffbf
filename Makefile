# `make play` and `make test` do everything from a fresh clone, on a machine with Python 3.11 or
# newer, Node 20 (or none: it then comes as a Python package) and make.
SHELL := /bin/bash
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
JOBS ?= 2

# Without compiled files every process would compile the library again.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: play quick test suite soak soak-kills soak-frames soak-requests soak-play soak-leaks soak-twins lint types style page page-test chromium rules-test quick-tests bench load diagram docs pictures site dependencies release-check clean

play: $(VENV)/.play page
	@$(BIN)/quartett serve --browser $(ARGS) || [ $$? -eq 130 ]  # 130: Ctrl-C

# While one works: style and types, the rules, what must be complete, the page's units, one game
# over the socket and one in a browser. Two jobs at a time.
quick: $(VENV)/.test chromium
	@$(MAKE) --no-print-directory -j $(JOBS) --output-sync=target types quick-tests page-test style

QUICK := tests/rules tests/core tests/tables tests/architecture tests/completeness \
  --ignore=tests/core/test_kernels.py --ignore=tests/core/test_conform.py --ignore=tests/core/test_parts.py \
  tests/server/socket/test_protocol.py::test_the_count_never_breaks_and_ones_own_entry_has_its_command \
  'tests/browser/games/test_games.py::test_whole_game[calavera]'

quick-tests: $(VENV)/.test page
	$(BIN)/pytest -q $(QUICK) $(ARGS)

# Everything; types and the page's own tests run beside the rest, since each of them keeps one core
# busy at most.
test: style page chromium
	@$(MAKE) --no-print-directory -j 3 suite types page-test

# tests/conftest.py puts the longest files first. Two processes more than cores: tests of servers and
# browsers spend a third of their time waiting.
suite: $(VENV)/.test
	$(BIN)/pytest -n $$(($(JOBS) + 2)) --dist loadfile --no-loadscope-reorder $(ARGS)

# What gets better with more of it, for a night; each prints its figures.
soak: soak-kills soak-frames soak-requests soak-play soak-leaks soak-twins

# Long tests are meant to be long here.
SOAK := $(BIN)/pytest -q -s -n 0 -p no:cacheprovider -o faulthandler_timeout=0

# 300 kills on each database.
soak-kills: $(VENV)/.test
	QUARTETT_KILLS=$${KILLS:-300} $(SOAK) tests/server/resilience/test_kill.py $(ARGS)

soak-frames: $(VENV)/.test
	QUARTETT_FUZZ_FRAMES=$${FRAMES:-200000} $(SOAK) tests/server/resilience/test_fuzz.py -k frames $(ARGS)

soak-requests: $(VENV)/.test
	QUARTETT_FUZZ_REQUESTS=$${REQUESTS:-50000} QUARTETT_FUZZ_EXAMPLES=600 $(SOAK) tests/server/resilience/test_fuzz.py -k rest $(ARGS)

# Half an hour of people, bots and visitors; memory must stay flat.
soak-play: $(VENV)/.test
	QUARTETT_SOAK_SECONDS=$${SOAK_SECONDS:-1800} $(SOAK) tests/server/resilience/test_soak.py $(ARGS)

soak-leaks: $(VENV)/.test
	QUARTETT_LEAK_GAMES=1000 $(SOAK) tests/server/resilience/test_leaks.py $(ARGS)

# Compiled games, every step of which the engine plays again.
soak-twins: $(VENV)/.test
	QUARTETT_TWIN_GAMES=$${TWINS:-500} $(SOAK) tests/games/calavera/test_jax.py tests/games/calcory/test_jax.py $(ARGS)

# The page is built when its sources have changed.
page: $(VENV)/.play
	@$(BIN)/python web/build.py --install

page-test: page
	@$(BIN)/python web/build.py --install --test

# Any will do; one without windows takes a sixth less of the processor.
chromium:
	@command -v chromium-headless-shell chromium chromium-browser google-chrome >/dev/null || { \
	  echo "The browser tests need Chromium."; \
	  if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	    echo "Installing Debian's …"; apt-get update -qq && apt-get install -y -qq chromium-headless-shell fonts-liberation >/dev/null; \
	  else echo "Install it first (on Debian: apt install chromium-headless-shell fonts-liberation)"; exit 1; fi; }

rules-test: $(VENV)/.test
	$(BIN)/pytest -q tests/rules $(ARGS)

lint: style types

style: $(VENV)/.test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/.test
	$(BIN)/mypy

bench: $(VENV)/.bench
	$(BIN)/python -m benchmarks $(ARGS)

# Several processes on one PostgreSQL behind a proxy: one is killed, one restarted, the database
# restarted. LOAD_PROCESSES=1,2,4 LOAD_TABLES=200 LOAD_SECONDS=20 are the defaults.
load: $(VENV)/.bench
	$(BIN)/python -m benchmarks cluster

# The README's pictures, from real games in a real browser.
pictures: $(VENV)/.test page chromium
	$(BIN)/python -m tests.browser.pictures

# The diagrams of the layers, from the imports; a test fails when they are stale.
diagram: $(VENV)/.venv
	$(BIN)/python -m tools.architecture --draw

docs: $(VENV)/.docs diagram
	$(BIN)/python tools/pictures.py
	$(BIN)/python tools/cubus_pictures.py
	$(BIN)/python -m tools.rulebook
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet
	@echo "The documentation is in site/index.html"

# Exact versions and licences of what a server installs.
dependencies: $(VENV)/.test page
	$(BIN)/python -m tools.dependencies

# The page for a static host, without a server: in build/site, or where SITE says.
SITE ?= build/site
site: page
	@$(BIN)/quartett site $(SITE)

# What a release needs, with a line for each check: tools/release_check. Some minutes: it builds the page too.
release-check: $(VENV)/.test
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check build
	$(BIN)/python -m tools.release_check

clean:
	rm -rf $(VENV) build web/dist web/.cache web/.svelte-check web/node_modules site dist .mypy_cache .pytest_cache .ruff_cache .hypothesis

$(VENV)/.venv:
	@command -v $(PYTHON) >/dev/null || { echo "Quartett needs Python 3.11 or newer; there is no '$(PYTHON)' here. Name yours: make PYTHON=python3.12"; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Quartett needs Python 3.11 or newer; '$(PYTHON)' is $$($(PYTHON) --version). Name another: make PYTHON=python3.12"; exit 1; }
	@$(PYTHON) -m venv $(VENV) || { echo "Python's venv module is missing (on Debian: apt install python3-venv)"; exit 1; }
	@touch $@

$(VENV)/.play: $(VENV)/.venv pyproject.toml src/quartett/core/distribution.py
	@echo "Installing Quartett into $(VENV) …"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[server,fast]'
	@touch $@

$(VENV)/.test: $(VENV)/.play tests/outside/pyproject.toml examples/goofspiel/pyproject.toml
	@echo "Installing what the tests need …"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[test]' --editable tests/outside --editable examples/goofspiel
	@touch $@

$(VENV)/.bench: $(VENV)/.test
	@echo "Installing the peers to measure beside …"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[bench]'
	@touch $@

$(VENV)/.docs: $(VENV)/.play
	@echo "Installing what the documentation needs …"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[docs]'
	@touch $@
