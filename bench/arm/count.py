"""Instructions of the kernels on ARM (NEON) and on x86 (AVX2, SSE4), counted by QEMU: docs/results/arm.md.

    python bench/arm/count.py [--only KERNEL,… | --models]

Needs Debian's packages g++-aarch64-linux-gnu and qemu-user. The libraries for ARM are downloaded from Debian and
unpacked into build/arm/root; nothing is installed. The command line is built for ARM as well, and must write the same
models as here.
"""

import argparse
import dataclasses
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
BUILD = ROOT / "build/arm"
BUILDS = {"aarch64": BUILD / "aarch64", "x86": ROOT / "build/bench"}
LIBRARIES = BUILD / "root"
PLUGIN = BUILD / "libinstructions.so"
PACKAGES = (
    "libtbb-dev libtbb12 libtbbbind-2-5 libtbbmalloc2 libhwy-dev libhwy1 libfmt-dev libfmt9 zlib1g-dev zlib1g "
    "libcli11-dev nlohmann-json3-dev"
).split()
SETS = {"NEON": ("aarch64", ""), "AVX2": ("x86", "avx2"), "SSE4": ("x86", "sse4")}
MUST, STRETCH = 2.5, 2.0


@dataclasses.dataclass
class Kernel:
    name: str  # of count_kernels
    what: str
    unit: str
    times: int = 100  # runs that are counted: many of short ones, as loading a program varies by 20,000 instructions


GROUPS = {
    "histogram": [
        Kernel("find_bins", "bin of a value among 254 edges", "value"),
        Kernel("sum_bins", "gradients summed by bin", "row and column"),
        Kernel("find_boundary", "best boundary of 255 bins", "bin", 3000),
    ],
    "partition": [
        Kernel("mark_at_most", "rows below a threshold marked", "row"),
        Kernel("mark_in_set", "rows in a set of categories marked", "row"),
        Kernel("part_bytes", "bins parted", "row and column"),
        Kernel("part_words", "row numbers parted", "row"),
        Kernel("part_pairs", "gradients parted", "row"),
    ],
    "prediction": [
        Kernel("predict_batch", "batch, 100 trees of 31 leaves", "row and tree", 4),
        Kernel("predict_batch_20000", "batch, 100 trees of 20,000 leaves", "row and tree", 2),
        Kernel("predict_row", "one row, 100 trees of 31 leaves", "row and tree", 10),
        Kernel("predict_row_64", "one row, 100 trees of 64 leaves", "row and tree", 10),
    ],
}

# What a row of 28 columns takes to be binned and summed, to be parted at one node of a tree, and to be predicted by 100
# trees in batches: {kernel: times}.
ROW = {
    "histogram": {"find_bins": 28, "sum_bins": 28},
    "partition": {"mark_at_most": 1, "part_bytes": 28, "part_words": 1, "part_pairs": 1},
    "prediction": {"predict_batch": 100},
}

MODELS = [  # generator and method
    "friedman1 tree",
    "friedman1 boost --trees 20",
    "waveform boost --trees 5",
    "friedman1 forest --trees 5",
    "waveform extra --trees 5",
    "friedman1 graft --budget 100leaves",
    "ringnorm gif --budget 200nodes",
    "twonorm combine --rounds 3",
    "friedman1 ret --trees 20 --folds 1 --shrinkage 10,100 --budget 5trees",
    "twonorm rules --trees 20 --folds 1 --shrinkage 10 --iterations 30 --budget 8rules",
    "waveform linear --folds 2 --shrinkage 3,30",
    "twonorm neural --epochs 5 --ensemble 1",
]
MODEL_ROWS = 1000


def run(*command, **options):
    return subprocess.run([str(word) for word in command], check=True, text=True, **options)


# ---- what it needs ---------------------------------------------------------------------------------------------------


def require_tools():
    for tool in ("aarch64-linux-gnu-g++", "qemu-aarch64", "qemu-x86_64"):
        if not shutil.which(tool):
            sys.exit(f"{tool} is missing: apt-get install --no-install-recommends g++-aarch64-linux-gnu qemu-user")


def download_libraries():
    """Debian's arm64 packages, by an apt with lists of its own: the machine's stay as they are."""
    if LIBRARIES.exists():
        return
    unpacked = LIBRARIES.with_name("unpacking")
    unpacked.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        (scratch / "lists/partial").mkdir(parents=True)
        (scratch / "status").touch()
        own = {
            "APT::Architecture": "arm64",
            "APT::Architectures": "arm64",
            "APT::Sandbox::User": "root",
            "Dir::State::Lists": scratch / "lists",
            "Dir::State::Status": scratch / "status",
            "Dir::Cache": scratch,
        }
        options = [f"-o{name}={value}" for name, value in own.items()]
        run("apt-get", "-qq", *options, "update", cwd=scratch)
        run("apt-get", "-qq", *options, "download", *PACKAGES, cwd=scratch)
        for package in scratch.glob("*.deb"):
            run("dpkg", "-x", package, unpacked)
    unpacked.rename(LIBRARIES)


def build():
    run("g++", "-O2", "-shared", "-fPIC", "-o", PLUGIN, HERE / "instructions.cpp")
    run("cmake", "--preset", "bench", stdout=subprocess.DEVNULL, cwd=ROOT)
    toolchain = f"-DCMAKE_TOOLCHAIN_FILE={HERE / 'toolchain.cmake'}"
    options = ["-DCMAKE_BUILD_TYPE=Release", "-DESPALIER_BUILD_KERNEL_COUNTS=ON", toolchain]
    run("cmake", "-G", "Ninja", "-S", ROOT, "-B", BUILDS["aarch64"], *options, stdout=subprocess.DEVNULL)
    for folder in BUILDS.values():
        run("cmake", "--build", folder, "--target", "count_kernels", "espalier_cli")


def emulated(machine, plugin=True):
    """The first words of a command that runs a program of that machine."""
    counting = ["-plugin", PLUGIN] if plugin else []
    if machine == "x86":
        return ["qemu-x86_64", "-cpu", "max", *counting]
    found = f"LD_LIBRARY_PATH={LIBRARIES / 'usr/lib/aarch64-linux-gnu'}"
    return ["qemu-aarch64", "-cpu", "cortex-a76", "-L", "/usr/aarch64-linux-gnu", "-E", found, *counting]


# ---- counts ----------------------------------------------------------------------------------------------------------


def instructions(machine, *arguments):
    done = run(*emulated(machine), BUILDS[machine] / "bench/arm/count_kernels", *arguments, capture_output=True)
    return int(re.search(r"instructions (\d+)", done.stderr)[1]), int(done.stdout)


def count(kernel, machine, limit):
    """Instructions per item."""
    arguments = [limit] if limit else []
    once, items = instructions(machine, kernel.name, 1, *arguments)
    often, _ = instructions(machine, kernel.name, 1 + kernel.times, *arguments)
    return (often - once) / kernel.times / items


def count_all(only):
    kernels = [kernel for group in GROUPS.values() for kernel in group if not only or kernel.name in only]
    return {kernel.name: {name: count(kernel, *where) for name, where in SETS.items()} for kernel in kernels}


# ---- models ----------------------------------------------------------------------------------------------------------


def train(command, folder, case):
    """A model of data that the program generates itself: the bytes of both."""
    generator, method, *options = case.split()
    data, model = folder / "data.csv", folder / "model.esp"
    run(*command, "generate", generator, "--rows", MODEL_ROWS, "--quiet", "-o", data)
    options += ["--target", "target", "--threads", 1, "--quiet", "-o", model]
    run(*command, "train", data, "--method", method, *options)
    return data.read_bytes(), model.read_bytes()


def compare_models():
    """{case: whether ARM writes the same bytes}"""
    here = [BUILDS["x86"] / "espalier"]
    there = [*emulated("aarch64", plugin=False), BUILDS["aarch64"] / "espalier"]
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        return {case: train(here, folder, case) == train(there, folder, case) for case in MODELS}


# ---- the page --------------------------------------------------------------------------------------------------------

PAGE = """# Instructions on ARM

There was no ARM machine to measure on. `bench/arm/count.py` compiles the kernels of training and prediction for aarch64 and for x86 by the same g++ and counts the instructions that QEMU executes: NEON against AVX2, whose vectors are twice as long, and SSE4, whose vectors have the same length. These are counts of an emulator and not times: they say nothing about caches, about how many instructions a processor executes at once, or about the few that take long. Counts are per item; what happens before the kernel runs is subtracted.

{kernels}

The sums are what one row of 28 columns takes to be binned and summed once, to be parted at one node of a tree with its bins, its number and its gradient, and to be predicted by 100 trees of 31 leaves in a batch. The goal is {must} times AVX2's instructions, better {stretch} times.

## The same models

{models}
"""


def table(headings, rows):
    lines = [headings, ["---"] * len(headings), *rows]
    return "\n".join("| " + " | ".join(str(cell) for cell in line) + " |" for line in lines)


def line(counts, *cells):
    neon, avx2, sse4 = (counts[name] for name in SETS)
    return [*cells, f"{neon:.2f}", f"{sse4:.2f}", f"{avx2:.2f}", f"{neon / avx2:.2f}"]


def kernel_table(counts):
    rows = []
    for group, kernels in GROUPS.items():
        rows += [line(counts[k.name], group, k.what, k.unit) for k in kernels if k.name in counts]
    totals = dict.fromkeys(SETS, 0)
    for group, parts in ROW.items():
        if parts.keys() <= counts.keys():
            sums = {name: sum(times * counts[kernel][name] for kernel, times in parts.items()) for name in SETS}
            rows.append(line(sums, "**sum**", group, "row of 28 columns"))
            totals = {name: totals[name] + sums[name] for name in SETS}
    if len(rows) == sum(map(len, GROUPS.values())) + len(ROW):
        rows.append(line(totals, "**sum**", "all three", "row of 28 columns"))
        rows[-1][-1] += f" (≤ {MUST})"
    return table(["kernels", "what", "instructions per", "NEON", "SSE4", "AVX2", "NEON ÷ AVX2"], rows)


def models_text(same):
    equal, other = ([name for name, is_same in same.items() if is_same == wanted] for wanted in (True, False))
    cases = "; ".join(f"`{case}`" for case in equal)
    text = f"""The command line, built for aarch64 and run by QEMU, writes the same data and the same model files as on x86 for {len(equal)} of {len(same)} fits to {MODEL_ROWS} rows: {cases}."""
    return text + (f" **Different: {'; '.join(other)}.**" if other else "")


def main():
    parser = argparse.ArgumentParser(description="Counts the instructions of the kernels on ARM and on x86.")
    parser.add_argument("--only", default="", help="kernels, with commas; writes no page")
    parser.add_argument("--models", action="store_true", help="compares models only; writes no page")
    arguments = parser.parse_args()
    require_tools()
    download_libraries()
    build()
    only = list(filter(None, arguments.only.split(",")))
    if arguments.models:
        return print(models_text(compare_models()))
    kernels = kernel_table(count_all(only))
    if only:
        return print(kernels)
    page = PAGE.format(kernels=kernels, models=models_text(compare_models()), must=MUST, stretch=STRETCH)
    (ROOT / "docs/results/arm.md").write_text(page)
    print(page)


if __name__ == "__main__":
    main()
