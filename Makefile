# Every recipe sets up what it needs first: a Python 3.11 or newer is all a machine must have.
# `make RECIPE PYTHON=/path/to/python3` chooses the Python.

PY := .venv/bin/python
SET_UP = @python=$$(tools/find-python) && "$$python" tools/venv.py

GOLDEN = $$(grep -rlE 'BATON_ACCEPT|tests\.cases' tests --include='test_*.py') # one process: cases share files

.DEFAULT_GOAL := help
.PHONY: help demo test bench eval tune accept clean run dev

help: ## list the recipes
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-7s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

demo: run ## three agents hand over to each other, on the documents in examples/
	@$(PY) examples/demo.py

test: dev ## everything the CI runs: lint, format, types, import contracts, tests, docs
	@$(PY) tools/check.py

bench: run ## print the speed figures
	@$(PY) -m evaluation.bench

eval: run ## print how well facts are read and handed over; CORPUS=folder names documents with ground truth
	@$(PY) -m evaluation $(CORPUS)

tune: run ## refit the weights by which running text is read; CORPUS=folder names documents whose headings tell
	@$(PY) -m evaluation.tune $(CORPUS)

accept: dev ## take what the code prints now as what golden tests and generated docs expect; read the diff
	@BATON_ACCEPT=1 $(PY) -m pytest -q $(GOLDEN); code=$$?; git --no-pager diff --stat; exit $$code

clean: ## remove the environment and all caches
	@rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache .demo .bench .clients

run:
	$(SET_UP) run

dev:
	$(SET_UP) dev
