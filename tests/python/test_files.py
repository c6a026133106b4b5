"""Models as bytes: pickles, copies, files, and the command line's files."""

import copy
import io
import pickle
import subprocess

import espalier
import numpy as np
import pandas as pd
import pytest


def cli(*words, folder):
    return subprocess.run(["espalier", *map(str, words)], cwd=folder, check=True, capture_output=True, text=True).stdout


def test_pickles_and_copies_predict_alike(Estimator, task_data):
    X, y = task_data(Estimator)
    model = Estimator().fit(X, y)
    model.predict_row(X[0])
    for twin in (pickle.loads(pickle.dumps(model)), copy.copy(model), copy.deepcopy(model)):
        assert twin.model_.to_bytes() == model.model_.to_bytes()
        np.testing.assert_array_equal(twin.predict(X), model.predict(X))
        np.testing.assert_array_equal(twin.feature_importances_, model.feature_importances_)
        assert twin.predict_row(X[0]) == model.predict_row(X[0])
        assert twin.get_params() == model.get_params()


def test_a_broken_pickle_is_a_value_error(twonorm):
    state = espalier.TreeClassifier().fit(*twonorm).model_.to_bytes()
    with pytest.raises(ValueError, match="the bytes"):
        espalier._core.Model.from_bytes(state[:-5])


def test_saved_and_loaded_estimators_predict_alike(Estimator, task_data, shallow, tmp_path):
    X, y = task_data(Estimator)
    model = Estimator(random_state=5, **shallow(Estimator, 3)).fit(X, y)
    model.save(tmp_path / "model.esp")
    for loaded in (espalier.load(tmp_path / "model.esp"), Estimator.load(str(tmp_path / "model.esp"))):
        assert type(loaded) is Estimator
        assert loaded.get_params() == model.get_params()
        np.testing.assert_array_equal(loaded.predict(X), model.predict(X))
        assert loaded.predict(X).dtype == model.predict(X).dtype
        assert loaded.size_ == model.size_


def test_a_loaded_model_takes_frames_with_further_columns_in_any_order(friedman, tmp_path):
    X, y = friedman
    frame = pd.DataFrame(X, columns=list("abcdefghij"))
    model = espalier.TreeRegressor(budget="4leaves").fit(frame, y)
    model.save(tmp_path / "model.esp")
    loaded = espalier.load(tmp_path / "model.esp")
    assert set(loaded.feature_names_in_) < set("abcdefghij")
    np.testing.assert_array_equal(loaded.predict(frame.assign(more=1)[[*"jihgfedcba", "more"]]), model.predict(frame))
    with pytest.raises(ValueError, match="give a data frame"):
        loaded.predict(X)
    with pytest.raises(ValueError, match='no column "d"'):
        loaded.predict(frame.drop(columns="d"))


def test_a_loaded_model_takes_rows_as_it_takes_arrays(friedman, tmp_path):
    X, y = friedman
    model = espalier.TreeRegressor(budget="4leaves").fit(X, y)
    model.save(tmp_path / "model.esp")
    loaded = espalier.load(tmp_path / "model.esp")
    assert loaded.predict_row(X[0]) == model.predict_row(X[0]) == loaded.predict(X[:1])[0]
    assert loaded.predict_row([*X[0], 7.0]) == model.predict_row(X[0])  # further columns
    with pytest.raises(ValueError, match="give a data frame"):
        loaded.predict_row(X[0, :2])


def test_columns_called_by_numbers_in_another_order_are_not_guessed(friedman, tmp_path):
    X, y = friedman
    frame = pd.DataFrame(X[:, :4], columns=["x4", "x3", "x2", "x1"])
    espalier.TreeRegressor(depth=4).fit(frame, y).save(tmp_path / "model.esp")
    loaded = espalier.load(tmp_path / "model.esp")
    with pytest.raises(ValueError, match="give a data frame"):
        loaded.predict(X[:, :4])


def test_models_of_byte_budgets_load_and_predict_but_do_not_train(Estimator, task_data, shallow, tmp_path):
    X, y = task_data(Estimator)
    model = Estimator(budget="3KB", **shallow(Estimator, 3)).fit(X, y)
    model.save(tmp_path / "model.esp")
    loaded = espalier.load(tmp_path / "model.esp")
    assert type(loaded).__name__.startswith("Loaded")
    np.testing.assert_array_equal(loaded.predict(X), model.predict(X))
    np.testing.assert_array_equal(pickle.loads(pickle.dumps(loaded)).predict(X), model.predict(X))
    assert "bytes" in loaded._repr_html_() and repr(loaded)
    with pytest.raises(ValueError, match="cannot be trained again"):
        loaded.fit(X, y)
    np.testing.assert_array_equal(Estimator.load(tmp_path / "model.esp").predict(X), model.predict(X))


def test_bytes_are_read_as_a_file(friedman):
    X, y = friedman
    model = espalier.BoostRegressor(trees=3).fit(X, y)
    loaded = espalier.load(io.BytesIO(model.model_.to_bytes()))
    assert type(loaded) is espalier.BoostRegressor
    np.testing.assert_array_equal(loaded.predict(X), model.predict(X))


def test_what_cannot_be_written_is_an_os_error(friedman, tmp_path):
    with pytest.raises(OSError):
        espalier.TreeRegressor().fit(*friedman).save(tmp_path)  # a folder


def test_a_subclass_loads_as_itself(friedman, tmp_path):
    class Mine(espalier.TreeRegressor):
        pass

    espalier.TreeRegressor().fit(*friedman).save(tmp_path / "model.esp")
    assert type(Mine.load(tmp_path / "model.esp")) is Mine


def test_a_loaded_estimator_trains_again_as_before(friedman, tmp_path):
    X, y = friedman
    model = espalier.BoostRegressor(trees=7, rate=0.3, increasing=[3], random_state=9).fit(X, y)
    model.save(tmp_path / "model.esp")
    again = espalier.load(tmp_path / "model.esp").fit(X, y)
    assert again.model_.to_bytes() == model.model_.to_bytes()
    assert again.n_features_in_ == 10


def test_columns_with_commas_in_their_names_come_back_from_a_file(friedman, tmp_path):
    X, y = friedman
    frame = pd.DataFrame(X, columns=["a", "b", 'net, "x"', "a,b", *"cdefgh"])
    model = espalier.BoostRegressor(trees=7, increasing=["a,b", "b"], decreasing='net, "x"').fit(frame, y)
    model.save(tmp_path / "model.esp")
    loaded = espalier.load(tmp_path / "model.esp")
    assert loaded.increasing == ["a,b", "b"]
    assert loaded.decreasing == ['net, "x"']
    assert loaded.fit(frame, y).model_.to_bytes() == model.model_.to_bytes()
    both = espalier.BoostRegressor(trees=7, increasing=["a", "b"]).fit(frame, y)
    renamed = frame.rename(columns={"a,b": "ab", 'net, "x"': "net"})
    np.testing.assert_array_equal(
        both.predict(frame), espalier.BoostRegressor(trees=7, increasing=["a", "b"]).fit(renamed, y).predict(renamed)
    )


@pytest.mark.parametrize("classes", [[False, True], [3, 10], ["no", "yes"], [1.0, 2.0]], ids=str)
def test_classes_come_back_from_a_file(twonorm, tmp_path, classes):
    X, codes = twonorm
    espalier.TreeClassifier().fit(X, np.array(classes)[codes]).save(tmp_path / "model.esp")
    assert list(espalier.load(tmp_path / "model.esp").classes_) == classes


def test_loading_with_the_wrong_class_says_what_it_holds(friedman, tmp_path):
    espalier.TreeRegressor().fit(*friedman).save(tmp_path / "model.esp")
    with pytest.raises(ValueError, match="holds a TreeRegressor, which is not a BoostClassifier"):
        espalier.BoostClassifier.load(tmp_path / "model.esp")


def test_files_that_are_none_are_refused(friedman, tmp_path):
    with pytest.raises(FileNotFoundError):
        espalier.load(tmp_path / "nothing.esp")
    (tmp_path / "text.esp").write_text("not a model")
    with pytest.raises(ValueError, match="text.esp"):
        espalier.load(tmp_path / "text.esp")
    with pytest.raises(FileNotFoundError, match="no-such-folder"):
        espalier.TreeRegressor().fit(*friedman).save(tmp_path / "no-such-folder" / "model.esp")


# ---- the command line


def test_the_command_line_is_on_the_path(tmp_path):
    assert cli("--version", folder=tmp_path) == f"espalier {espalier.__version__}\n"


def test_command_line_and_python_give_the_same_bytes(Estimator, task_data, shallow, tmp_path):
    X, y = task_data(Estimator)
    frame = pd.DataFrame(X, columns=[f"x{i + 1}" for i in range(X.shape[1])])
    frame.assign(target=y).to_csv(tmp_path / "train.csv", index=False)
    method = Estimator._method.name
    others = (
        {"min_rows": 7},
        {"shrinkage": "10,30", "folds": 2},
        {"window": "1,5", "trees": 50},
        {"beam": 2, "trees": 20, "refit": "0,3"},
        {"ensemble": 2, "depth": "2,4", "epochs": 5, "form": "deep"},
    )
    other = next(options for options in others if set(options) <= set(Estimator().get_params()))
    for settings in ({}, shallow(Estimator, 3) | {"budget": "8KB"}, other | {"random_state": 11}):
        words = [
            w for k, v in settings.items() for w in ("--" + {"random_state": "seed"}.get(k, k).replace("_", "-"), v)
        ]
        cli("train", "train.csv", "--target", "target", "--method", method, *words, "-o", "cli.esp", folder=tmp_path)
        ours = Estimator(**settings).fit(X, y).model_.to_bytes()
        assert ours == (tmp_path / "cli.esp").read_bytes(), settings
        assert ours == Estimator(**settings).fit(frame, pd.Series(y, name="target")).model_.to_bytes()


def test_command_line_and_python_agree_on_categories_weights_and_held_out_rows(Classifier, tmp_path):
    rng = np.random.default_rng(2)
    frame = pd.DataFrame(
        {
            "size": np.where(rng.random(300) < 0.1, np.nan, rng.normal(size=300).round(4)),
            "town": pd.Series(rng.choice(["Ulm", "Bonn", "Köln"], 300)).where(rng.random(300) < 0.9),
        }
    )
    y = pd.Series(np.where((frame["size"] > 0) ^ (frame["town"] == "Ulm"), "yes", "no"), name="answer")
    weight = rng.integers(1, 4, 300)
    frame.assign(answer=y, weight=weight).to_csv(tmp_path / "train.csv", index=False)
    words = [
        "train",
        "train.csv",
        "--target",
        "answer",
        "--weight",
        "weight",
        "--method",
        Classifier._method.name,
        "--class-weight",
        "balanced",
    ]
    settings = {"class_weight": "balanced"}
    if Classifier._method.uses_validation:
        words += ["--valid", "0.25"]
        settings["valid"] = 0.25
    cli(*words, "-o", "cli.esp", folder=tmp_path)
    model = Classifier(**settings).fit(frame, y, sample_weight=weight)
    assert model.model_.to_bytes() == (tmp_path / "cli.esp").read_bytes()


def test_held_out_rows_that_the_method_needs_are_the_command_lines(friedman, tmp_path):
    X, y = friedman
    pd.DataFrame(X, columns=[f"x{i + 1}" for i in range(10)]).assign(target=y).to_csv(
        tmp_path / "train.csv", index=False
    )
    cli(
        "train",
        "train.csv",
        "--target",
        "target",
        "--method",
        "boost",
        "--patience",
        5,
        "-o",
        "cli.esp",
        folder=tmp_path,
    )
    assert espalier.BoostRegressor(patience=5).fit(X, y).model_.to_bytes() == (tmp_path / "cli.esp").read_bytes()


def test_the_command_line_predicts_with_pythons_file(twonorm, tmp_path):
    X, y = twonorm
    model = espalier.BoostClassifier().fit(X, y)
    model.save(tmp_path / "model.esp")
    pd.DataFrame(X, columns=[f"x{i + 1}" for i in range(20)]).to_csv(tmp_path / "rows.csv", index=False)
    cli("predict", "model.esp", "rows.csv", "--output", "probability", "-o", "out.csv", folder=tmp_path)
    np.testing.assert_allclose(pd.read_csv(tmp_path / "out.csv").to_numpy()[:, -2:], model.predict_proba(X), rtol=1e-12)
