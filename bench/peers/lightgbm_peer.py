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


def fit(part, settings):
    binary = parameters(settings) | {"objective": "binary"}
    return lightgbm.train(binary, lightgbm.Dataset(part.inputs, part.target), settings.trees)


def predict(model, inputs):
    return model.predict(inputs, num_threads=1)


def size(model, settings):
    if settings.save:
        model.save_model(settings.save)
    return len(model.model_to_string())


if __name__ == "__main__":
    measure.answer(fit, predict, size)
