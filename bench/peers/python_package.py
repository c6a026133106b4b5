"""What the Python package costs: import, small fits, memory and time of a large fit, one row compared with LightGBM.

    python bench/peers/python_package.py [--turns 5]

The interpreter must have espalier and lightgbm installed (scripts/bench sees to it). Each figure is taken in a process
of its own, or in turns within one; the tables go to docs/results/python.md.
"""

import argparse
import json
import subprocess
import sys
import time
import warnings

import measure
import report

import data

BOOST = {"trees": 20, "n_jobs": 1}  # memory does not grow with the trees
ARRAYS = [("float32", "C"), ("float32", "F"), ("float64", "C"), ("float64", "F")]


# ---- in the process that is measured -------------------------------------------------------------------------------


def estimators():
    import espalier

    return [getattr(espalier, name) for name in espalier.__all__ if hasattr(getattr(espalier, name), "_method")]


def cpu_of(call):
    start = time.process_time()
    call()
    return time.process_time() - start


def measure_import():
    first = cpu_of(lambda: __import__("sklearn"))
    return {"sklearn": first, "espalier": cpu_of(lambda: __import__("espalier"))}


def measure_small_fits():
    """CPU seconds of a default fit on 200 × 10, the worst of three, and of the whole check_estimator."""
    import numpy
    from sklearn.utils.estimator_checks import check_estimator

    random = numpy.random.default_rng(0)
    inputs = random.normal(size=(200, 10))
    target = inputs[:, 0] * inputs[:, 1] + inputs[:, 2] + random.normal(size=200)
    found = {}
    warnings.simplefilter("ignore")
    for Estimator in estimators():
        y = target if Estimator.__name__.endswith("Regressor") else (target > 0).astype(int)
        fit = max(cpu_of(lambda: Estimator().fit(inputs, y)) for _ in range(3))
        found[Estimator.__name__] = fit, cpu_of(lambda: check_estimator(Estimator(), on_fail=None, on_skip=None))
    return found


def measure_large_fit(dtype, order, library):
    import numpy

    part = data.load_part(data.generated("1M x 28"), "train")
    inputs = numpy.asarray(part.inputs, dtype=dtype, order=order)
    target = part.target
    model = make_model(library)
    few = numpy.array(inputs[:1000])
    model.fit(few, target[:1000])
    return measure.measured(lambda: model.fit(inputs, target))[1]


def make_model(library, trees=BOOST["trees"]):
    if library == "espalier":
        import espalier

        return espalier.BoostClassifier(n_jobs=1, trees=trees)
    import lightgbm

    return lightgbm.LGBMClassifier(n_jobs=1, n_estimators=trees, verbosity=-1, reg_lambda=1)


def microseconds(call, times=500):
    start = time.perf_counter()
    for _ in range(times):
        call()
    return 1e6 * (time.perf_counter() - start) / times


def measure_rows(turns):
    """Microseconds of one row, the least of the turns: {what: figure}."""
    import numpy

    part = data.load_part(data.generated("100k x 28"), "train")
    inputs = numpy.ascontiguousarray(part.inputs[:20000])
    warnings.simplefilter("ignore")
    ours, theirs = (make_model(library, 100).fit(inputs, part.target[:20000]) for library in ("espalier", "lightgbm"))
    one, row = inputs[:1], inputs[0]
    calls = {
        "LightGBM predict": lambda: theirs.predict(one),
        "predict": lambda: ours.predict(one),
        "predict_proba": lambda: ours.predict_proba(one),
        "predict_row": lambda: ours.predict_row(row),
        "predict_proba_row": lambda: ours.predict_proba_row(row),
    }
    return {what: min(microseconds(call) for _ in range(turns)) for what, call in calls.items()}


# ---- in the process that compares ----------------------------------------------------------------------------------


def in_process(function, *words):
    command = [sys.executable, __file__, "--measure", function, json.dumps(words)]
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()[-1])


def least(function, turns, key):
    return min((in_process(function) for _ in range(turns)), key=lambda found: found[key])


def large_fit_rows():
    table = []
    for library, dtype, order in [("espalier", *array) for array in ARRAYS] + [("lightgbm", "float32", "C")]:
        found = in_process("measure_large_fit", dtype, order, library)
        columns = "rows first" if order == "C" else "columns first"
        table.append([library, f"{dtype}, {columns}", f"{found['cpu']:.2f}", f"{found['extra_bytes'] / 1e6:.0f}"])
    return table


def main(turns):
    data.generated("1M x 28")
    imports = least("measure_import", turns, "espalier")
    small = in_process("measure_small_fits")
    rows = in_process("measure_rows", turns)
    text = f"""# The Python package

`python bench/peers/python_package.py` (part of `make bench-peers`). {report.machine()}; {report.versions("scikit-learn", "lightgbm", "numpy")}. CPU seconds, the least of {turns} turns unless stated otherwise.

`import espalier` adds {imports["espalier"]:.3f} s to the {imports["sklearn"]:.2f} s of `import sklearn`.

{report.table(["one row, boosting of 100 trees, 28 columns", "µs"], [[what, f"{figure:.1f}"] for what, figure in rows.items()])}
{report.table(["1M x 28, 20 rounds, one thread", "array", "CPU s", "extra MB"], large_fit_rows())}
The array itself is 112 MB as float32 and is not copied. A fit adds per row: 28 bytes of bins, 16 of gradients and Hessians (as integers, in two alternating arrays: one is scratch space while rows are partitioned), 8 for the score, 4 for the row number and 4 for the class; the rest are histograms.

{report.table(["estimator", "default fit on 200 x 10, CPU s", "check_estimator, CPU s"], [[name, f"{fit:.3f}", f"{check:.1f}"] for name, (fit, check) in small.items()])}"""
    report.write_page("python", text)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--measure"]:
        print(json.dumps(globals()[sys.argv[2]](*json.loads(sys.argv[3]))))
    else:
        parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
        parser.add_argument("--turns", type=int, default=5)
        main(parser.parse_args().turns)
