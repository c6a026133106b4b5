"""scikit-learn, measured: sklearn_peer.py FOLDER SETTINGS (see measure.py). Its size is that of the pickle."""

import pickle

from sklearn.ensemble import ExtraTreesClassifier, HistGradientBoostingClassifier, RandomForestClassifier

import measure

FORESTS = {"forest": RandomForestClassifier, "extra": ExtraTreesClassifier}


def make(settings):
    if settings.method in FORESTS:  # fully grown, ⌊√p⌋ features a split
        return FORESTS[settings.method](settings.trees, n_jobs=1, random_state=settings.seed)
    return HistGradientBoostingClassifier(
        max_iter=settings.trees,
        max_leaf_nodes=settings.leaves,
        learning_rate=settings.rate,
        max_bins=settings.bins,
        min_samples_leaf=settings.min_rows,
        l2_regularization=settings.l2,
        early_stopping=False,
        random_state=settings.seed,
    )


def fit(part, settings):
    return make(settings).fit(part.inputs, part.target)


def predict(model, inputs):
    return model.predict_proba(inputs)[:, 1]


def size(model, _):
    return len(pickle.dumps(model))


if __name__ == "__main__":
    measure.answer(fit, predict, size)
