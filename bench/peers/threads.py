"""What threads gain, a part of speed.py (`python bench/peers/speed.py --only threads`): fits on one thread and on two, in
turns, the CPU time of sixteen threads, and by work and span how much faster 4, 8 and 16 processors could be.

fit_bench of `build/bench` measures, and that of `build/span` counts work and span (src/base/span_meter.h). LightGBM
trains beside `boost`.
"""

import data
import espalier_peer
import report
from measure import Peer, Settings, python_peer

SPAN = data.ROOT / "build/span/bench/peers"
MANY = 16

# {method: (shape, options)}; where nothing is given, the defaults.
FITS = {
    "boost": ("1M x 28", {}),
    "graft": ("1M x 28", {"budget": "1024leaves"}),
    "ret": ("1M x 28", {"trees": 100}),
    "forest": ("1M x 28", {"trees": 20, "depth": 12}),
    "extra": ("1M x 28", {"trees": 20, "depth": 12}),
    "gif": ("100k x 28", {}),
    "combine": ("100k x 28", {}),
    "neural": ("100k x 28", {}),
}
# What the project asks of each: wall of two threads ÷ one, CPU of MANY threads ÷ one, speed-up with MANY processors.
MUST = {
    "boost": (0.56, 1.2, 7),
    "graft": (0.6, 1.2, 6),
    "ret": (0.56, 1.2, 7),
    "forest": (0.53, 1.2, 10),
    "extra": (0.53, 1.2, 10),
    "gif": (0.65, 1.2, 4),
    "combine": (0.65, 1.2, 4),
    "neural": (0.65, 1.2, 4),
}

TEXT = """The same fits on one thread and on two (wall time, in turns, the least of {repeats} or more), and the CPU time of {many} threads ÷ that of one, which shows on this machine's cores what scheduling costs. The last columns are not measurements of larger machines, but what they could reach at most, by work and span: a build that runs one block of work after another notes how long each takes, and counts a parallel loop as its work divided by the processors or as its longest block, whichever takes longer (`src/base/span_meter.h`). Memory bandwidth and scheduling are left out of that. Brackets hold what the project asks for; LightGBM's settings are those of the tables above.
"""


def words_of(options):
    return [f"{name}={value}" for name, value in options.items()]


def espalier(method, threads, programs=espalier_peer.PROGRAMS):
    shape, options = FITS[method]
    command = [programs / "fit_bench", data.generated(shape), method, *words_of(options), f"threads={threads}"]
    with Peer(command) as peer:
        return peer.training


def lightgbm(threads):
    with python_peer("lightgbm", data.generated("1M x 28"), Settings(threads=threads)) as peer:
        return peer.training


def in_turns(fit, repeats):
    """{number of threads: [what each turn said]}."""
    turns = {1: [], 2: [], MANY: []}
    for turn in range(repeats):
        for threads, reports in turns.items():
            if threads == MANY and turn > 0:
                continue
            trained = fit(threads)
            if trained:
                reports.append(trained)
                print(f"{threads} threads: {trained['wall']:.2f} s, CPU {trained['cpu']:.2f} s", flush=True)
    return turns


def measure(methods, repeats):
    result = {}
    for method in methods:
        print(method, *FITS[method], flush=True)
        spanned = espalier(method, MANY, SPAN) if SPAN.exists() else None
        result[method] = {
            "turns": in_turns(lambda threads: espalier(method, threads), repeats),  # noqa: B023
            "speed_up": spanned and spanned["speed_up"],
        }
        print("by work and span:", result[method]["speed_up"], flush=True)
        if method == "boost":
            result["LightGBM"] = {"turns": in_turns(lightgbm, repeats), "speed_up": None}
    return result


# ---- the table -------------------------------------------------------------------------------------------------------


def least(turns, threads, field):
    """None if there are none. The keys are words once the file has been read again."""
    reports = turns.get(threads) or turns.get(str(threads))
    return min(one[field] for one in reports) if reports else None


def ratio(one, other):
    return one and other and other / one


def settings_text(method):
    if method not in FITS:
        return "1M x 28, 100 trees of 31 leaves"
    shape, options = FITS[method]
    return ", ".join([shape, *(f"{name} {value}" for name, value in options.items())])


def figure(value, digits, bound=None, is_missed=None):
    if value is None:
        return "–"
    text = f"{value:.{digits}f}"
    if bound is None:
        return text
    return (f"**{text}**" if is_missed(value, bound) else text) + f" ({bound})"


def row(method, part):
    turns, speed_up = part["turns"], part["speed_up"] or {}
    most_two, most_many, least_speed_up = MUST.get(method, (None, None, None))
    above, below = float.__gt__, float.__lt__
    one, two = least(turns, 1, "wall"), least(turns, 2, "wall")
    many = ratio(least(turns, 1, "cpu"), least(turns, MANY, "cpu"))
    return [
        f"`{method}`" if method in FITS else method,
        settings_text(method),
        figure(one, 2),
        figure(two, 2),
        figure(ratio(one, two), 3, most_two, above),
        figure(many, 2, most_many, above),
        figure(speed_up.get("4"), 1),
        figure(speed_up.get("8"), 1),
        figure(speed_up.get(str(MANY)), 1, least_speed_up and float(least_speed_up), below),
    ]


def section(measured):
    headings = ["method", "fit", "one thread, s", "two, s", "two ÷ one", f"CPU, {MANY} ÷ one"]
    headings += [f"at most with {processors}" for processors in (4, 8, MANY)]
    repeats = min(len(part["turns"].get("1") or part["turns"].get(1)) for part in measured.values())
    text = TEXT.format(repeats=repeats, many=MANY)
    return text + "\n" + report.table(headings, [row(method, part) for method, part in measured.items()])
