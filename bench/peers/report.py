"""Tables, and the places in docs/results.md that they are written to."""

import importlib.metadata
import os

import data

RESULTS = data.ROOT / "docs/results.md"
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


def write_section(name, text):
    """Replaces what stands between the section's two markers in docs/results.md, or adds it to the end."""
    begin, end = f"<!-- {name}: begin -->", f"<!-- {name}: end -->"
    page = RESULTS.read_text()
    if begin not in page:
        page = f"{page.rstrip()}\n\n{begin}\n{end}\n"
    before, rest = page.split(begin)
    after = rest.split(end)[1]
    RESULTS.write_text(f"{before}{begin}\n{text.strip()}\n{end}{after}")
    print(text)
