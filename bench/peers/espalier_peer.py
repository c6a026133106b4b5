"""Espalier, measured by fit_bench, which answers as measure.answer does; and how the settings are named there."""

import measure

PROGRAMS = measure.HERE.parents[1] / "build/bench/bench/peers"


def options(settings):
    """The options of a method by name, for fit_bench and for the command line alike."""
    if settings.method != "boost":  # fully grown is the default, and so are ⌊√p⌋ features for classes
        return {"trees": settings.trees} | ({"features": settings.features} if settings.features else {})
    return {
        "trees": settings.trees,
        "leaves": settings.leaves,
        "rate": settings.rate,
        "bins": settings.bins,
        "min-rows": settings.min_rows,
        "l2": settings.l2,
    }


def peer(folder, settings, target=""):
    """`target` is the best instruction set that it may use, if not the machine's best."""
    words = [f"{name}={value}" for name, value in options(settings).items()]
    words += [f"target={target}"] if target else []
    return measure.Peer([PROGRAMS / "fit_bench", folder, settings.method, *words, f"seed={settings.seed}"])
