"""docs/results/papers.md, which sums up, and a page per paper beside it."""

from .specs import FULL_NAMES

INTRO = """\
# The papers' tables

`make papers` measures these again (`python -m bench.papers`; `make papers QUICK=1` runs a reduced version in a quarter \
of an hour). It writes the same tables as Markdown and as one page, papers.html, beside the raw results in build/bench. \
Every figure comes from the committed results in `bench/papers/results/*.csv`; the papers' own figures are in \
`bench/papers/tables.csv`.

"mean ± sd [n]" is taken over n runs with different splits or seeds, or over the folds where a set is cut into folds; \
peers have the same splits. A difference is given in the paper's standard deviations, in ours where the paper gives none \
(for neural rules in the standard deviation of one test part). It is positive where ours is better, and bold figures are \
better than the paper's. Columns without a figure from the paper belong to the library's own variants or to further \
peers; figures in brackets are the paper's. Seconds and minutes are CPU time of one thread, on another machine than the \
papers': most of tables IV, 8 and 10 were measured on one of two cores of an Intel Xeon (Emerald Rapids), with the \
other core busy too.
"""
QUICK = """\
This is the quick run, from the raw results beside this page: one run per cell, ten for xor. Long fits are left out, \
neural rules are one network after ten epochs, their peers take the middle of their grids instead of the best setting, \
and RET has pools of a tenth of the trees or fewer.
"""
FILES = {
    "RET": "papers-ret.md",
    "NRE": "papers-neural.md",
    "GIF": "papers-gif.md",
    "grow/select": "papers-combine.md",
    "chapter 14": "papers-stumps.md",
}


def table(headings, rows):
    lines = [headings, ["---"] * len(headings), *rows]
    return "\n".join("| " + " | ".join(str(cell) for cell in line) + " |" for line in lines) + "\n"


def item(cell):
    text = cell.text.replace("|", "\\|").replace("*", "\\*")
    return f"**{text}**" if cell.bold and text else text


def of_table(shown):
    parts = [
        f"## {shown.title}\n",
        *(f"{remark}\n" for remark in shown.remarks),
        table(shown.headings, [[item(cell) for cell in row] for row in shown.rows]),
    ]
    if shown.missed:
        parts.append("Behind the paper by more than an sd:\n")
        parts.append("\n".join(f"- {', '.join(rows)}: ".replace("*", "\\*") + why for rows, why in shown.missed) + "\n")
    return "\n".join(parts)


def of_summary(summary):
    return table(["rows", "better", "equal within an sd", "worse", "not measured"], summary)


def of_paper(page, paper, name):
    """The page of one paper; None if nothing of it was measured."""
    tables = [shown for shown in page.tables if shown.paper == paper]
    if not tables:
        return None
    parts = [f"# {name}\n", "[All papers](papers.md), and how to read the figures.\n"]
    parts += [f"{remark}\n" for remark in page.remarks.get(paper, [])]
    for shown in tables:
        parts.append(of_table(shown))
        for picture in page.pictures.get((paper, shown.table), ()):
            alternative = picture.caption.partition(":")[0]
            parts.append(f"![{alternative}](../pictures/{picture.file})\n\n{picture.caption}\n")
    return "\n".join(parts)


def texts(page):
    """{file: text} of a Page (pages.py)."""
    found = {FILES[paper]: of_paper(page, paper, name) for paper, name in FULL_NAMES.items()}
    found = {file: text for file, text in found.items() if text}
    links = [f"- [{name}]({FILES[paper]})" for paper, name in FULL_NAMES.items() if FILES[paper] in found]
    parts = [INTRO, *([QUICK] if page.quick else []), "\n".join(links) + "\n"]
    parts += ["## Summary\n", of_summary(page.summary)]
    if page.wins:
        parts.append(page.wins_text() + "\n")
    return {"papers.md": "\n".join(parts), **found}
