"""Extremely randomised trees beside the column "ET 100%" of the GIF paper (tables 2 and 3).

    python bench/papers/extra_baseline.py [--binary build/release/espalier] [--shared ../shared] [--sets vowel,letter]

Fits --method extra with 1000 trees by the paper's protocol: the sizes of its table 1, ten draws or splits (hastie 30,
letter 6), ⌊√p⌋ candidates a split for classes and all columns for regression. Prints ours beside the paper's, mean and
standard deviation, and fails where the means differ by more than the larger of the two deviations.
"""

import argparse
import statistics
import sys

import gif_data
import program
import protocol

TREES = 1000
RUNS = {"friedman1": 10, "ringnorm": 10, "twonorm": 10, "hastie": 30, "vowel": 10, "letter": 6}


def error_of(espalier, shared, name, run):
    more = [*protocol.task(gif_data.SETS[name].regression), "--strip"]
    with protocol.written(gif_data.draw(espalier, shared, name, run)) as files:
        return program.error_of(espalier.fit(files, "extra", {"trees": TREES}, run, more).test)


def main():
    parser = argparse.ArgumentParser(description="Extra-trees beside the GIF paper's baseline.")
    program.add_arguments(parser)
    parser.add_argument("--sets", default=",".join(RUNS))
    arguments = parser.parse_args()
    espalier = program.Program(arguments.binary, arguments.threads)
    paper = {}
    for table in ("2", "3"):
        paper |= protocol.paper_figures(arguments.shared, table, "GIF")
    print("| data | rows | runs | ours | the paper | difference / sd |\n|---|---|---|---|---|---|")
    failures = 0
    for name in arguments.sets.split(","):
        errors = [error_of(espalier, arguments.shared, name, run) for run in range(1, RUNS[name] + 1)]
        mean, sd = statistics.mean(errors), statistics.stdev(errors)
        theirs, their_sd = paper[gif_data.paper_name(name), "ET 100%"]
        away = (mean - theirs) / max(sd, their_sd)
        failures += abs(away) > 1
        sizes = gif_data.SETS[name]
        print(f"| {name} | {sizes.train} + {sizes.test} | {len(errors)} | {mean:.4g} ± {sd:.2g} "
              f"| {theirs:g} ± {their_sd:g} | {away:+.2f} |", flush=True)
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
