# `make play` and `make test` do everything on a fresh machine with Python 3.11 or newer.
PYTHON ?= python3
BIN := .venv/bin
GAME ?= dawn_raid
COMPILED := $(addprefix src/,$(shell grep -v '^\#' compiled.txt))

.PHONY: play test test-install bench golden rulebooks clean

play: .venv/built
	$(BIN)/harena play $(GAME)

test: .venv/built .venv/testing
	$(BIN)/python -m pytest -n auto

# Packs Harena up, builds and installs what was packed elsewhere, compiled, and plays a game there.
test-install: .venv/built .venv/testing
	HARENA_TEST_INSTALL=1 $(BIN)/python -m pytest tests/test_install.py

bench: .venv/built
	$(BIN)/harena bench

# Writes the golden records anew: only after a change of rules that is meant, with a new rules_version.
golden: .venv/built .venv/testing
	PYTHONPATH=tests $(BIN)/python -m golden.make

# Writes the indexes of cards and fighters in the rulebooks, and their pictures, from the packs.
rulebooks: .venv/built
	$(BIN)/python docs/make_rulebooks.py

.venv/tools: pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit("Harena needs Python 3.11 or newer.") if sys.version_info < (3, 11) else None'
	@echo "Setting up .venv; the first time takes a minute."
	@$(PYTHON) -m venv .venv
	@$(BIN)/python -m pip install --quiet --upgrade pip
	@$(BIN)/python -m pip install --quiet $$($(BIN)/python needs.py build)
	@touch $@

# Compiled modules are built in place, beside their source; without a C compiler this installs plain Python,
# and says why: pip keeps what a build says to itself, unless asked.
BUILD_LOG := .venv/build.log
.venv/built: .venv/tools setup.py compiled.txt $(COMPILED)
	@echo "Compiling Harena."
	@$(BIN)/python -m pip install --verbose --no-build-isolation --editable . >$(BUILD_LOG) 2>&1 \
		|| { tail -n 40 $(BUILD_LOG); echo "Harena could not be installed; all of it is in $(BUILD_LOG)."; exit 1; }
	@$(BIN)/harena --version
	@grep -o "harena: installing as plain Python.*" $(BUILD_LOG) | sort -u \
		| sed "s|$$| (more in $(BUILD_LOG); to try again: rm .venv/built)|"
	@touch $@

.venv/testing: .venv/tools
	@$(BIN)/python -m pip install --quiet $$($(BIN)/python needs.py test)
	@touch $@

clean:
	rm -rf .venv build .mypy_cache .ruff_cache .pytest_cache .hypothesis src/*.egg-info
	find src -name '*.so' -delete
