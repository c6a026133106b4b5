# `make demo` and `make test` set up what is missing, build, and run; `make build` is for users.
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DELETE_ON_ERROR:
.PHONY: help setup build demo check test test-long build-check build-clang build-apart build-sanitize test-check test-quick \
	test-sanitize test-sanitize-full python-test stubs pictures bench bench-peers bench-large \
	bench-build papers format format-check lint layers tested fuzz fuzz-long soak coverage same-bytes install-check examples clean

JOBS ?= $(shell nproc)
FUZZ_SECONDS ?= 40
SOURCES = $(shell git ls-files '*.cpp' '*.h')

help: ## what can be made
	@awk -F':.*## ' '/^[a-z-]+:.*## / {printf "  make %-14s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

setup: ## install the Debian packages that are missing
	@scripts/setup

build: ## the library and the command line, in build/release
	@scripts/setup build
	@cmake --preset release >/dev/null
	@cmake --build --preset release -j $(JOBS)

demo: ## data and a budget in; the curve of error against size, and the model, out
	@scripts/setup build
	@cmake --preset release >/dev/null; cmake --build --preset release -j $(JOBS) --target espalier_cli; \
	  echo "Built in $$SECONDS s."
	@scripts/demo build/release/espalier

# ---- what must hold, in three tiers ----------------------------------------------------------------------------------

check: setup ## two minutes, before a commit: formatting, layers, and the tests of a release build on few rows
	@scripts/run_parts format-check layers tested build-check test-quick

test: setup ## everything that must hold, with a list of what each part took
	@scripts/run_parts format-check layers tested build-check test-check install-check python-test \
	  build-clang same-bytes build-sanitize test-sanitize fuzz

test-long: setup ## hours: also full-sized tables under sanitizers, an hour of each fuzzer (or FUZZ_SECONDS), coverage, the soak
	@scripts/run_parts test build-apart test-sanitize-full coverage soak fuzz-long

build-check: ## the release build with warnings as errors, and its tests
	@cmake --preset check >/dev/null
	@cmake --build --preset check -j $(JOBS)

build-clang: ## the command line by clang, without sanitizers
	@cmake --preset clang >/dev/null
	@cmake --build --preset clang -j $(JOBS)

build-apart: ## every source alone, which shows that it includes what it needs
	@cmake --preset apart >/dev/null
	@cmake --build build/apart -j $(JOBS)

build-sanitize: ## tests and fuzzers under AddressSanitizer and UndefinedBehaviorSanitizer
	@cmake --preset sanitize >/dev/null
	@cmake --build --preset sanitize -j $(JOBS)

test-quick: build-check
	@ESPALIER_TEST_SIZE=small scripts/run_tests check -LE slow

test-check: build-check ## the tests of the release build, the docs' examples among them
	@scripts/run_tests check

test-sanitize: build-sanitize ## the tests under sanitizers, on few rows
	@scripts/run_tests sanitize

test-sanitize-full: build-sanitize
	@ESPALIER_TEST_SIZE=full scripts/run_tests sanitize

install-check: build ## build tests/consumer against the installed package
	@scripts/check_install

python-test: ## the Python package's tests, against a freshly built wheel
	@scripts/test_python

stubs: ## write the Python package's type stubs again, from the wheel that python-test installed
	build/python/venv/bin/python scripts/stubs python/espalier

bench-build: setup
	cmake --preset bench >/dev/null
	cmake --build --preset bench -j $(JOBS)
	cmake --preset span >/dev/null
	cmake --build --preset span -j $(JOBS)

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

format-check: ## check that C++ sources are formatted
	@clang-format --dry-run --Werror $(SOURCES)

lint: setup ## clang-tidy
	cmake --preset apart >/dev/null
	git ls-files 'src/*.cpp' 'cli/*.cpp' | xargs -P $(JOBS) -n 4 clang-tidy --quiet -p build/apart

layers: ## check that includes follow the table of layers
	@cmake -P cmake/check_layers.cmake && echo "layers: includes follow the table"

tested: ## check that every source has a test, or says which test is its
	@scripts/check_tested

fuzz: build-sanitize ## every fuzzer for FUZZ_SECONDS
	@scripts/fuzz $(FUZZ_SECONDS)

fuzz-long: build-sanitize
	@scripts/fuzz $(if $(filter command environment,$(firstword $(origin FUZZ_SECONDS))),$(FUZZ_SECONDS),3600)

soak: build ## kill the program at random moments and let every system call fail once: no output may be lost
	@scripts/soak build/release/espalier

coverage: ## line coverage of the model file's validation
	@scripts/coverage

same-bytes: build build-clang ## models of g++ on 1 and 7 threads and of clang on 2 are the same bytes
	@scripts/check_same_bytes build/release/espalier build/clang/espalier

examples: build ## write the outputs of README's and docs' examples again
	@scripts/run_examples build/release/espalier --write

pictures: ## draw the pictures of docs/python.md again, from the wheel that python-test installed
	@build/python/venv/bin/python docs/pictures/make.py

clean:
	rm -rf build
