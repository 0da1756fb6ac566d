# `make play` and `make test` do everything on a fresh machine with Python 3.11 or newer.
PYTHON ?= python3
BIN := .venv/bin
GAME ?=
LISTS := compiled.txt $(wildcard src/harena/games/*/compiled.txt)
COMPILED := $(addprefix src/,$(shell grep -v '^\#' compiled.txt)) \
	$(foreach list,$(wildcard src/harena/games/*/compiled.txt),$(addprefix $(dir $(list)),$(shell grep -v '^\#' $(list))))

.PHONY: play play-terminal browser test test-install test-examples strength balance puzzles soak soak-server fuzz rl-suites attacked bench golden playthroughs rulebooks features screenshots docs clean

# A server on this machine, and a browser where there is one; GAME=dawn_raid begins that game at once.
play: .venv/built .venv/web
	$(BIN)/harena serve $(GAME)

play-terminal: .venv/built
	$(BIN)/harena play $(or $(GAME),dawn_raid)

# Compiling keeps one core busy: meanwhile another installs what the tests need.
test: browser
	@$(MAKE) --no-print-directory --jobs=2 .venv/built .venv/testing
	$(BIN)/python -m pytest -n auto

# Packs Harena up, compiles what was packed, and tries it with its extras in environments with nothing else in them.
test-install: .venv/built .venv/testing
	HARENA_TEST_INSTALL=1 $(BIN)/python -m pytest tests/test_install.py

# Learns two games for five minutes each with the example of PPO, and holds it against random play; brings torch.
test-examples: .venv/built .venv/testing .venv/examples
	HARENA_TEST_EXAMPLES=1 $(BIN)/python -m pytest -s tests/examples

# Plays bots against each other for some minutes, and prints how often the stronger wins.
strength: .venv/built .venv/testing
	HARENA_STRENGTH=1 $(BIN)/python -m pytest -s tests/bots/test_strength.py

# Plays the standard packs by each game's own bars for some minutes: who wins how often, and is it even?
balance: .venv/built .venv/testing
	HARENA_BALANCE=1 $(BIN)/python -m pytest -s tests/lab/test_balance_bars.py

# Searches every stored puzzle anew for some minutes, with other dice: is its solution still the best choice?
puzzles: .venv/built .venv/testing
	HARENA_PUZZLES=1 $(BIN)/python -m pytest tests/contract/test_puzzles.py

# Plays 200,000 games, and many on one and on two cores, for some minutes: memory stays, speed doubles.
soak: .venv/built .venv/testing
	HARENA_SOAK=1 $(BIN)/python -m pytest -s tests/lab/test_soak.py

# Kills servers so many times while they are played on, and looks for leaks everywhere.
KILLS ?= 1000
SECONDS ?= 600
soak-server: .venv/built .venv/testing
	HARENA_SERVER_KILLS=$(KILLS) HARENA_SERVER_SOAK=1 $(BIN)/python -m pytest -s tests/server/test_killed.py tests/server/test_leaks.py

# Random requests and frames for so many seconds: never a fault, never a traceback.
fuzz: .venv/built .venv/testing
	HARENA_FUZZ=$(SECONDS) $(BIN)/python -m pytest -s tests/server/test_fuzz.py

# The suites of PettingZoo, Gymnasium and OpenSpiel, far into every variant of every game, and what is promised of
# rows and of positions that travel, at every decision of many games: an hour.
rl-suites: .venv/built .venv/testing
	HARENA_RL_SUITES=1 $(BIN)/python -m pytest tests/rl tests/contract/test_features.py tests/contract/test_travel.py

# What a player feels while somebody attacks a real server, one point after the other, and whether the bar is passed.
attacked: .venv/built
	$(BIN)/python bench/attacked.py

bench: .venv/built
	$(BIN)/harena bench

# Writes the golden records anew: only after a change of rules that is meant, with a new rules_version.
golden: .venv/built .venv/testing
	PYTHONPATH=tests $(BIN)/python -m golden.make

# Writes OpenSpiel's playthroughs anew: only after a change of rules or views that is meant.
playthroughs: .venv/built .venv/testing
	PYTHONPATH=tests $(BIN)/python -m rl.playthroughs

# Writes the indexes of cards and fighters in the rulebooks, and their pictures, from the packs.
rulebooks: .venv/built
	$(BIN)/python docs/make_rulebooks.py

# Writes what a seat sees as numbers, in every game, into docs/features.md.
features: .venv/built
	$(BIN)/python docs/make_features.py

# Takes the pictures of the site for README and docs, in a real browser.
screenshots: .venv/built .venv/testing browser
	$(BIN)/python docs/make_screenshots.py

# The docs as a site with search, the rulebooks in it; every link is checked.
docs: .venv/built .venv/docs
	$(BIN)/python docs/make_site.py

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
.venv/built: .venv/tools setup.py $(LISTS) $(COMPILED)
	@echo "Compiling Harena."
	@$(BIN)/python -m pip install --verbose --no-build-isolation --no-deps --editable . >$(BUILD_LOG) 2>&1 \
		|| { tail -n 40 $(BUILD_LOG); echo "Harena could not be installed; all of it is in $(BUILD_LOG)."; exit 1; }
	@$(BIN)/harena --version
	@grep -o "harena: installing as plain Python.*" $(BUILD_LOG) | sort -u \
		| sed "s|$$| (more in $(BUILD_LOG); to try again: rm .venv/built)|"
	@touch $@

# Reading the tests once, while Harena is still being compiled, spares each of their processes that work.
.venv/testing: .venv/tools
	@$(BIN)/python -m pip install --quiet $$($(BIN)/python needs.py test)
	@PYTHONPATH=src $(BIN)/python -m pytest --collect-only --quiet >/dev/null 2>&1 || true
	@touch $@

.venv/web: .venv/tools
	@$(BIN)/python -m pip install --quiet $$($(BIN)/python needs.py web)
	@touch $@

.venv/examples: .venv/tools
	@$(BIN)/python -m pip install --quiet $$($(BIN)/python needs.py examples)
	@touch $@

.venv/docs: .venv/tools
	@$(BIN)/python -m pip install --quiet $$($(BIN)/python needs.py docs)
	@touch $@

# The pages are tested in the system's Chromium, which is installed where it is missing and may be.
browser:
	@for name in chromium-headless-shell chromium chromium-browser google-chrome; do command -v $$name >/dev/null && exit 0; done; \
	if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; \
	then echo "Installing Chromium for the tests."; apt-get update -qq && apt-get install -y -qq chromium >/dev/null; \
	else echo "Tests in a browser are skipped: they need Chromium, for example from the package chromium."; fi

clean:
	rm -rf .venv build .mypy_cache .ruff_cache .pytest_cache .hypothesis src/*.egg-info
	find src -name '*.so' -delete
