# The two commands of the README are `make run` and `make test`; `make help` tells the others.
PYTHON ?= python3
VENV ?= .venv
ARGS ?= serve
export VENV

STAMP = $(VENV)/.setup
SOURCES = pyproject.toml constraints.txt hatch_build.py \
          $(wildcard src/tablero/locale/*/LC_MESSAGES/tablero.po) \
          $(shell find frontend -name node_modules -prune -o -type f ! -name openapi.json \
            ! -name '*.test.ts' -print)
OLD = Tablero needs Python 3.11 or newer, and $(PYTHON) is not; try: make setup PYTHON=python3.13

.PHONY: help setup run check test coverage test-adapters docs clean

help:
	@echo "make setup   everything into $(VENV), with $(VENV)/bin/tablero"
	@echo "make run     the page, or: make run ARGS='play'"
	@echo "make check   format, lint, types, import contracts"
	@echo "make test    check, then the tests at both speeds"
	@echo "make coverage  which lines the interpreted tests walk through; at least 90 %"
	@echo "make docs    the documentation as a site: build/site/index.html"
	@echo "make test-adapters  the adapters against the real packages, in $(VENV)-adapters"
	@echo "make clean   remove $(VENV) and all that is made"

setup: $(STAMP)

$(STAMP): $(SOURCES)
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null \
		|| { echo "$(OLD)" >&2; exit 1; }
	@echo "Installing into $(VENV) ..."
	@$(PYTHON) -m venv $(VENV)
	@$(VENV)/bin/python -m pip install -qq --disable-pip-version-check \
		--constraint constraints.txt \
		--editable '.[dev,docs,plots,books,tune,web,arena,postgres,cluster]'
	@touch $@

run: setup
	@$(VENV)/bin/tablero $(ARGS)

check: setup
	@scripts/check

test: setup
	@scripts/test

coverage: setup
	@scripts/interpreted --cov

docs: setup
	@rm -rf build/docs build/site
	@$(VENV)/bin/python scripts/site/prepare.py build/docs
	@$(VENV)/bin/zensical build --strict
	@echo "build/site/index.html"

test-adapters: setup
	@scripts/test-adapters

clean:
	rm -rf $(VENV) $(VENV)-adapters build dist frontend/node_modules src/tablero/web/page htmlcov .coverage .coverage.* .hypothesis .import_linter_cache \
		.mypy_cache .pytest_cache .ruff_cache
	find src tests bench -name __pycache__ -prune -exec rm -rf {} + 2>/dev/null || true
	rm -f src/tablero/locale/*/LC_MESSAGES/*.mo frontend/openapi.json
