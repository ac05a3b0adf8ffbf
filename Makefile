# `make play` and `make test` do everything from a fresh clone: Python 3.11 or newer is all they need.
SHELL := /bin/bash
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
JOBS ?= 2

.PHONY: play test lint rules-test bench docs clean

play: $(VENV)/.play
	@$(BIN)/quartett play calavera --against medium $(ARGS) || [ $$? -eq 130 ]  # 130: you left

test: $(VENV)/.test lint
	$(BIN)/pytest -n $(JOBS) $(ARGS)

rules-test: $(VENV)/.test
	$(BIN)/pytest -q tests/rules $(ARGS)

lint: $(VENV)/.test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: $(VENV)/.test
	$(BIN)/python -m benchmarks $(ARGS)

docs: $(VENV)/.docs
	$(BIN)/python tools/pictures.py
	$(BIN)/python tools/cubus_pictures.py
	$(BIN)/mkdocs build --strict --quiet
	@echo "The documentation is in site/index.html"

clean:
	rm -rf $(VENV) site dist .mypy_cache .pytest_cache .ruff_cache .hypothesis

$(VENV)/.venv:
	@command -v $(PYTHON) >/dev/null || { echo "Quartett needs Python 3.11 or newer; there is no '$(PYTHON)' here. Name yours: make PYTHON=python3.12"; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Quartett needs Python 3.11 or newer; '$(PYTHON)' is $$($(PYTHON) --version). Name another: make PYTHON=python3.12"; exit 1; }
	@$(PYTHON) -m venv $(VENV) || { echo "Python's venv module is missing (on Debian: apt install python3-venv)"; exit 1; }
	@touch $@

$(VENV)/.play: $(VENV)/.venv pyproject.toml
	@echo "Installing Quartett into $(VENV) …"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

$(VENV)/.test: $(VENV)/.play tests/outside/pyproject.toml
	@echo "Installing what the tests need …"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[test]' --editable tests/outside
	@touch $@

$(VENV)/.docs: $(VENV)/.play
	@echo "Installing what the documentation needs …"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[docs]'
	@touch $@
