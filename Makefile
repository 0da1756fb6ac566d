# `make play` and `make test` do everything on a fresh machine with Python 3.11 or newer.
PYTHON ?= python3
BIN := .venv/bin
COMPILED := $(addprefix src/,$(shell grep -v '^\#' compiled.txt))

.PHONY: play test bench golden clean

play: .venv/built
	$(BIN)/harena play dawn_raid

test: .venv/built .venv/testing
	$(BIN)/python -m pytest -n auto

bench: .venv/built
	$(BIN)/harena bench

# Writes the golden records anew: only after a change of rules that is meant, with a new rules_version.
golden: .venv/built .venv/testing
	PYTHONPATH=tests $(BIN)/python -m golden.make

.venv/tools: pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit("Harena needs Python 3.11 or newer.") if sys.version_info < (3, 11) else None'
	@echo "Setting up .venv; the first time takes a minute."
	@$(PYTHON) -m venv .venv
	@$(BIN)/python -m pip install --quiet --upgrade pip
	@$(BIN)/python -m pip install --quiet $$($(BIN)/python needs.py build)
	@touch $@

# Compiled modules are built in place, beside their source; without a C compiler this installs plain Python.
.venv/built: .venv/tools setup.py compiled.txt $(COMPILED)
	@echo "Compiling Harena."
	@$(BIN)/python -m pip install --quiet --no-build-isolation --editable .
	@$(BIN)/harena --version
	@touch $@

.venv/testing: .venv/tools
	@$(BIN)/python -m pip install --quiet $$($(BIN)/python needs.py test)
	@touch $@

clean:
	rm -rf .venv build .mypy_cache .ruff_cache .pytest_cache .hypothesis src/*.egg-info
	find src -name '*.so' -delete
