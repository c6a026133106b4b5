"""Tables, and the pages of docs/results that they are written to."""

import importlib.metadata
import os

import data

RESULTS = data.ROOT / "docs/results"
VECTORS = ("avx512f", "avx2", "asimd", "sse4_2")  # the widest one that is there is named


def table(headings, rows):
    lines = [headings, ["---"] * len(headings), *rows]
    return "\n".join("| " + " | ".join(str(cell) for cell in line) + " |" for line in lines) + "\n"


def machine():
    """Cores and instruction set, and nothing that changes from day to day."""
    words = set()
    for line in open("/proc/cpuinfo"):
        if line.startswith(("flags", "Features")):
            words = set(line.split())
    vectors = next((name for name in VECTORS if name in words), "unknown")
    return f"{os.cpu_count()} cores, {vectors.upper()}"


def versions(*packages):
    return ", ".join(f"{name} {importlib.metadata.version(name)}" for name in packages)


def write_page(name, text):
    """Writes docs/results/NAME.md, and prints it."""
    (RESULTS / f"{name}.md").write_text(text.strip() + "\n")
    print(text)
