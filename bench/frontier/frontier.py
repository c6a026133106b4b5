"""Error against size: our methods and other libraries' at 16, 64, 256, 1024 and 4096 leaves.

    python bench/frontier/frontier.py [--sets california,magic] [--methods graft,lightgbm] [--sizes 16,64] [--splits 3]
                                      [--variants "graft:--gamma 3 --lambda 30"] [--pictures docs/pictures]

Three splits of every set (sets.py). Ours are trained once for every size with --budget, the validation rows as --valid,
and otherwise the defaults, but for boost, whose trees have 8 leaves where there are at most 64; --variants adds methods
with options of their own. The others are tuned (peers.py) and left out where they are not installed. The loss is the
MSE ÷ the variance of the target, or the log-loss; several classes are compared by their error.

Prints for every set the loss by method and size, then the geometric means of loss ÷ LightGBM's, how many times our
leaves LightGBM needs to be as good, and average ranks. --pictures draws the curves. The runs are kept in
build/bench/frontier.csv (-o), and only those that are not there are made; their seconds are CPU time. Fails where they
miss what the project promises.
"""

import argparse
import json
import pathlib
import shlex
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "papers"))

import peers  # noqa: E402
import pictures  # noqa: E402
import program  # noqa: E402
import sets  # noqa: E402
import tables  # noqa: E402
from raw_results import RawResults  # noqa: E402

SIZES = (16, 64, 256, 1024, 4096)
KEY = ["set", "split", "method", "size"]
VALUES = ["loss", "error", "leaves", "trees", "bytes", "valid_loss", "seconds", "setting"]
SMALL_TREES = ["--leaves", "8"]  # of boost, for small sizes
SMALL = 64
TOO_SLOW = {("letter", "combine")}  # an hour a size


def loss_of(metrics, variance):
    return metrics["mse"] / variance if "mse" in metrics else metrics["log_loss"]


def train_ours(espalier, problem, files, method, size, seed):
    """Of one of our methods, whose name may have options after it."""
    name, *options = shlex.split(method)
    if name == "boost" and size <= SMALL and "--leaves" not in options:
        options = [*options, *SMALL_TREES]
    task = ["--task", "classification" if problem.classes else "regression"]
    model = files["train"].with_suffix(".esp")
    start = peers.cpu_seconds()
    report, _ = espalier.train(
        files["train"], model, name, {"budget": f"{size}leaves", "valid": files["valid"]}, seed, [*task, *options]
    )
    seconds = peers.cpu_seconds() - start
    test = json.loads(espalier.run("evaluate", model, files["test"], "--threads", espalier.threads, "--json"))
    return {
        "loss": loss_of(test, problem.test.target.var()),
        "error": program.error_of(test),
        "leaves": report["model"]["leaves"],
        "trees": report["model"]["trees"],
        "bytes": report["model"]["bytes"],
        "valid_loss": loss_of(report["validation"], problem.valid.target.var()),
        "seconds": round(seconds, 3),
        "setting": report["chosen"] or "",
    }


def record(results, key, measure):
    row = results.measured(key, measure)
    print(*key, f"{float(row['loss']):.4f}", row["leaves"], row["seconds"], row["setting"], file=sys.stderr, flush=True)


def run_split(espalier, source, results, name, split, methods, sizes):
    """What is not there yet of a split; the data are read only if something is."""
    missing = {}
    for method in methods:
        most = peers.MOST_LEAVES.get(method, max(sizes))
        wanted = [size for size in sizes if size <= most and (name, method.split()[0]) not in TOO_SLOW]
        missing[method] = [size for size in wanted if not results.has((name, split, method, size))]
    if not any(missing.values()):
        return
    problem = source.problem(name, split)
    with problem.written() as files:
        for method, wanted in missing.items():
            if wanted and method in peers.PEERS:
                found = peers.measure(method, problem, wanted, split)
                for size in wanted:
                    record(results, (name, split, method, size), lambda values=found[size]: values)
                continue
            for size in wanted:
                record(
                    results,
                    (name, split, method, size),
                    lambda of=(method, size): train_ours(espalier, problem, files, *of, split),
                )


def methods_of(espalier, chosen, variants):
    """Those of ours that the program has, the peers that are installed, and the variants."""
    ours = [method for method in tables.OURS if method in espalier.methods()]
    methods = [method for method in (*ours, *peers.PEERS) if not chosen or method in chosen]
    for variant in variants:
        method, options = variant.split(":", 1)
        methods.insert(0, f"{method} {options.strip()}")
    for method in [each for each in methods if each in peers.PEERS]:
        if why := peers.missing(method):
            print(f"{method} is left out: {why}", file=sys.stderr)
            methods.remove(method)
    return methods


def words_of(text):
    return [word for word in text.split(",") if word]


def parse():
    parser = argparse.ArgumentParser(description="Error against size, ours and other libraries'.")
    program.add_arguments(parser)
    every = ",".join(name for group in sets.GROUPS.values() for name in group)
    parser.add_argument("--sets", default=every, type=words_of)
    parser.add_argument("--methods", default="", type=words_of, help="all if not given")
    parser.add_argument("--variants", "--ours", default=[], action="append", help="METHOD:OPTIONS, may be repeated")
    parser.add_argument("--sizes", default=",".join(map(str, SIZES)), type=words_of, help="in leaves")
    parser.add_argument("--splits", default=3, type=int)
    parser.add_argument("--pictures", type=pathlib.Path, help="the folder that curves are drawn into")
    parser.add_argument("-o", default="build/bench/frontier.csv", type=pathlib.Path)
    return parser.parse_args()


def main():
    arguments = parse()
    espalier = program.Program(arguments.binary, arguments.threads)
    source = sets.Source(espalier, arguments.shared)
    results = RawResults(arguments.o, KEY, VALUES)
    methods = methods_of(espalier, arguments.methods, arguments.variants)
    sizes = [int(size) for size in arguments.sizes]
    groups = {group: [] for group in sets.GROUPS}
    for name in arguments.sets:
        if not source.available(name):
            print(f"{name} is left out, for its data are not there", file=sys.stderr)
            continue
        groups[source.group(name)].append(name)
        for split in range(1, arguments.splits + 1):
            run_split(espalier, source, results, name, split, methods, sizes)
    curves = tables.Curves(results, groups, sizes)
    tables.show(curves)
    if arguments.pictures:
        pictures.draw(curves, arguments.pictures)
    missed = list(tables.misses(curves))
    print("\n".join(missed), file=sys.stderr)
    sys.exit(1 if missed else 0)


if __name__ == "__main__":
    main()
