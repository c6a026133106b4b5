"""What the project promises of GIF, and where results do not keep it.

Faithful means have to lie in bands, those of the defaults below bounds. On waveform and madelon the defaults at 1% have
to be no worse than the better of the two faithful losses: the mean difference, split by split, may be at most two of
its standard errors above 0, which needs two runs or more. The differences at 10% are printed and not judged. What has
no results is missed.
"""

import statistics

from gif_data import SETS
from raw_results import standard_error

# {(data, variant): ((centre, most away) at 1%, at 10%)}, in the paper's units
BANDS = {
    ("friedman1", "squared"): ((3.0, 0.25), (2.3, 0.15)),
    ("abalone", "squared"): ((4.7, 0.3), (5.2, 0.3)),
    ("california", "squared"): ((24.1, 0.7), (21.8, 0.6)),
    ("ringnorm", "exponential"): ((4.3, 0.5), (3.2, 0.3)),
    ("twonorm", "exponential"): ((3.9, 0.25), (3.4, 0.2)),
    ("hastie", "exponential"): ((6.6, 0.4), (7.2, 0.35)),
    ("musk2", "exponential"): ((6.7, 0.4), (3.15, 0.3)),
    ("vowel", "squared"): ((22.7, 2), (7.2, 1)),
    ("letter", "squared"): ((8.1, 0.5), (2.8, 0.2)),
}
MOST_OF_DEFAULT = {"friedman1": 2.5, "abalone": 4.6, "california": 21.8, "vowel": 9.5, "letter": 3.5, "hastie": 5.5,
                   "musk2": 4.3, "mnist": 2.0}  # at 1%
NO_WORSE = ("waveform", "madelon")


def misses(results, sets):
    """Lines about what is missed."""
    def mean(name, variant, budget):
        values = results.numbers("error", data=name, variant=variant, budget=budget)
        return SETS[name].scale * statistics.mean(values) if values else None

    for (name, variant), bands in BANDS.items():
        for budget, (centre, away) in zip((1, 10), bands):
            if name not in sets:
                continue
            value = mean(name, variant, budget)
            if value is None or abs(value - centre) > away:
                yield f"{name}, {variant} at {budget}%: {shown(value)} is not in {centre} ± {away}"
    for name, most in MOST_OF_DEFAULT.items():
        value = mean(name, "default", 1) if name in sets else 0
        if value is None or value > most:
            yield f"{name}, default at 1%: {shown(value)} is more than {most}"
    for name in NO_WORSE:
        if name in sets:
            yield from worse_than_faithful(results, name)


def shown(value):
    return "no result" if value is None else f"{value:.2f}"


def worse_than_faithful(results, name):
    for budget in (1, 10):
        losses = [paired(results, name, budget, loss) for loss in ("squared", "exponential")]
        if not all(losses):
            continue
        differences = max(losses, key=statistics.mean)  # against the better loss
        excess, error = statistics.mean(differences), standard_error(differences)
        text = f"{name} at {budget}%: default less the better faithful loss {excess:+.2f} ± {error:.2f}"
        print("\n" + text)
        if budget == 1 and excess > 2 * error:
            yield text


def paired(results, name, budget, loss):
    """Default less faithful, of the runs that both have."""
    def by_seed(variant):
        chosen = (name, variant, str(budget))
        return {key[3]: float(row["error"]) for key, row in results.rows.items() if key[:3] == chosen}

    default, faithful = by_seed("default"), by_seed(loss)
    return [value - faithful[seed] for seed, value in default.items() if seed in faithful]
