"""Table IV of the RET paper: the minutes of a whole cross-validated run, on wilt and on data of MiniBooNE's shape.

    python bench/papers/ret_time.py [--only wilt,miniboone] [--solver blocks]

Five folds, five values of the shrinkage, 50 numbers of trees and a pool of 3000 trees in 30 chains: on wilt at most 100
trees after 150 iterations, on 130,064 generated rows of 50 columns and two classes at most 600 after 300, as in the
paper's table II. Prints the minutes, reading the data included, beside the paper's, and fails where they are more than
a fiftieth of those. MiniBooNE itself is not among the data: the rows are of the law that bench/peers generates.
"""

import argparse
import pathlib
import sys
import tempfile

import pandas
import program
import protocol
from raw_results import print_table

SHRINKAGES = "3,10,30,100,300"
RUNS = {  # iterations, most trees
    "wilt": (150, 100),
    "miniboone": (300, 600),
}
ROWS, COLUMNS = 130_064, 50
FASTER = 50


def write_data(shared, name, file):
    if name == "wilt":
        return protocol.split(shared, name, 1).train.to_csv(file, index=False)
    sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "peers"))
    import data

    part = data.generate(ROWS, COLUMNS, seed=1)
    table = pandas.DataFrame(part.inputs, columns=[f"x{index + 1}" for index in range(COLUMNS)])
    return table.assign(target=part.target).to_csv(file, index=False)


def timed(espalier, shared, name, more):
    iterations, most_trees = RUNS[name]
    options = {"trees": 3000, "chains": 30, "depths": "2-7", "levels": 50, "shrinkage": SHRINKAGES, "folds": 5,
               "iterations": iterations, "budget": f"{most_trees}trees"}
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder, "train.csv")
        write_data(shared, name, file)
        return espalier.train(file, file.with_suffix(".esp"), "ret", options | more)


def main():
    parser = argparse.ArgumentParser(description="Table IV of the RET paper.")
    program.add_arguments(parser)
    parser.add_argument("--only", default=",".join(RUNS))
    parser.add_argument("--solver", default="", help="the default one if not given")
    arguments = parser.parse_args()
    espalier = program.Program(arguments.binary, arguments.threads)
    paper = protocol.paper_figures(arguments.shared, "IV")
    rows, slow = [], 0
    for name in arguments.only.split(","):
        report, seconds = timed(espalier, arguments.shared, name, {"solver": arguments.solver} if arguments.solver else {})
        theirs = paper[name, "RET"][0]
        slow += seconds / 60 > theirs / FASTER
        rows.append((name, f"{seconds / 60:.2f}", f"{theirs:g}", f"{60 * theirs / seconds:.0f}",
                     report["model"]["trees"], f"{100 * report['train']['error']:.2f}"))
        print(f"{name}: {seconds:.1f} s", file=sys.stderr)
    print_table(["data", "minutes", "the paper's", "times faster", "trees", "training error in %"], rows)
    sys.exit(1 if slow else 0)


if __name__ == "__main__":
    main()
