"""docs/papers.html: the same tables with all pictures, in one file that asks for nothing else."""

import html
import re

from . import charts, markdown
from .specs import FULL_NAMES

CSS = """
:root{color-scheme:light dark;--paper:#fff;--ink:#1f2328;--soft:#59636e;--rule:#d1d9e0;--head:#f6f8fa;--good:#1a7f37;
--bad:#b3261e;--link:#0969da}
@media (prefers-color-scheme:dark){:root{--paper:#0d1117;--ink:#e6edf3;--soft:#9198a1;--rule:#30363d;--head:#161b22;
--good:#57c878;--bad:#ff8a80;--link:#58a6ff}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
main{max-width:1180px;margin:0 auto;padding:1.5rem 1rem 4rem}
h1{font-size:1.8rem;line-height:1.2;margin:.5rem 0 1rem}h2{font-size:1.35rem;margin:2.6rem 0 .6rem;padding-top:.6rem;
border-top:1px solid var(--rule)}h3{font-size:1.05rem;margin:1.8rem 0 .5rem}
p,li{max-width:46rem}a{color:var(--link)}code{font:.9em ui-monospace,monospace}
nav ul{list-style:none;padding:0;display:flex;flex-wrap:wrap;gap:.2rem 1.1rem;margin:0 0 1rem}
.wide{overflow-x:auto;margin:.6rem 0;-webkit-overflow-scrolling:touch}
table{border-collapse:collapse;font-size:.86rem;font-variant-numeric:tabular-nums}
th,td{padding:.28rem .65rem;border-bottom:1px solid var(--rule);text-align:right;white-space:nowrap}
th{background:var(--head);font-weight:600;vertical-align:bottom}
td.w,th.w,th:first-child{text-align:left}td:first-child,th:first-child{position:sticky;left:0;background:var(--paper)}
th:first-child{background:var(--head)}tr.first td{border-top:2px solid var(--rule)}
td.better{color:var(--good)}td.worse{color:var(--bad)}td.why{white-space:normal;min-width:8rem;color:var(--soft)}
.missed{font-size:.92rem}.missed summary{cursor:pointer;color:var(--soft)}
.panels{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(330px,100%),1fr));gap:1rem;margin:1rem 0 .3rem;
max-width:1150px}.panels.one{max-width:440px}.panels.two{max-width:800px}
.chart{width:100%;height:auto}figure{margin:1rem 0}figcaption{font-size:.88rem;color:var(--soft);max-width:46rem}
figure img{width:900px;height:auto;background:#fff;border-radius:4px}
@media (max-width:600px){table{font-size:.78rem}th,td{padding:.25rem .36rem}main{padding:1rem .7rem 3rem}
td.w+td.w{white-space:normal;min-width:6.5rem}td.w:first-child{white-space:normal;max-width:8rem;hyphens:auto}
th{white-space:normal}}
.tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(150px,1fr));gap:.8rem;max-width:640px;margin:1rem 0}
.tiles div{border:1px solid var(--rule);border-radius:6px;padding:.6rem .8rem}.tiles b{display:block;font-size:1.6rem}
"""


def prose(text):
    """Of the little Markdown that notes have: code, emphasis and links are words here."""
    text = re.sub(r"\[([^\]]+)\]\([^)]*\)", r"\1", text)
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", html.escape(text))


def item(cell):
    kinds = {"number": [], "word": ["w"], "reason": ["w", "why"]}[cell.kind]
    kinds = [*kinds, cell.verdict] if cell.verdict in ("better", "worse") else kinds
    text = prose(cell.text)
    attribute = f' class="{" ".join(kinds)}"' if kinds else ""
    return f"<td{attribute}>{'<b>' + text + '</b>' if cell.bold and text else text}</td>"


def table(headings, rows):
    sides = [" class=w" if cell.kind == "word" else "" for cell in rows[0]]
    lines = [
        "<div class=wide><table><thead><tr>",
        *(f"<th{side}>{prose(heading)}</th>" for heading, side in zip(headings, sides)),
        "</tr></thead><tbody>",
    ]
    before = None
    for row in rows:
        first = row[0].text
        lines.append(f"<tr{' class=first' if before is not None and first != before else ''}>")
        lines += [item(cell) for cell in row]
        lines.append("</tr>\n")
        before = first
    return "".join(lines) + "</tbody></table></div>\n"


def of_table(shown):
    parts = [
        f"<h3>{prose(shown.title)}</h3>\n",
        *(f"<p>{prose(remark)}</p>\n" for remark in shown.remarks),
        table(shown.headings, shown.rows),
    ]
    if shown.missed:
        rows = "".join(f"<li>{prose(', '.join(rows))}: {prose(why)}</li>\n" for rows, why in shown.missed)
        count = sum(len(rows) for rows, _ in shown.missed)
        parts.append(
            f"<details class=missed open><summary>Behind the paper by more than an sd: {count}</summary>"
            f"<ul>\n{rows}</ul></details>\n"
        )
    return "".join(parts)


def of_picture(picture):
    size = {1: " one", 2: " two"}.get(len(picture.panels), "")
    return (
        f'<figure><div class="panels{size}">{"".join(picture.panels)}</div>'
        f"<figcaption>{prose(picture.caption)}</figcaption></figure>\n"
    )


def summary(page):
    what, better, equal, worse, without = page.summary[0]
    tiles = "".join(
        f"<div><b>{count}</b>{name}</div>"
        for count, name in (
            (better, "better"),
            (equal, "equal within an sd"),
            (worse, "worse"),
            (without, "not measured"),
        )
    )
    rows = "".join(
        f"<tr><td class=w>{prose(str(row[0]))}</td>" + "".join(f"<td>{count}</td>" for count in row[1:]) + "</tr>\n"
        for row in page.summary
    )
    head = "".join(f"<th>{name}</th>" for name in ("rows", "better", "equal within an sd", "worse", "not measured"))
    return (
        f"<p>Errors of the papers' own methods, compared with the printed ones, by rows:</p><div class=tiles>{tiles}"
        f"</div>\n<div class=wide><table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>\n"
    )


def text(page):
    intro = markdown.INTRO.split("\n\n", 1)[1].split("\n\n")
    names = {paper: name for paper, name in FULL_NAMES.items() if any(shown.paper == paper for shown in page.tables)}
    links = "".join(f'<li><a href="#{slug(paper)}">{html.escape(name)}</a></li>' for paper, name in names.items())
    parts = [
        "<!doctype html>\n<html lang=en><head><meta charset=utf-8><title>Espalier: the papers' tables</title>\n",
        '<meta name=viewport content="width=device-width,initial-scale=1"><link rel=icon href="data:,">\n',
        f"<style>{CSS}{charts.STYLE}</style></head>\n<body><main><h1>The papers' tables</h1>\n",
        *(f"<p>{prose(paragraph)}</p>\n" for paragraph in intro),
        f"<p><b>{prose(markdown.QUICK)}</b></p>\n" if page.quick else "",
        f"<nav><ul>{links}</ul></nav>\n",
        summary(page),
        f"<p>{prose(page.wins_text())}</p>\n" if page.wins else "",
    ]
    for paper, name in names.items():
        parts.append(f'<h2 id="{slug(paper)}">{html.escape(name)}</h2>\n')
        parts += [f"<p>{prose(remark)}</p>\n" for remark in page.remarks.get(paper, [])]
        for shown in page.tables:
            if shown.paper == paper:
                parts.append(of_table(shown))
                parts += [of_picture(picture) for picture in page.pictures.get((paper, shown.table), ())]
        if paper == "NRE" and page.supports:
            parts.append(
                f'<figure><div class=wide><img alt="Supports of one rule" src="data:image/png;base64,{page.supports}"></div><figcaption>'
                "Figures 4.3 and 4.4 of the thesis: the support of one rule on rotated XOR at the start, after 150 "
                "steps and at the end; above a plain rule, whose support is convex, below a deep one."
                "</figcaption></figure>\n"
            )
    return "".join(parts) + "</main></body></html>\n"


def slug(paper):
    return re.sub(r"\W+", "-", paper.lower())
