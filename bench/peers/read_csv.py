"""Reading a CSV of numbers: Espalier against pandas.read_csv (C engine).

    python bench/peers/read_csv.py [--bench build/bench/bench/peers/read_table_bench] [--rows 1000000] [--repeats 5]

Writes a file of ROWS x 20 normal numbers with 7 digits (200 MB for a million rows) to a temporary folder and reads it
in turns, each time in a process of its own. CPU seconds are user + system time of the whole process as the kernel
counts them, minus those of a process that does all but read (start-up, imports). Prints the medians, and the peak of
Espalier's anonymous memory against the table as float32.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile

COLUMNS = 20
PANDAS = "import sys, pandas\nif len(sys.argv) > 1: pandas.read_csv(sys.argv[1], engine='c')"


def write_csv(path, rows):
    import numpy

    random = numpy.random.default_rng(1)
    with open(path, "w") as file:
        file.write(",".join(f"x{i + 1}" for i in range(COLUMNS)) + "\n")
        for begin in range(0, rows, 50_000):
            block = random.standard_normal((min(50_000, rows - begin), COLUMNS))
            numpy.savetxt(file, block, fmt="%.7g", delimiter=",")


def cpu_seconds(command):
    """CPU seconds of the command, and what it printed."""
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    output = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit(f"{command[0]} failed")
    return usage.ru_utime + usage.ru_stime, output


def main():
    parser = argparse.ArgumentParser(description="Compares Espalier's CSV reader with pandas.")
    parser.add_argument("--bench", default="build/bench/bench/peers/read_table_bench")
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--threads", type=int, default=0)
    arguments = parser.parse_args()

    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "numbers.csv")
        write_csv(path, arguments.rows)
        megabytes = os.path.getsize(path) / 2**20
        ours, theirs, idle, peaks, clocks = [], [], [], [], []
        for _ in range(arguments.repeats):
            seconds, output = cpu_seconds([arguments.bench, path, str(arguments.threads)])
            result = json.loads(output)
            assert (result["rows"], result["columns"]) == (arguments.rows, COLUMNS)
            ours.append(seconds)
            peaks.append(result["peak_anonymous_mb"])
            clocks.append(result["seconds"])
            theirs.append(cpu_seconds([sys.executable, "-c", PANDAS, path])[0])
            idle.append(cpu_seconds([sys.executable, "-c", PANDAS])[0])

    table = arguments.rows * COLUMNS * 4 / 2**20
    espalier, pandas = statistics.median(ours), statistics.median(theirs) - statistics.median(idle)
    print(f"{megabytes:.0f} MB, {arguments.rows} rows x {COLUMNS} columns, median of {arguments.repeats}")
    print(f"espalier   {espalier:6.2f} CPU s   (whole process; {statistics.median(clocks):.2f} s by the clock)")
    print(f"pandas     {pandas:6.2f} CPU s   (without start-up)")
    print(f"ratio      {espalier / pandas:6.2f}")
    print(f"memory     {max(peaks):6.1f} MB anonymous, {max(peaks) / table:.2f} x the table as float32")


if __name__ == "__main__":
    main()
