"""Ten million rows of 28 columns, from a CSV of 1.5 GB, by the command line: must stay within 8 GB.

    python bench/peers/large.py [--rows 10000000] [--method boost] [--limit 8] [--scratch DIR] [-- OPTION …]

Prints the peak of anonymous memory, sampled from /proc, the seconds by the clock and the CPU seconds of the whole
command: reading, training 100 trees of 31 leaves, measuring the error, saving. Pages of the mapped file belong to the
system's cache and are not counted. Options after -- go to `espalier train` in place of those of the comparison.
"""

import argparse
import os
import pathlib
import subprocess
import sys
import tempfile
import time

import numpy

import data
import espalier_peer
from measure import Settings

PROGRAM = data.ROOT / "build/bench/espalier"
COLUMNS = 28
BLOCK = 100_000


def as_text(part):
    """The rows as CSV, every number at a fixed width (01.25, -0.50, or one digit in the columns of counts), so that
    numpy can set all of a column's characters at once: ten times as fast as savetxt."""
    counts = (part.inputs == part.inputs.round()).all(axis=0)
    text = numpy.full((len(part.inputs), int(numpy.where(counts, 2, 6).sum()) + 2), ord(","), numpy.uint8)
    at = 0
    for values, count in zip(part.inputs.T, counts):
        hundredths = numpy.minimum(abs(values * 100).round(), 999).astype(numpy.int16)
        if count:
            text[:, at] = ord("0") + hundredths // 100
            at += 2
            continue
        text[:, at] = numpy.where(values < 0, ord("-"), ord("0"))
        text[:, at + 1] = ord("0") + hundredths // 100
        text[:, at + 2] = ord(".")
        text[:, at + 3] = ord("0") + hundredths // 10 % 10
        text[:, at + 4] = ord("0") + hundredths % 10
        at += 6
    text[:, at] = ord("0") + part.target
    text[:, at + 1] = ord("\n")
    return text.tobytes()


def write_csv(path, rows):
    with open(path, "wb") as file:
        file.write((",".join([f"x{i + 1}" for i in range(COLUMNS)] + ["target"]) + "\n").encode())
        for begin in range(0, rows, BLOCK):
            file.write(as_text(data.generate(min(BLOCK, rows - begin), COLUMNS, seed=1000 + begin)))


def anonymous_bytes(process):
    try:
        for line in open(f"/proc/{process.pid}/status"):
            if line.startswith("RssAnon:"):
                return 1024 * int(line.split()[1])
    except OSError:  # it has just ended
        pass
    return 0


def watch(command):
    """The peak of anonymous memory in bytes, the seconds and the CPU seconds of the command."""
    start, peak = time.perf_counter(), 0
    process = subprocess.Popen([str(word) for word in command])
    while True:
        pid, status, usage = os.wait4(process.pid, os.WNOHANG)
        if pid:
            break
        peak = max(peak, anonymous_bytes(process))
        time.sleep(0.01)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit("the command failed")
    return peak, time.perf_counter() - start, usage.ru_utime + usage.ru_stime


def main():
    parser = argparse.ArgumentParser(description="Trains on ten million rows and watches the memory.")
    parser.add_argument("--rows", type=int, default=10_000_000)
    parser.add_argument("--method", default="boost")
    parser.add_argument("--limit", type=float, default=8, help="in GB of 1024³ bytes")
    parser.add_argument("--scratch", help="folder for the CSV and the model (default: a temporary one)")
    parser.add_argument("options", nargs="*", help="of `espalier train`")
    arguments = parser.parse_args()
    options = arguments.options
    for name, value in {} if options else espalier_peer.options(Settings(arguments.method)).items():
        options += [f"--{name}", value]

    with tempfile.TemporaryDirectory(dir=arguments.scratch) as folder:
        scratch = pathlib.Path(folder)
        write_csv(scratch / "large.csv", arguments.rows)
        size = (scratch / "large.csv").stat().st_size / 1e9
        print(f"{arguments.rows} rows x {COLUMNS} columns, a CSV of {size:.2f} GB", flush=True)
        command = [PROGRAM, "train", scratch / "large.csv", "--target", "target", "--method", arguments.method]
        peak, wall, cpu = watch([*command, *options, "-o", scratch / "model"])
    print(f"peak of anonymous memory {peak / 2**30:.2f} GB, {wall:.1f} s by the clock, {cpu:.1f} CPU s")
    if peak > arguments.limit * 2**30:
        sys.exit(f"more than {arguments.limit} GB")


if __name__ == "__main__":
    main()
