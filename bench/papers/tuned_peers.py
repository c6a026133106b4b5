"""What the RET paper compares with, each tuned as there: five folds of the training rows, the parameters of least mean
loss, and a fit on all training rows with them.

Boosting is tuned over the depth and the rounds, up to as many as RET may have trees; linear models over their penalties,
with at most 300 passes over the rows. Each peer takes a split and a seed and gives {value, trees, leaves, CPU seconds},
where the value is the test error in % or the test R² in %.
"""

import warnings

import numpy
import pandas
import program
import protocol
from sklearn.compose import make_column_selector, make_column_transformer
from sklearn.ensemble import (
    ExtraTreesClassifier,
    ExtraTreesRegressor,
    GradientBoostingClassifier,
    GradientBoostingRegressor,
    RandomForestClassifier,
    RandomForestRegressor,
)
from sklearn.exceptions import ConvergenceWarning
from sklearn.linear_model import ElasticNetCV, LassoCV, LogisticRegressionCV
from sklearn.metrics import log_loss, r2_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder, StandardScaler

FOLDS = 5
BOOST_RATE = 0.1
XGBOOST_RATE = 0.3  # its default


def encoded(split):
    """Inputs with a column for every category, standardised by the training rows, and targets (classes as 0 and 1)."""
    columns = make_column_transformer(
        (OneHotEncoder(handle_unknown="ignore", sparse_output=False), make_column_selector(dtype_exclude="number")),
        remainder="passthrough",
    )
    encoder = make_pipeline(columns, StandardScaler()).fit(split.train.drop(columns="target"))
    inputs = [encoder.transform(part.drop(columns="target")) for part in (split.train, split.test)]
    targets = [part["target"].to_numpy() for part in (split.train, split.test)]
    if not numpy.issubdtype(targets[0].dtype, numpy.number) or len(set(targets[0])) == 2:
        classes = numpy.unique(targets[0])
        targets = [numpy.searchsorted(classes, target) for target in targets]
    return inputs, targets


def value_of(regression, target, predicted):
    return 100 * (r2_score(target, predicted) if regression else (target != predicted).mean())


def measured(fit, split, regression):
    """The value of what fit(inputs, target) gives, and its seconds."""
    (train, test), (target, test_target) = encoded(split)
    start = program.cpu_seconds()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        model = fit(train, target)
    seconds = program.cpu_seconds() - start
    value = value_of(regression, test_target, model.predict(test))
    return {"value": value, "trees": len(getattr(model, "estimators_", [])), "leaves": 0, "seconds": seconds}


# ---- linear models and forests ---------------------------------------------------------------------------------------


def l1(split, name, seed):
    return penalised(split, name, seed, [1.0])


def elastic_net(split, name, seed):
    return penalised(split, name, seed, [0.1, 0.5, 0.9])


def penalised(split, name, seed, shares):
    """A linear model with shares of L1 in the penalty, the rest L2."""
    if not protocol.SETS[name].regression:
        model = LogisticRegressionCV(
            Cs=numpy.logspace(-4, 2, 7), l1_ratios=shares, cv=FOLDS, scoring="neg_log_loss", solver="saga", tol=1e-3,
            max_iter=300, random_state=seed, use_legacy_attributes=False,
        )
    elif shares == [1.0]:
        model = LassoCV(cv=FOLDS, random_state=seed)
    else:
        model = ElasticNetCV(l1_ratio=shares, cv=FOLDS, random_state=seed)
    return measured(model.fit, split, protocol.SETS[name].regression)


def forest(split, name, seed, **more):
    """100 trees with scikit-learn's defaults: √p features a split for classes, all for regression."""
    kind = RandomForestRegressor if protocol.SETS[name].regression else RandomForestClassifier
    return measured(kind(100, random_state=seed, n_jobs=1, **more).fit, split, protocol.SETS[name].regression)


def third_forest(split, name, seed):
    """A third of the features a split, as is usual elsewhere for regression."""
    return forest(split, name, seed, max_features=1 / 3)


def extra_trees(split, name, seed):
    kind = ExtraTreesRegressor if protocol.SETS[name].regression else ExtraTreesClassifier
    return measured(kind(100, random_state=seed, n_jobs=1).fit, split, protocol.SETS[name].regression)


# ---- boosting --------------------------------------------------------------------------------------------------------


def best_of(curves):
    """(depth, rounds) of the least mean loss, of {depth: one curve of losses after 1, 2, … rounds for every fold}."""
    means = {depth: numpy.mean(folds, axis=0) for depth, folds in curves.items()}
    depth = min(means, key=lambda key: means[key].min())
    return depth, int(means[depth].argmin()) + 1


def most_trees(name):
    return protocol.SETS[name].most_trees


def tuned(losses, split, name, seed):
    """(depth, rounds) by the folds, of losses(part, depth, name, seed) after 1, 2, … rounds."""
    parts = protocol.folds(split.train, protocol.SETS[name].regression, seed, FOLDS)
    depths = protocol.SETS[name].depth_list()
    return best_of({depth: [losses(part, depth, name, seed) for part in parts] for depth in depths})


def xgboost_losses(split, depth, name, seed):
    import xgboost  # here, so that the others need no XGBoost

    (train, test), (target, test_target) = encoded(split)
    history = {}
    xgboost.train(
        xgboost_settings(depth, name, seed), xgboost.DMatrix(train, target), most_trees(name),
        evals=[(xgboost.DMatrix(test, test_target), "held")], evals_result=history, verbose_eval=False,
    )
    return next(iter(history["held"].values()))


def xgboost_settings(depth, name, seed):
    # One thread: on data this small several mostly wait for each other.
    objective = "reg:squarederror" if protocol.SETS[name].regression else "binary:logistic"
    metric = "rmse" if protocol.SETS[name].regression else "logloss"
    return {"max_depth": depth, "eta": XGBOOST_RATE, "objective": objective, "eval_metric": metric, "seed": seed,
            "nthread": 1}


def boosted_by_xgboost(split, name, seed):
    import xgboost

    start = program.cpu_seconds()
    regression = protocol.SETS[name].regression
    depth, rounds = tuned(xgboost_losses, split, name, seed)
    (train, test), (target, test_target) = encoded(split)
    model = xgboost.train(xgboost_settings(depth, name, seed), xgboost.DMatrix(train, target), rounds)
    seconds = program.cpu_seconds() - start
    scores = model.predict(xgboost.DMatrix(test))
    leaves = sum(text.count("leaf=") for text in model.get_dump())
    value = value_of(regression, test_target, scores if regression else scores > 0.5)
    return {"value": value, "trees": rounds, "leaves": leaves, "seconds": seconds}


def lightgbm_settings(depth, name, seed, rows):
    # Without the rows that it wants in a leaf by default, 20, as the others have no such limit. It keeps room for the
    # histograms of as many leaves as it may have, and no tree has more of them than rows.
    objective = "regression" if protocol.SETS[name].regression else "binary"
    return {"max_depth": depth, "num_leaves": min(2**depth, rows), "learning_rate": BOOST_RATE, "objective": objective,
            "min_data_in_leaf": 1, "seed": seed, "num_threads": 1, "verbosity": -1, "deterministic": True}


def lightgbm_losses(split, depth, name, seed):
    import lightgbm  # here, so that the others need no LightGBM

    (train, test), (target, test_target) = encoded(split)
    history = {}
    data = lightgbm.Dataset(train, target)
    lightgbm.train(lightgbm_settings(depth, name, seed, len(target)), data, most_trees(name),
                   valid_sets=[lightgbm.Dataset(test, test_target, reference=data)],
                   callbacks=[lightgbm.record_evaluation(history)])
    losses = next(iter(history["valid_0"].values()))
    return numpy.pad(losses, (0, most_trees(name) - len(losses)), mode="edge")


def boosted_by_lightgbm(split, name, seed):
    import lightgbm

    start = program.cpu_seconds()
    regression = protocol.SETS[name].regression
    depth, rounds = tuned(lightgbm_losses, split, name, seed)
    (train, test), (target, test_target) = encoded(split)
    model = lightgbm.train(lightgbm_settings(depth, name, seed, len(target)), lightgbm.Dataset(train, target), rounds)
    seconds = program.cpu_seconds() - start
    scores = model.predict(test)
    leaves = sum(tree["num_leaves"] for tree in model.dump_model()["tree_info"])
    value = value_of(regression, test_target, scores if regression else scores > 0.5)
    return {"value": value, "trees": rounds, "leaves": leaves, "seconds": seconds}


def scikit_learn_booster(rounds, depth, name, seed):
    kind = GradientBoostingRegressor if protocol.SETS[name].regression else GradientBoostingClassifier
    return kind(n_estimators=rounds, max_depth=depth, learning_rate=BOOST_RATE, random_state=seed)


def scikit_learn_losses(split, depth, name, seed):
    (train, test), (target, test_target) = encoded(split)
    model = scikit_learn_booster(most_trees(name), depth, name, seed).fit(train, target)
    if protocol.SETS[name].regression:
        return [float(((predicted - test_target) ** 2).mean()) for predicted in model.staged_predict(test)]
    return [log_loss(test_target, predicted[:, 1]) for predicted in model.staged_predict_proba(test)]


def boosted_by_scikit_learn(split, name, seed):
    start = program.cpu_seconds()
    regression = protocol.SETS[name].regression
    depth, rounds = tuned(scikit_learn_losses, split, name, seed)
    fit = measured(scikit_learn_booster(rounds, depth, name, seed).fit, split, regression)
    return fit | {"depth": depth, "trees": rounds, "seconds": program.cpu_seconds() - start}


def boost_losses(espalier, files, depth, name, seed):
    """Held-out losses after 1, 2, … rounds, from the path that the program writes."""
    path = files.train.with_name("path.csv")
    options = {"trees": most_trees(name), "depth": depth, "rate": BOOST_RATE, "valid": files.test, "path": path}
    espalier.train(files.train, files.train.with_suffix(".esp"), "boost", options, seed,
                   protocol.task(protocol.SETS[name].regression))
    table = pandas.read_csv(path)
    losses = table["validation_loss" if "validation_loss" in table else "validation_error"].to_numpy()[1:]
    return numpy.pad(losses, (0, most_trees(name) - len(losses)), mode="edge")  # it may stop before


def tuned_boost(espalier, split, name, seed):
    """(depth, rounds) of our own boosting."""
    curves = {depth: [] for depth in protocol.SETS[name].depth_list()}
    for part in protocol.folds(split.train, protocol.SETS[name].regression, seed, FOLDS):
        with protocol.written(part) as files:
            for depth, folds in curves.items():
                folds.append(boost_losses(espalier, files, depth, name, seed))
    return best_of(curves)


def boosted(espalier):
    def measure(split, name, seed):
        start = program.cpu_seconds()
        depth, rounds = tuned_boost(espalier, split, name, seed)
        with protocol.written(split) as files:
            fit = espalier.fit(files, "boost", {"trees": rounds, "depth": depth, "rate": BOOST_RATE}, seed,
                               protocol.task(protocol.SETS[name].regression))
        return of_fit(fit) | {"seconds": program.cpu_seconds() - start}

    return measure


def of_fit(fit):
    """What a peer gives, of a fit of the program."""
    value = 100 * (fit.test["r2"] if "r2" in fit.test else fit.test["error"])
    return {"value": value, "trees": fit.size["trees"], "leaves": fit.size["leaves"], "seconds": fit.seconds}
