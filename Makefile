# The two commands of the README are `make demo` and `make test`. Each sets up what is missing, builds, and runs.
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DELETE_ON_ERROR:
.PHONY: help setup build demo test python-test stubs pictures bench bench-peers bench-large bench-build papers format format-check lint layers fuzz coverage same-bytes install-check examples clean

JOBS ?= $(shell nproc)
FUZZ_SECONDS ?= 40
EXAMPLES = README.md docs/tour.md docs/cli.md docs/methods/combine.md docs/methods/neural.md docs/methods/auto.md docs/methods/gif.md docs/methods/graft.md docs/methods/ret.md docs/methods/rules.md docs/methods/linear.md
SOURCES = $(shell git ls-files '*.cpp' '*.h')

help: ## what can be made
	@awk -F':.*## ' '/^[a-z-]+:.*## / {printf "  make %-14s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

setup: ## install the Debian packages that are missing
	@scripts/setup

build: ## the library and the command line, in build/release
	@scripts/setup build
	@cmake --preset release >/dev/null
	@cmake --build --preset release -j $(JOBS)

demo: build ## data and a budget in; the curve of error against size, and the model, out
	@scripts/demo build/release/espalier

test: setup ## build and run every test, under sanitizers
	cmake --preset dev >/dev/null
	cmake --build --preset dev -j $(JOBS)
	ctest --preset dev -j $(JOBS)
	$(MAKE) --no-print-directory install-check
	scripts/test_python

python-test: setup ## only the Python package's tests, against a freshly built wheel
	scripts/test_python

stubs: ## write the Python package's type stubs again, from the wheel that python-test installed
	build/python/venv/bin/python scripts/stubs python/espalier

install-check: build ## build tests/consumer against the installed package
	@scripts/check_install

bench-build: setup
	cmake --preset bench >/dev/null
	cmake --build --preset bench -j $(JOBS)

bench: bench-build ## micro-benchmarks, and the comparisons with other libraries
	scripts/bench

bench-peers: bench-build ## only those with LightGBM, XGBoost and scikit-learn; writes their pages of docs/results
	scripts/bench peers

bench-large: bench-build ## train on ten million rows from a CSV of 1.5 GB, and watch the memory
	scripts/bench large

papers: build ## the papers' tables, measured over hours; QUICK=1: a reduced version in a quarter of an hour
	scripts/bench papers $(if $(QUICK),--quick) $(PAPERS)

format: ## format all sources; Python's with the ruff that python-test installed
	@clang-format -i $(SOURCES)
	@build/python/venv/bin/ruff check --quiet --fix . && build/python/venv/bin/ruff format --quiet .

format-check:
	@clang-format --dry-run --Werror $(SOURCES)

lint: setup ## clang-tidy
	cmake --preset release >/dev/null
	git ls-files 'src/*.cpp' 'cli/*.cpp' | xargs -P $(JOBS) -n 4 clang-tidy --quiet -p build/release

layers: ## check that includes follow the table of layers
	@cmake -P cmake/check_layers.cmake && echo "layers: includes follow the table"

fuzz: setup ## every fuzzer for FUZZ_SECONDS
	cmake --preset fuzz >/dev/null
	cmake --build --preset fuzz -j $(JOBS)
	@scripts/fuzz $(FUZZ_SECONDS)

coverage: setup ## line coverage of the model file's validation
	@scripts/coverage

same-bytes: build ## models of g++ and clang, of one and two threads, are the same bytes (needs `make fuzz`'s build)
	cmake --preset fuzz >/dev/null
	cmake --build --preset fuzz -j $(JOBS) --target espalier_cli
	@scripts/check_same_bytes build/release/espalier build/fuzz/espalier

examples: build ## write the outputs of README's and docs' examples again
	@scripts/run_examples build/release/espalier --write $(EXAMPLES)

pictures: ## draw the pictures of docs/python.md again, from the wheel that python-test installed
	@build/python/venv/bin/python docs/pictures/make.py

clean:
	rm -rf build
