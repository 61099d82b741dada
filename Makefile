# Two commands for a fresh machine: `make study` and `make test`. The rest is for developers.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile
# Debian's Chromium if possible: Playwright's own builds come from a separate server. The tests need
# only its headless shell; older Debians have only the whole browser.
INSTALL := DEBIAN_FRONTEND=noninteractive apt-get install --yes
CHROMIUM := apt-get update && { $(INSTALL) chromium-headless-shell || $(INSTALL) chromium; }
TYPESCRIPT := npx --yes --package typescript@5 tsc --project cpstudy/web/tsconfig.json

.PHONY: build paper study test test-slow mutants check checked docs format sets pictures benchmark clean

# The main jobs on real input: mazes of all five algorithms, generated and verified; the hardness
# of edge-matching puzzles at 5x5, by numbers of colours, with its heatmaps in figures/.
study: $(VENV)/.installed
	$(BIN)/cpstudy verify --solver cpsat --algorithm all --size 5 --size 10 --count 200 --seed 1
	mkdir -p results
	$(BIN)/cpstudy hardness --size 5 --solver dfs,snopf --out results/hardness.sqlite --figures figures

# Both papers, and an appendix with every table and figure of the sources and every experiment:
# build/paper/NAME.html and .pdf. SCALE=paper takes hours; rows are stored, and the same command
# resumes.
SCALE ?= small
paper: $(VENV)/.installed-paper
	$(BIN)/python -m paper --scale $(SCALE) --folder build/paper

# All tests of a file run in one process, which imports and compiles their common parts once; the
# files come in the order of tests/conftest.py. If a process dies, the run ends at once: a new process
# in its place would wait forever for its last test.
test: $(VENV)/.installed-dev
	$(BIN)/python -m pytest -n auto --dist loadfile --no-loadscope-reorder --max-worker-restart 0

# Sweeps that take minutes, on demand.
test-slow: $(VENV)/.installed-dev
	$(BIN)/python -m pytest -n auto -m slow

# On demand: change rules, checkers and statistics in thousands of ways, and count the changes that
# no test notices.
mutants: $(VENV)/.installed-dev
	$(PIP) --editable ".[mutation]"
	$(BIN)/python -m tests.mutation.run

check: $(VENV)/.installed-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python docs/prose.py
	@if command -v npx > /dev/null; then $(TYPESCRIPT); \
	    else echo "npx is missing: the types of the page's scripts are not checked"; fi

# The site, in docs/_build/html: every example of its pages is run, and must print the output on the
# page. `docs/examples.py --write` updates these outputs.
docs: $(VENV)/.installed-docs
	$(BIN)/python docs/examples.py
	$(BIN)/python -m sphinx --fail-on-warning --keep-going -q docs docs/_build/html
	@echo "docs/_build/html/index.html"

# Compile the kernels that changed, next to their sources. CPSTUDY_CHECKED=1 checks every index.
build: $(VENV)/.installed-dev
	$(BIN)/python setup.py --quiet build_ext --inplace

# Small cases of all kinds on kernels that check every index, in a copy of the sources.
CHECKED := build/checked
CHECKED_TESTS := tests/core/test_checked.py tests/golden/test_rows.py tests/cdcl tests/state_spaces
checked: $(VENV)/.installed-dev
	mkdir -p $(CHECKED) && rm -rf $(CHECKED)/cpstudy $(CHECKED)/tests
	cp -r setup.py pyproject.toml README.md LICENSE cpstudy tests docs $(CHECKED)
	find $(CHECKED)/cpstudy -name '*.so' -delete && rm -f $(CHECKED)/cpstudy/kernels.built
	cd $(CHECKED) && CPSTUDY_CHECKED=1 ../../$(BIN)/python setup.py --quiet build_ext --inplace
	cd $(CHECKED) && PYTHONPATH=. ../../$(BIN)/python -m pytest -q -n auto --dist loadfile \
	    -p no:cacheprovider $(CHECKED_TESTS)

format: $(VENV)/.installed-dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

# Generate the bundled puzzles of the page again.
sets: $(VENV)/.installed
	$(BIN)/python -m cpstudy.web.sets

# Screenshots of the page, for the documentation.
pictures: $(VENV)/.installed-dev
	$(BIN)/python docs/make_pictures.py

benchmark: $(VENV)/.installed-dev
	$(BIN)/python -m benchmarks.pipes_count
	$(BIN)/python -m benchmarks.pipes_cpsat
	$(BIN)/python -m benchmarks.pipes_search
	$(BIN)/python -m benchmarks.pipes_encodings
	$(BIN)/python -m benchmarks.edge_matching
	$(BIN)/python -m benchmarks.fifteen
	$(BIN)/python -m benchmarks.pipes_unique
	$(BIN)/python -m benchmarks.sudoku
	$(BIN)/python -m benchmarks.cdcl
	$(BIN)/python -m benchmarks.nurikabe
	$(BIN)/python -m benchmarks.loops
	$(BIN)/python -m benchmarks.hexpipes
	$(BIN)/python -m benchmarks.picross
	$(BIN)/python -m benchmarks.explore
	$(BIN)/python -m benchmarks.sliding
	$(BIN)/python -m benchmarks.sokoban
	$(BIN)/python -m benchmarks.scaling
	$(BIN)/python -m benchmarks.study
	$(BIN)/python -m benchmarks.page
	-$(BIN)/python -m benchmarks.clusters  # needs g++

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

# Installing compiles kernels, so it is repeated after a kernel has changed.
KERNELS := setup.py $(shell grep -rl 'cpstudy.core.native import' --include=*.py cpstudy)

$(VENV)/.installed: pyproject.toml $(KERNELS) | $(VENV)/bin/python
	$(BIN)/python .ci/install.py
	touch $@

$(VENV)/.installed-dev: pyproject.toml $(KERNELS) | $(VENV)/bin/python
	$(BIN)/python .ci/install.py all dev terminal browser \
	    || { echo "pyte or playwright is missing: terminals and the page in a browser are not tested"; \
	         $(BIN)/python .ci/install.py all dev; }
	-{ command -v chromium-headless-shell || command -v chromium || { $(CHROMIUM); }; } > /dev/null 2>&1 \
	    || echo "chromium is missing: the page is not tested in a browser"
	touch $@ $(VENV)/.installed

$(VENV)/.installed-docs: pyproject.toml | $(VENV)/bin/python
	$(BIN)/python .ci/install.py all docs
	touch $@ $(VENV)/.installed

# WeasyPrint needs Pango (Debian: libpangoft2-1.0-0); without it there is no PDF.
$(VENV)/.installed-paper: pyproject.toml | $(VENV)/bin/python
	$(BIN)/python .ci/install.py all
	-$(PIP) --no-build-isolation --editable ".[paper]" \
	    || echo "weasyprint is missing: the report is made as HTML only"
	touch $@ $(VENV)/.installed

clean:
	rm -rf docs/_build $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
