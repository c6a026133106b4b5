"""The papers' tables: measures what has no result yet, and writes the pages that show them.

    python -m bench.papers [--only gif,ret] [--sets wilt,abalone] [--quick] [--data DIR] [--jobs N] [-o DIR]
    python -m bench.papers --pages        docs/results/papers*.md and docs/papers.html from the committed results, nothing run
    python -m bench.papers --check        whether those results keep what the project promises, or notes say why not

Raw results are kept in DIR, by default build/bench/papers, and an interrupted run resumes where it stopped. The pages
are written beside them, or to docs if DIR is bench/papers/results, the committed results. The quick run has one run per
cell and leaves out fits of more than QUICK_SECONDS and the tuning of some peers.
"""

import argparse
import contextlib
import fcntl
import os
import pathlib
import shutil
import sys

# Fits run side by side, each on one thread: the peers' matrix libraries have to be told before they are loaded.
for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(name, "1")

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))  # scripts of this folder and others import its modules by their plain names

import chapter14  # noqa: E402
import combine  # noqa: E402
import gif  # noqa: E402
import neural  # noqa: E402
import program  # noqa: E402
import promises  # noqa: E402
import ret  # noqa: E402
import schedule  # noqa: E402
from cells import Setting, paper_figures  # noqa: E402
from page import pages  # noqa: E402
from raw_rows import Rows  # noqa: E402

ROOT = HERE.parents[1]
COMMITTED = HERE / "results"
DATA = pathlib.Path(os.environ.get("ESPALIER_DATA", "../shared/data"))
PAPERS = {"ret": ret, "neural": neural, "gif": gif, "combine": combine, "chapter14": chapter14}
QUICK_SECONDS = 5
LONG_SECONDS = 60  # a run that takes more says so where it was not made


def arguments_of(words):
    parser = argparse.ArgumentParser("python -m bench.papers", description="The papers' tables, measured here.")
    parser.add_argument("--only", default=",".join(PAPERS), help="papers: %(default)s")
    parser.add_argument("--sets", default="", help="data sets, by the papers' names; all if not given")
    parser.add_argument("--quick", action="store_true", help="a reduced version of everything, in a few minutes")
    parser.add_argument("--runs", default=1000, type=int, help="at most so many a cell; the protocols' if not given")
    parser.add_argument("--longest", type=float, help="leave out fits that take more seconds than this")
    parser.add_argument("--data", default=DATA, type=pathlib.Path, help="folder of the data sets: %(default)s")
    parser.add_argument("--binary", default=os.environ.get("ESPALIER", "build/release/espalier"))
    parser.add_argument("--jobs", default=os.cpu_count(), type=int, help="processes, each on one thread")
    parser.add_argument("-o", type=pathlib.Path, help="folder of raw results and pages")
    parser.add_argument("--pages", action="store_true", help="write the pages alone, by default those of docs")
    parser.add_argument("--check", action="store_true", help="fail where results miss what the project promises")
    found = parser.parse_args(words)
    unknown = set(found.only.split(",")) - set(PAPERS)
    if unknown:
        parser.error(f"--only must be of {', '.join(PAPERS)}, got {', '.join(sorted(unknown))}")
    for name in ("runs", "jobs"):
        if getattr(found, name) < 1:
            parser.error(f"--{name} must be at least 1, got {getattr(found, name)}")
    if not found.data.is_dir() and found.data != DATA:
        parser.error(f"--data {found.data} is no folder")
    if found.o is None:
        found.o = (
            COMMITTED
            if found.pages or found.check
            else ROOT / "build/bench" / ("papers-quick" if found.quick else "papers")
        )
    if found.o.exists() and not found.o.is_dir():
        parser.error(f"-o {found.o} is no folder")
    if (found.pages or found.check) and not found.o.is_dir():
        parser.error(f"there are no results in {found.o}")
    found.sets = set(filter(None, found.sets.split(",")))
    if found.longest is None:
        found.longest = QUICK_SECONDS if found.quick else float("inf")
    return found


def tasks_of(setting, names, sets):
    """Those of some papers; of some sets, if any are named."""
    tasks = [task for name in names for task in PAPERS[name].tasks(setting)]
    known = {cell.dataset for task in tasks for cell in (*task.cells, *(fit.cells[0] for fit in task.fits))}
    if sets - known:
        sys.exit(f"--sets: no {', '.join(sorted(sets - known))} among {', '.join(sorted(known))}")
    for task in tasks if sets else ():
        task.fits = [fit for fit in task.fits if fit.cells[0].dataset in sets]
    return tasks


def reasons_of(tasks, rows, costs, arguments, failures):
    """{cell: why it has no value} of all cells of the papers and of the tasks."""
    reasons = dict(failures)
    for task in tasks:
        reasons.update(dict.fromkeys(task.cells, task.reason))
        for fit in schedule.missing(task, rows):
            seconds = schedule.expected(fit, costs)
            if arguments.quick and (seconds > arguments.longest or not fit.quick):
                why = "not part of the quick run"
            elif seconds > LONG_SECONDS:
                why = f"expected to take {schedule.spoken(seconds)} a run; not run"
            else:
                why = "not run"
            for cell in fit.cells:
                reasons.setdefault(cell, why)  # of the first run, which may choose what the others take over
    return {cell: "not run" for cell in paper_figures()} | reasons


def measure(arguments, setting, rows):
    """Runs what is missing; gives the messages of what failed."""
    costs = Rows(COMMITTED)
    tasks = tasks_of(setting, arguments.only.split(","), arguments.sets)
    for task in tasks:
        task.fits = [
            fit
            for fit in task.fits
            if schedule.expected(fit, costs) <= arguments.longest and (fit.quick or not setting.quick)
        ]
    failures = schedule.run(tasks, rows, costs, arguments.jobs)
    rows.settle(reasons_of(tasks_of(setting, PAPERS, set()), rows, costs, arguments, failures))
    return failures


@contextlib.contextmanager
def alone(folder):
    """Two runs must not write to one folder."""
    folder.mkdir(parents=True, exist_ok=True)
    handle = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        sys.exit(f"{folder} is being written to by another run")
    yield
    os.close(handle)


def measured(arguments):
    """The rows with what was missing, and the messages of what failed."""
    if not shutil.which(arguments.binary):
        sys.exit(f"{arguments.binary} is not there: `make build` makes it, --binary names another")
    if not arguments.data.is_dir():
        print(f"{arguments.data} is no folder: only generated sets are measured", file=sys.stderr)
    espalier = program.Program(arguments.binary, threads=1, clock=program.cpu_seconds)
    with alone(arguments.o):
        rows = Rows(arguments.o)
        failures = measure(arguments, Setting(espalier, arguments.data, arguments.quick, arguments.runs), rows)
        return Rows(arguments.o), failures  # as the files have them, in whose order pages show them


def main(words=None):
    arguments = arguments_of(words)
    if arguments.check:
        missed = promises.explained(Rows(arguments.o))
        print("\n".join(f"{line}: {why or 'no note says why'}" for line, why in missed) or "all kept")
        return 0 if all(why for _, why in missed) else 1
    if arguments.pages:
        rows, failures = Rows(arguments.o), []
    else:
        try:
            rows, failures = measured(arguments)
        except KeyboardInterrupt:
            print("\ncut; the same command goes on from here", file=sys.stderr)
            return 130
    folder = ROOT / "docs" if arguments.o.resolve() == COMMITTED else arguments.o
    for path in pages.write(rows, folder, arguments.quick):
        print(os.path.relpath(path))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
