"""Training and prediction compared with LightGBM, XGBoost and scikit-learn, by the protocol of docs/results/speed.md.

    python bench/peers/speed.py [--only training,real,forests,prediction,threads] [--repeats 7] [--large-repeats 3]

Every training runs in a process of its own on one thread, the libraries in turns. What was measured is kept in
build/bench/speed.json, part by part, and docs/results/speed.md is made of all the parts that are there.
"""

import argparse
import contextlib
import json
import pathlib
import tempfile

import data
import espalier_peer
import measure
import report
import speed_table
import threads
from measure import Settings, python_peer

KEPT = data.ROOT / "build/bench/speed.json"
OTHERS_TURNS = 2  # of the libraries that no goal speaks of
AVX2 = speed_table.AVX2


def espaliers():
    """As the machine has it, and on one with AVX-512 also as machines without have it."""
    return ["espalier", AVX2] if "AVX512" in report.machine() else ["espalier"]


def start(library, folder, settings):
    if library.startswith("espalier"):
        return espalier_peer.peer(folder, settings, "avx2" if library == AVX2 else "")
    return python_peer(library, folder, settings)


def turns_of(name, folder_of, settings, libraries, repeats):
    """{library: [what it said of its training, in each turn]}; Espalier and the first peer take part in every turn.
    `folder_of(turn)` has the data."""
    reports = {library: [] for library in libraries}
    peers = [library for library in libraries if not library.startswith("espalier")]
    for turn in range(repeats):
        for library in libraries:
            if turn >= OTHERS_TURNS and library in peers[1:]:
                continue
            with start(library, folder_of(turn), settings) as peer:
                if peer.training:
                    reports[library].append(peer.training)
                    print(name, settings.method, library, f"{peer.training['cpu']:.3f} s", flush=True)
    return reports


def train_in_turns(shape, settings, libraries, repeats):
    """Every turn has training rows of its own: on one and the same draw, log-losses differ by luck by as much as they
    may."""
    return turns_of(shape, lambda turn: data.generated(shape, turn), settings, libraries, repeats)


def measure_training(arguments):
    libraries = [*espaliers(), "lightgbm", "xgboost", "sklearn"]
    turns = {"1M x 28": arguments.large_repeats}
    return {
        shape: train_in_turns(shape, Settings(), libraries, turns.get(shape, arguments.repeats))
        for shape in data.SHAPES
    }


def measure_real(arguments):
    """One split of every set, and one instruction set that all machines of today have."""
    result = {}
    for name, classes in speed_table.REAL.items():
        folder = data.real_arrays(name, classes)
        if folder is not None:
            result[name] = turns_of(name, lambda _: folder, Settings(), [AVX2, "lightgbm"], arguments.repeats)  # noqa: B023
    return result


def measure_forests(arguments):
    return {
        method: train_in_turns("100k x 28", Settings(method), [*espaliers(), "sklearn"], arguments.large_repeats)
        for method in ("extra", "forest")
    }


# ---- prediction ------------------------------------------------------------------------------------------------------


def predict_in_turns(peers, repeats):
    """`peers` is {name: (peer, what to ask it)}; gives {name: [CPU seconds of a pass, in each turn]}."""
    seconds = {name: [] for name in peers}
    for _ in range(repeats):
        for name, (peer, question) in peers.items():
            answer = peer.ask(question)
            if answer:
                seconds[name].append(answer["cpu"] / answer.get("rows", data.TEST_ROWS))
    return seconds


def row_peer(model):
    import lightgbm

    library = pathlib.Path(lightgbm.__file__).parent / "lib/lib_lightgbm.so"
    return measure.Peer([espalier_peer.PROGRAMS / "lightgbm_row_bench", library, model, data.generated("100k x 28")])


def measure_model(settings, libraries, repeats):
    """CPU seconds a row, in batches and, of Espalier and LightGBM, a row at a time."""
    folder = data.generated("100k x 28")
    with tempfile.TemporaryDirectory() as scratch, contextlib.ExitStack() as stack:
        settings.save = f"{scratch}/model"
        started = {name: stack.enter_context(start(name, folder, settings)) for name in libraries}
        batch = {name: (peer, "batch") for name, peer in started.items()}
        batch["espalier, row-major"] = (started["espalier"], "rows")
        result = {"trees": settings.trees, "batch": predict_in_turns(batch, repeats)}
        if "lightgbm" in libraries:
            rows = stack.enter_context(row_peer(settings.save))
            single = {name: (peer, "single") for name, peer in started.items() if name in espaliers()}
            single["lightgbm"] = (rows, "single")
            result["single"] = predict_in_turns(single, repeats)
    return result


def measure_prediction(arguments):
    boosters = [*espaliers(), "lightgbm", "xgboost", "sklearn"]
    few = max(3, arguments.repeats // 2)
    return {
        "100 trees of 31 leaves": measure_model(Settings(trees=100), boosters, arguments.repeats),
        "1000 trees of 31 leaves": measure_model(Settings(trees=1000), [*espaliers(), "lightgbm"], few),
        "forest of 100 fully grown trees": measure_model(Settings("forest"), [*espaliers(), "sklearn"], few),
    }


def measure_threads(arguments):
    return threads.measure(arguments.methods.split(","), arguments.large_repeats)


PARTS = {
    "training": measure_training,
    "real": measure_real,
    "forests": measure_forests,
    "prediction": measure_prediction,
    "threads": measure_threads,
}


def main():
    parser = argparse.ArgumentParser(description="Compares training and prediction with other libraries.")
    parser.add_argument("--only", default=",".join(PARTS), help="parts to measure again, with commas")
    parser.add_argument("--repeats", type=int, default=7)
    parser.add_argument("--large-repeats", type=int, default=3, help="of a million rows, forests, threads")
    parser.add_argument("--methods", default=",".join(threads.FITS), help="of threads, with commas")
    arguments = parser.parse_args()
    kept = json.loads(KEPT.read_text()) if KEPT.exists() else {}
    for part in filter(None, arguments.only.split(",")):
        kept[part] = kept.get(part, {}) | PARTS[part](arguments)
        KEPT.write_text(json.dumps(kept))
    speed_table.write(kept)


if __name__ == "__main__":
    main()
