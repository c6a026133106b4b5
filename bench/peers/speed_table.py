"""docs/results/speed.md, which speed.py measures: tables, and the goals next to what was measured."""

import statistics

import report
import threads
from measure import ratios

NAMES = {
    "espalier": "Espalier",
    "espalier, row-major": "Espalier, row-major input",
    "espalier, AVX2": "Espalier, AVX2",
    "lightgbm": "LightGBM",
    "xgboost": "XGBoost, depth 6",
    "sklearn": "scikit-learn",
}
NOTHING = "–"
AVX2 = "espalier, AVX2"
REAL = {"california": False, "adult": True, "letter": True}  # whether its target is a class
REAL_MUST, REAL_STRETCH = 1.0, 0.6

INTRODUCTION = """# Speed of training and prediction

`make bench-peers` measures this again (`python bench/peers/speed.py`). {machine}; {versions}.

The data are generated (`bench/peers/data.py`): 28 or 500 columns, two classes, and a test part of 100,000 rows. The probability of the label is a function of products, waves and conditions. Every library gets the same float32 arrays in memory and grows 100 trees of at most 31 leaves (XGBoost: of depth 6) with a learning rate of 0.1, 255 bins, at least 20 rows per leaf and L2 = 1. Each training runs in a process of its own, on one thread, in turns with the others, on new training rows in each turn; log-losses and AUCs are means over the turns. The time is the CPU time of the training call, binning included. Ratios are Espalier ÷ the other library: the median over the turns and, in brackets, the ratio of the least times. Extra memory is the peak during the call above the memory in use before it; the data themselves are not counted. On a machine with AVX-512, "Espalier, AVX2" is the same program kept from using it (`ESPALIER_TARGETS=avx2`), as it runs on machines without; ratios are then given for both, in this order.
"""

PREDICTION = """A hundred thousand rows at once, binning included, or one row at a time, on one thread; CPU nanoseconds per row and tree, the least of the turns. Espalier reads the data by column and the others by row, since each is fastest that way; one line gives Espalier's time for a row-major array too. For one row at a time, LightGBM uses its own fast path (`LGBM_BoosterPredictForMatSingleRowFast`), called from C++.
"""


REAL_TEXT = """Four fifths of each set, with the settings of the tables above, on one thread kept to AVX2; every library is told which columns are categorical (8 of adult's 14), and letter has 26 classes. Errors are mean squared errors of regression and shares of wrong classes, on the other fifth. The ratio is the median over the turns and, in brackets, that of the least times; the project asks for at most {must}, better {stretch}.
"""


def ratio_text(ours, theirs):
    if not ours or not theirs:
        return NOTHING
    median, least = ratios(ours, theirs)
    return f"{median:.3f} ({least:.3f})"


def values(reports, field):
    return [report[field] for report in reports]


def training_rows(name, reports):
    ours = [values(turns, "cpu") for name, turns in reports.items() if name.startswith("espalier")]
    for library, turns in reports.items():
        if not turns:
            yield [name, NAMES[library]] + [NOTHING] * 6
            continue
        cpu = values(turns, "cpu")
        yield [
            name,
            NAMES[library],
            f"{min(cpu):.2f}",
            "" if library.startswith("espalier") else " / ".join(ratio_text(of, cpu) for of in ours),
            f"{statistics.mean(values(turns, 'log_loss')):.5f}",
            f"{statistics.mean(values(turns, 'auc')):.4f}",
            f"{min(values(turns, 'extra_bytes')) / 2**20:.0f}",
            f"{turns[0]['bytes'] / 1000:.0f}",
        ]


def real_rows(name, reports):
    if not reports[AVX2] or not reports["lightgbm"]:
        return
    cpu = {library: values(turns, "cpu") for library, turns in reports.items()}
    for library, turns in reports.items():
        ratio = ratio_text(cpu[AVX2], cpu["lightgbm"]) if library == "lightgbm" else ""
        loss = f"{turns[0]['log_loss']:.5f}" if "log_loss" in turns[0] else NOTHING
        yield [name, NAMES[library], f"{min(cpu[library]):.3f}", ratio, f"{turns[0]['error']:.4g}", loss]


def real_table(parts):
    headings = ["data", "library", "CPU s", "ratio", "test error", "test log-loss"]
    return report.table(headings, [row for name, reports in parts.items() for row in real_rows(name, reports)])


def training_table(parts):
    headings = ["data", "library", "CPU s", "ratio", "test log-loss", "AUC", "extra MB", "model kB"]
    rows = [row for name, reports in parts.items() for row in training_rows(name, reports)]
    return report.table(headings, rows)


def prediction_table(models):
    rows = []
    for name, model in models.items():
        for way in ("batch", "single"):
            seconds = model.get(way, {})
            for library, turns in seconds.items():
                least = f"{1e9 * min(turns) / model['trees']:.2f}" if turns else NOTHING
                ours = [seconds[name] for name in ("espalier", AVX2) if name in seconds]
                ratio = "" if library.startswith("espalier") else " / ".join(ratio_text(of, turns) for of in ours)
                rows.append([name, "batch" if way == "batch" else "one row", NAMES[library], least, ratio])
    return report.table(["model", "rows", "library", "ns", "ratio"], rows)


# ---- goals -----------------------------------------------------------------------------------------------------------


def median_ratio(ours, theirs):
    return ratios(ours, theirs)[0] if ours and theirs else None


def training_ratio(kept, part, name, peer, field="cpu", ours="espalier"):
    reports = kept.get(part, {}).get(name)
    if not reports or ours not in reports:
        return None
    return median_ratio(values(reports[ours], field), values(reports[peer], field))


def log_loss_excess(kept, shape):
    """How much Espalier's mean test log-loss lies above LightGBM's, as a share of it."""
    reports = kept.get("training", {}).get(shape)
    if not reports or not reports["espalier"] or not reports["lightgbm"]:
        return None
    ours, theirs = (statistics.mean(values(reports[library], "log_loss")) for library in ("espalier", "lightgbm"))
    return ours / theirs - 1


def prediction_ratio(kept, name, way, peer, ours="espalier"):
    seconds = kept.get("prediction", {}).get(name, {}).get(way)
    return median_ratio(seconds[ours], seconds[peer]) if seconds and ours in seconds else None


def bytes_ratio(kept):
    reports = kept.get("training", {}).get("100k x 28")
    if not reports or not reports["espalier"] or not reports["lightgbm"]:
        return None
    return reports["espalier"][0]["stripped_bytes"] / reports["lightgbm"][0]["bytes"]


def goals(kept):
    """(what, must, stretch, measured); None where the issue names no figure, or nothing was measured."""
    for shape, must, stretch in [("1M x 28", 0.7, 0.4), ("100k x 28", 0.7, 0.4), ("10k x 500", 0.5, 0.25)]:
        name = f"training {shape} ÷ LightGBM"
        yield f"{name}, CPU", must, stretch, training_ratio(kept, "training", shape, "lightgbm")
        yield f"{name}, test log-loss above it", 0.001, None, log_loss_excess(kept, shape)
        extra = training_ratio(kept, "training", shape, "lightgbm", "extra_bytes")
        yield f"{name}, extra memory", 1, 0.5, extra
    yield "extra-trees ÷ scikit-learn, 100k x 28, CPU", 0.3, 0.1, training_ratio(kept, "forests", "extra", "sklearn")
    for trees, must, stretch in [(100, 1 / 20, 1 / 40), (1000, 1 / 50, 1 / 100)]:
        model = f"{trees} trees of 31 leaves"
        yield f"batch prediction ÷ LightGBM, {model}", must, stretch, prediction_ratio(kept, model, "batch", "lightgbm")
    single = prediction_ratio(kept, "100 trees of 31 leaves", "single", "lightgbm")
    yield "one row ÷ LightGBM's fast path, 100 trees of 31 leaves", 1 / 4, 1 / 8, single
    grown = "forest of 100 fully grown trees"
    yield f"batch prediction ÷ scikit-learn, {grown}", 1 / 3, None, prediction_ratio(kept, grown, "batch", "sklearn")
    yield "model bytes (stripped) ÷ LightGBM text, 100k x 28", 1 / 25, 1 / 45, bytes_ratio(kept)


def avx2_goals(kept):
    """The same for machines without AVX-512."""
    for shape, must, stretch in [("1M x 28", 0.8, 0.5), ("100k x 28", 0.75, 0.5), ("10k x 500", 0.6, 0.4)]:
        measured = training_ratio(kept, "training", shape, "lightgbm", ours=AVX2)
        yield f"AVX2: training {shape} ÷ LightGBM, CPU", must, stretch, measured
    for name in REAL:
        measured = training_ratio(kept, "real", name, "lightgbm", ours=AVX2)
        yield f"AVX2: training {name} ÷ LightGBM, CPU", REAL_MUST, REAL_STRETCH, measured
    for trees, way, must, stretch in [
        (100, "batch", 1 / 12, 1 / 20),
        (1000, "batch", 1 / 25, 1 / 40),
        (100, "single", 1 / 5, 1 / 8),
    ]:
        measured = prediction_ratio(kept, f"{trees} trees of 31 leaves", way, "lightgbm", AVX2)
        rows = "batch prediction" if way == "batch" else "one row"
        yield f"AVX2: {rows} ÷ LightGBM, {trees} trees of 31 leaves", must, stretch, measured


def verdict(must, stretch, measured):
    if measured is None:
        return "not measured"
    if stretch is not None and measured <= stretch:
        return "beyond"
    return "yes" if measured <= must else "**no**"


def goals_table(kept):
    def figure(value):
        return NOTHING if value is None else f"{value:.3f}" if abs(value) >= 0.0095 else f"{value:.4f}"

    every = [*goals(kept), *avx2_goals(kept)]
    rows = [[what, figure(m), figure(s), figure(got), verdict(m, s, got)] for what, m, s, got in every]
    return report.table(["goal, as a ratio", "must", "stretch", "measured", "met"], rows)


def write(kept):
    libraries = report.versions("lightgbm", "xgboost-cpu", "scikit-learn")
    sections = [INTRODUCTION.format(machine=report.machine(), versions=libraries), goals_table(kept)]
    if "training" in kept:
        sections += ["## Training\n", training_table(kept["training"])]
    if "real" in kept:
        sections += ["## Training on real sets\n", REAL_TEXT.format(must=REAL_MUST, stretch=REAL_STRETCH)]
        sections += [real_table(kept["real"])]
    if "forests" in kept:
        sections += ["## Forests, 100k x 28, 100 fully grown trees\n", training_table(kept["forests"])]
    if "prediction" in kept:
        sections += ["## Prediction\n", PREDICTION, prediction_table(kept["prediction"])]
    if "threads" in kept:
        sections += ["## Threads\n", threads.section(kept["threads"])]
    report.write_page("speed", "\n".join(sections))
