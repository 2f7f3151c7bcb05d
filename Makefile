# Everything a fresh machine needs: `make demo` and `make test`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
DEV := $(VENV)/.dev-installed

.PHONY: demo test lint check bench format generate clean

demo: $(VENV)/.installed ## train the number reader, compare with the chapter, show an alignment
	$(BIN)/seq2see demo

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

clean:
	rm -rf $(VENV) build dist

generate: $(DEV) ## schema, README's table and ARCHITECTURE's tree
	$(BIN)/python scripts/generate.py
