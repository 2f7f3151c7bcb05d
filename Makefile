# Everything a fresh machine needs: `make demo` and `make test`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
DEV := $(VENV)/.dev-installed
PAGE := src/seq2see/studio/assets/index.html
NODE_MODULES := web/node_modules/.package-lock.json

.PHONY: demo studio test-page test lint check bench format generate clean

demo: $(VENV)/.installed ## train the number reader, compare with the chapter, show an alignment
	$(BIN)/seq2see demo

studio: $(VENV)/.studio-installed $(PAGE) ## build the studio's page and open it in a browser
	$(BIN)/seq2see studio --open

test-page: $(NODE_MODULES) ## types and unit tests of the studio's page
	cd web && npm run check && npm test

test: $(DEV) ## run all tests
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
	touch $@

$(NODE_MODULES): web/package.json web/package-lock.json
	@command -v npm >/dev/null || { echo "The studio's page is built by npm: install Node 20.19 or newer."; exit 1; }
	cd web && npm ci
	touch $@

$(PAGE): $(NODE_MODULES) $(shell find web/src web/public web/scripts web/index.html web/*.ts web/*.json -type f)
	cd web && npm run build

clean:
	rm -rf $(VENV) build dist web/node_modules src/seq2see/studio/assets

generate: $(DEV) ## schema, README's table and ARCHITECTURE's tree
	$(BIN)/python scripts/generate.py
