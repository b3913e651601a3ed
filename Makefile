# make run and make test do all the set-up; the rest is for those who change Hule.

VENV   ?= .venv
PYTHON ?= $(shell for p in python3.11 python3.12 python3.13 python3.14 python3; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && command -v $$p && break; done)
PORT   ?= 8501
BIN     = $(VENV)/bin
PYTEST  = $(BIN)/python -m pytest
QUICK   = not slow and not browser and not train

.PHONY: run test lint format types browser slow tiny-train pages ci clean

run: $(VENV)/.ready
	$(BIN)/hule app --port $(PORT)

test: $(VENV)/.ready-dev
	$(PYTEST) -n auto -m "$(QUICK)"

lint: $(VENV)/.ready-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

format: $(VENV)/.ready-dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

types: $(VENV)/.ready-dev
	$(BIN)/mypy

browser: $(VENV)/.ready-dev
	$(PYTEST) -m "browser and not train"

slow: $(VENV)/.ready-dev
	$(PYTEST) -n auto -m slow

tiny-train: $(VENV)/.ready-train
	$(PYTEST) -m train

pages: $(VENV)/.ready
	$(BIN)/python -m scoring.pages docs/variants

ci:
	.ci/run

clean:
	rm -rf $(VENV)

$(VENV)/bin/python:
	@test -n "$(PYTHON)" || { echo "Hule needs Python 3.11 or newer with venv: apt install python3 python3-venv" >&2; exit 1; }
	@echo "Making the environment $(VENV) with $(PYTHON) …"
	$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); exit 1; }

# A stamp for each set of dependencies; a change of pyproject.toml installs again.
$(VENV)/.ready: pyproject.toml scripts/opencv | $(VENV)/bin/python
	@echo "Installing what Hule needs; the first time this takes a minute or two …"
	$(BIN)/python -m pip install --quiet --editable .
	scripts/opencv $(BIN)/python
	@touch $@

$(VENV)/.ready-dev: $(VENV)/.ready
	$(BIN)/python -m pip install --quiet --editable '.[dev]'
	scripts/opencv $(BIN)/python
	@touch $@

$(VENV)/.ready-train: $(VENV)/.ready-dev
	$(BIN)/python -m pip install --quiet --editable '.[dev,train]'
	scripts/opencv $(BIN)/python
	@touch $@
