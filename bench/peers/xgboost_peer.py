"""XGBoost, measured: xgboost_peer.py FOLDER SETTINGS (see measure.py). It grows by level to a depth."""

import xgboost

import measure


def fit(part, settings):
    parameters = {
        "objective": "binary:logistic",
        "tree_method": "hist",
        "max_depth": settings.depth,
        "learning_rate": settings.rate,
        "max_bin": settings.bins,
        "reg_lambda": settings.l2,
        "seed": settings.seed,
        "nthread": 1,
    }
    matrix = xgboost.QuantileDMatrix(part.inputs, part.target, max_bin=settings.bins, nthread=1)
    return xgboost.train(parameters, matrix, settings.trees)


def predict(model, inputs):
    return model.inplace_predict(inputs)


def size(model, _):
    return len(model.save_raw("ubj"))


if __name__ == "__main__":
    measure.answer(fit, predict, size)
