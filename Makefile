# Every target sets up what it needs in .venv first; Python 3.11+ and make are enough.
# PYTHON=... picks the interpreter for a new .venv; ARGS=... is passed on to the program.

BIN := .venv/bin
RUN := .venv/ready-to-run
DEV := .venv/ready-to-test
LOCK := uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --no-emit-find-links --custom-compile-command "make lock"

# Coverage floors in percent, branches included. They only rise. The second one leaves room for machines
# without PostgreSQL and Chromium.
CARDS_FLOOR := 97
HOST_FLOOR := 85

# Python imports a compiled module before its source, so whatever is outdated goes first.
$(shell sh .ci/remove-outdated)

# Many containers tell Python to keep no bytecode. Then each of the many processes that a test run starts
# compiles the sources again, more than a second of processor time each.
export PYTHONDONTWRITEBYTECODE :=

# Many tests wait, for a process or a screen: three more test processes than there are processors. A file stays with
# one process, so that what its tests share is made once.
WORKERS := $(shell echo $$(($$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1) + 3)))
PARALLEL := -n $(WORKERS) --dist loadfile --no-loadscope-reorder

.DEFAULT_GOAL := help
.PHONY: help demo run fast check test checks format lint contracts mypy pyright changed pytest fix messages pictures gallery bench soak lock clean

help: ## show this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' Makefile

demo: $(RUN) ## play in the browser against computer players, no Discord needed
	@$(BIN)/kickdoor demo $(ARGS)

run: $(RUN) ## start the bot on Discord (settings from the environment or .env)
	@$(BIN)/kickdoor run $(ARGS)

fast: $(DEV) ## compile rules and screens in place: computers think three times as fast (needs a C compiler, some minutes)
	@KICKDOOR_COMPILE=1 $(BIN)/python setup.py -q build_ext --inplace || \
		{ echo "The rules could not be compiled; a C compiler and Python's headers are needed." >&2; exit 1; }

check: $(DEV) ## format, lint, contracts, types and the tests of what has changed, in a minute
	@$(MAKE) --no-print-directory format lint contracts
	@$(MAKE) --no-print-directory -k -j2 changed pyright mypy

# Two lanes keep two cores busy: the checks of the source, and the tests. -k: one failing check does not hide
# what the others found.
test: $(DEV) ## format, lint, import contracts, types and tests: what CI runs
	@$(MAKE) --no-print-directory -k -j2 pytest checks

checks: $(DEV)
	@MAKEFLAGS= $(MAKE) --no-print-directory -k format lint contracts mypy pyright

format: $(DEV)
	@$(BIN)/ruff format --check .

lint: $(DEV)
	@$(BIN)/ruff check .

contracts: $(DEV)
	@$(BIN)/lint-imports --no-logo

mypy: $(DEV)
	@$(BIN)/mypy

pyright: $(DEV)
	@PYRIGHT_PYTHON_IGNORE_WARNINGS=1 $(BIN)/pyright --pythonpath $(BIN)/python

changed: $(DEV)
	@$(BIN)/python -m tests.changed $(ARGS)

# The first line makes the bytecode of the source, which all processes that the tests start would otherwise make
# at the same time.
pytest: $(DEV)
	@mkdir -p build
	@$(BIN)/python -m compileall -q bot cogs cards
	@$(BIN)/python -m slipcover --json --out build/coverage.json -m pytest $(PARALLEL) $(ARGS)
	@$(BIN)/python -m tests.coverage_floors build/coverage.json $(CARDS_FLOOR) $(HOST_FLOOR)

fix: $(DEV) ## repair what the formatter and the linter can repair, and renew the generated lists
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .
	@$(BIN)/kickdoor packs words > docs/card-reference.md
	@$(BIN)/python -m cards.scenario_reference docs/scenario-words.md
	@$(BIN)/python -m tests.faults.page docs/faults.md

messages: $(DEV) ## collect all sentences for translators, and say what each language still lacks
	@$(BIN)/python -m tests.languages.messages

pictures: $(DEV) ## take the pictures of the README again (needs Chromium); look at them before you commit
	@$(BIN)/python -m tests.e2e.pictures
	@$(BIN)/python -m tests.e2e.moving_picture

gallery: $(DEV) ## draw typical and worst moments of all games into build/gallery (needs Chromium)
	@$(BIN)/python -m tests.gallery $(ARGS)

bench: $(DEV) ## measure speed and size; prints tables (`make fast` first adds the compiled rules)
	@set -e; for bench in tests/bench/bench_*.py; do echo "== $$bench"; $(BIN)/python "$$bench" $(ARGS); done

soak: $(DEV) ## the long forms of the tests: hours, not minutes
	@$(BIN)/python -m pytest -m soak --hypothesis-profile=soak $(PARALLEL) $(ARGS)

lock: ## resolve the dependencies again and write the lock files (needs uv)
	@command -v uv >/dev/null || { echo "make lock needs uv: see docs/dependencies.md"; exit 1; }
	$(LOCK) --upgrade pyproject.toml --all-extras --group build -o requirements.lock
	$(LOCK) --upgrade -c requirements.lock pyproject.toml --all-extras --group build --group dev -o requirements-dev.lock
	echo uv | $(LOCK) --upgrade --no-annotate - -o .ci/installer.lock

clean: ## remove .venv and everything the tools leave behind
	find cards bot -name '*.so' -type f -exec rm -f {} +
	rm -rf .venv build .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache *.egg-info

$(RUN): requirements.lock pyproject.toml
	@PYTHON="$(PYTHON)" sh .ci/setup run

$(DEV): requirements-dev.lock requirements.lock pyproject.toml
	@PYTHON="$(PYTHON)" sh .ci/setup dev
