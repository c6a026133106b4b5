"""A regressor and a classifier for every method of the registry."""

from __future__ import annotations

from . import _core, _options
from ._tasks import Classifier, Regressor

DOCSTRING = """{summary}

{source}

Parameters
----------
{parameters}

Attributes
----------
model_ : Model
    The trained model: `to_bytes()`, `size`, `features`.
size_ : dict
    Trees, nodes, leaves, rules, features and bytes.
{classes}n_features_in_ : int
    The number of columns of the training data.
feature_names_in_ : array of str
    Their names, if the data had names.
feature_importances_ : array of shape (n_features_in_,)
    The share of each column in the gain of all splits; with a budget in bytes, in the number of splits.
rounds_, path_, trace_, out_of_bag_ : dict, list of dicts, list of dicts, dict
    The boosting rounds; the intermediate models (with `path=True`); the epochs (with `trace=True`); the out-of-bag
    error of a forest. Each is present only if the method provides it.

Examples
--------
>>> import espalier
>>> X, y = espalier.generate("{data}", rows=500, seed=1)
>>> model = espalier.{name}(budget="32KB").fit(X, y)
>>> model.size_["bytes"] <= 32 * 1024
True
"""

CLASSES = """classes_ : array
    The classes, in order.
"""


def make_estimators():
    """The classes by name: TreeRegressor, TreeClassifier, BoostRegressor, …"""
    made = {}
    for method in _core.methods():
        for kind, base in (("Regressor", Regressor), ("Classifier", Classifier)):
            name = _options.class_name(method.name, kind)
            made[name] = _make(name, method, base)
    return made


def _make(name, method, base):
    classifier = base is Classifier
    doc = DOCSTRING.format(
        name=name,
        summary=_sentence(method.summary),
        source=_sentence(method.source),
        parameters=_options.parameter_docs(method, classifier),
        classes=CLASSES if classifier else "",
        data="twonorm" if classifier else "friedman1",
    )
    members = {
        "__init__": _make_init(name, _options.signature(method, classifier)),
        "__doc__": doc,
        "__module__": "espalier",
        "_method": method,
    }
    return type(name, (base,), members)


def _sentence(text):
    return text[:1].upper() + text[1:].rstrip(".") + "."


def _make_init(class_name, signature):
    defaults = {name: p.default for name, p in signature.parameters.items() if name != "self"}

    def __init__(self, **given):
        for name in given:
            if name not in defaults:
                hint = _options.hint(name, defaults)
                raise TypeError(f"{class_name}.__init__() got an unexpected keyword argument '{name}'{hint}")
        self.__dict__.update(defaults | given)

    __init__.__signature__ = signature
    __init__.__qualname__ = f"{class_name}.__init__"
    return __init__
