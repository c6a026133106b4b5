"""Small charts as SVG: lines and bars. Colours come from the style sheet of the page, or of the file that stands alone.

A panel is 360 units wide and is never drawn smaller than a telephone's screen, so that its letters can be read there.
"""

import dataclasses
import html
import math

WIDTH, HEIGHT = 360, 250
LEFT, RIGHT, TOP, BOTTOM = 52, 10, 46, 40
PALETTE = ("a", "b", "c", "d", "e")
STYLE = """
.chart{--ink:#1f2328;--faint:#8c959f;--a:#1f6fb5;--b:#c4550a;--c:#2b7d43;--d:#7a828c;--e:#8250df;
font:11px system-ui,sans-serif}
@media (prefers-color-scheme:dark){.chart{--ink:#e6edf3;--faint:#7d8590;--a:#6cb0f5;--b:#f0a35e;--c:#6cc784;--d:#9aa4af;
--e:#b998f5}}
.chart text{fill:var(--ink)}.chart .t{font-weight:600;font-size:12.5px}.chart .axis{stroke:var(--faint);fill:none}
.chart .grid{stroke:var(--faint);stroke-opacity:.25;fill:none}.chart .line{fill:none;stroke-width:1.8}
"""
BACKGROUND = ".back{fill:#fff}@media (prefers-color-scheme:dark){.back{fill:#0d1117}}"  # of a file that stands alone
STYLE += "".join(
    f".chart .l{key}{{stroke:var(--{key})}}.chart .f{key},.chart text.f{key}{{fill:var(--{key})}}" for key in PALETTE
)


@dataclasses.dataclass
class Series:
    name: str
    points: list  # (x, y) in order of x
    colour: int = 0
    marks: list = dataclasses.field(default_factory=list)  # a word for every point


@dataclasses.dataclass
class Scale:
    low: float
    high: float
    log: bool

    def place(self, value, start, end):
        low, high, at = ((math.log10(number) if self.log else number) for number in (self.low, self.high, value))
        return start + (end - start) * (at - low) / ((high - low) or 1)

    def ticks(self):
        if self.log:
            steps = (1, 2, 5) if self.high / self.low < 60 else (1,)
            powers = range(math.floor(math.log10(self.low)), math.ceil(math.log10(self.high)) + 1)
            found = [step * 10.0**power for power in powers for step in steps]
        else:
            step = nice((self.high - self.low) / 4)
            first = math.ceil(self.low / step)
            found = [step * index for index in range(first, math.floor(self.high / step) + 1)]
        return [tick for tick in found if self.low * (1 - 1e-9) <= tick <= self.high * (1 + 1e-9)]


def nice(step):
    power = 10 ** math.floor(math.log10(step)) if step > 0 else 1
    return power * next(factor for factor in (1, 2, 2.5, 5, 10) if factor * power >= step * 0.999)


def spoken(number):
    if number and (abs(number) >= 10000 or abs(number) < 0.001):
        mantissa, exponent = f"{number:.0e}".split("e")
        return f"{mantissa}e{int(exponent)}"
    return f"{number:.4g}"


def frame(title, x, y, x_label, y_label):
    """The axes of a panel."""
    end, floor = WIDTH - RIGHT, HEIGHT - BOTTOM
    parts = [
        f'<text class="t" x="{LEFT - 44}" y="15">{html.escape(title)}</text>',
        f'<path class="axis" d="M{LEFT} {TOP}V{floor}H{end}"/>',
        f'<text x="{(LEFT + end) / 2:.0f}" y="{HEIGHT - 6}" text-anchor="middle">{html.escape(x_label)}</text>',
        f'<text transform="translate(11 {(TOP + floor) / 2:.0f}) rotate(-90)" text-anchor="middle">'
        f"{html.escape(y_label)}</text>",
    ]
    for tick in x.ticks() if x else ():
        at = x.place(tick, LEFT, end)
        parts.append(
            f'<path class="axis" d="M{at:.1f} {floor}v4"/>'
            f'<text x="{at:.1f}" y="{floor + 16}" text-anchor="middle">{spoken(tick)}</text>'
        )
    for tick in y.ticks():
        at = y.place(tick, floor, TOP)
        parts.append(
            f'<path class="grid" d="M{LEFT} {at:.1f}H{end}"/>'
            f'<text x="{LEFT - 5}" y="{at + 4:.1f}" text-anchor="end">{spoken(tick)}</text>'
        )
    return parts


def panel(title, parts):
    return (
        f'<svg class="chart" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{html.escape(title)}">'
        + "".join(parts)
        + "</svg>"
    )


def framed(part):
    """Without what lies outside the axes, but for the width of a line."""
    left, top, width, height = LEFT - 1, TOP - 1, WIDTH - RIGHT - LEFT + 2, HEIGHT - BOTTOM - TOP + 2
    return (
        f'<svg x="{left}" y="{top}" width="{width}" height="{height}" viewBox="{left} {top} {width} {height}">'
        f"{part}</svg>"
    )


def legend(series):
    parts, at = [], LEFT
    for each in series:
        parts.append(f'<text class="f{PALETTE[each.colour]}" x="{at}" y="33">● {html.escape(each.name)}</text>')
        at += 24 + 7 * len(each.name)
    return parts


def lines(title, series, x_label, y_label, log_x=False, log_y=False, limits=None):
    """`limits` of y; what is beyond them is cut off."""
    xs = [x for each in series for x, _ in each.points]
    ys = [y for each in series for _, y in each.points]
    low, high = limits or (min(ys), max(ys))
    margin = 0 if log_y else 0.05 * (high - low)
    x, y = Scale(min(xs), max(xs), log_x), Scale(low - margin, high + margin, log_y)
    parts = frame(title, x, y, x_label, y_label) + legend(series)
    for each in series:
        colour = PALETTE[each.colour]
        points = [(px, max(py, y.low / 10) if log_y else py) for px, py in each.points]
        places = [(x.place(px, LEFT, WIDTH - RIGHT), y.place(py, HEIGHT - BOTTOM, TOP)) for px, py in points]
        path = "L".join(f"{px:.1f} {py:.1f}" for px, py in places)
        parts.append(framed(f'<path class="line l{colour}" d="M{path}"/>'))
        for mark, (px, py) in zip(each.marks, places):
            side, shift = ("end", -6) if px > WIDTH - 70 else ("start", 6)
            parts.append(
                f'<circle class="f{colour}" cx="{px:.1f}" cy="{py:.1f}" r="3.2"/><text x="{px + shift:.1f}" '
                f'y="{py - 6:.1f}" text-anchor="{side}">{html.escape(mark)}</text>'
            )
    return panel(title, parts)


def bars(title, pairs, x_label, y_label):
    """Of (label, height)."""
    y = Scale(0, max(height for _, height in pairs), False)
    parts = frame(title, None, y, x_label, y_label)
    room = (WIDTH - RIGHT - LEFT) / len(pairs)
    for index, (label, height) in enumerate(pairs):
        left, top = LEFT + room * (index + 0.15), y.place(height, HEIGHT - BOTTOM, TOP)
        parts.append(
            f'<rect class="fc" x="{left:.1f}" y="{top:.1f}" width="{0.7 * room:.1f}" '
            f'height="{HEIGHT - BOTTOM - top:.1f}"/><text x="{left + 0.35 * room:.1f}" '
            f'y="{HEIGHT - BOTTOM + 16}" text-anchor="middle">{html.escape(str(label))}</text>'
        )
    return panel(title, parts)


def sheet(panels, columns):
    """One SVG file of several panels."""
    columns = min(columns, len(panels))
    rows = math.ceil(len(panels) / columns)
    inner = "".join(
        each.replace(
            "<svg ",
            f'<svg x="{index % columns * (WIDTH + 20)}" y="{index // columns * (HEIGHT + 14)}" '
            f'width="{WIDTH}" height="{HEIGHT}" ',
            1,
        )
        for index, each in enumerate(panels)
    )
    width, height = columns * (WIDTH + 20) - 20, rows * (HEIGHT + 14) - 14
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}">'
        f'<style>{STYLE}{BACKGROUND}</style><rect class="back" width="{width}" height="{height}"/>{inner}</svg>\n'
    )
