"""LightGBM, measured: lightgbm_peer.py FOLDER SETTINGS (see measure.py)."""

import lightgbm

import measure


def parameters(settings):
    return {
        "num_leaves": settings.leaves,
        "learning_rate": settings.rate,
        "max_bin": settings.bins,
        "min_data_in_leaf": settings.min_rows,
        "lambda_l2": settings.l2,
        "seed": settings.seed,
        "num_threads": settings.threads,
        "verbosity": -1,
    }


def objective(target):
    if target.dtype.kind == "f":
        return {"objective": "regression"}
    classes = int(target.max()) + 1
    return {"objective": "multiclass", "num_class": classes} if classes > 2 else {"objective": "binary"}


def fit(part, settings):
    table = lightgbm.Dataset(part.inputs, part.target, categorical_feature=part.categorical)
    return lightgbm.train(parameters(settings) | objective(part.target), table, settings.trees)


def predict(model, inputs):
    return model.predict(inputs, num_threads=1)


def size(model, settings):
    if settings.save:
        model.save_model(settings.save)
    return len(model.model_to_string())


if __name__ == "__main__":
    measure.answer(fit, predict, size)
