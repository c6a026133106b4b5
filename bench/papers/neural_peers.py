"""What the neural rule thesis (Dawer 2018, section 5.3.3) compares with, by scikit-learn, over the thesis's grids.

A setting is chosen once a set, on a fifth of the first fold's training rows that is held out, by the error there; of
equals the smaller. The thesis has five inner folds instead. Of more than MOST_ROWS training rows as many are drawn to
choose on. Non-numeric columns are one-hot, all are standardised, which only the network notices.
"""

import protocol
import tuned_peers
from sklearn.ensemble import GradientBoostingClassifier, RandomForestClassifier
from sklearn.model_selection import train_test_split
from sklearn.neural_network import MLPClassifier

GRIDS = {
    "RF": (32, 64, 128, 256, 512),  # trees
    "GB": (2, 4, 6, 8, 10),  # depth
    "ANN": (64, 128, 256, 512, 1024),  # hidden units
}
MOST_ROWS = 6000  # networks of 1024 units on all rows of adult would take hours


def untuned(peer):
    """The middle of the grid."""
    return GRIDS[peer][len(GRIDS[peer]) // 2]


def model_of(peer, setting, seed):
    if peer == "RF":
        return RandomForestClassifier(setting, n_jobs=1, random_state=seed)
    if peer == "GB":
        return GradientBoostingClassifier(n_estimators=100, max_depth=setting, random_state=seed)
    return MLPClassifier((setting,), random_state=seed)


def fitted(peer, setting, split, seed):
    return tuned_peers.measured(model_of(peer, setting, seed).fit, split, regression=False)


def chosen(peer, split, seed):
    """The setting of the least error on held-out rows of the training part."""
    rows = split.train
    if len(rows) > MOST_ROWS:
        rows, _ = train_test_split(rows, train_size=MOST_ROWS, stratify=rows["target"], random_state=seed)
    inner = protocol.Split(*train_test_split(rows, test_size=0.2, stratify=rows["target"], random_state=seed))
    return min(GRIDS[peer], key=lambda setting: fitted(peer, setting, inner, seed)["value"])


def measure(peer, setting, split, seed):
    """The error in % and the seconds of a fit; the setting is chosen if none is given."""
    setting = setting or chosen(peer, split, seed)
    fit = fitted(peer, setting, split, seed)
    return {"error": fit["value"], "rules": "", "setting": setting, "seconds": round(fit["seconds"], 3)}
