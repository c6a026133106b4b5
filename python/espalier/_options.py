"""The registry's options as Python parameters: names, signatures and docstrings."""

from __future__ import annotations

import difflib
import inspect
import keyword
import re
import textwrap


def _parse_list(number):
    """The Python value of a list's text: 50, (3, 10, 30), or the text of a range, "2-7"."""

    def parse(text):
        try:
            numbers = tuple(number(part) for part in text.split(","))
        except ValueError:
            return text
        return numbers if len(numbers) > 1 else numbers[0]

    return parse


def _parse_words(text):
    """The Python value of a list's text: "graft", or ("graft", "boost")."""
    words = tuple(text.split(","))
    return words if len(words) > 1 else text


PARSE = {
    "integer": int,
    "number": float,
    "choice": str,
    "flag": lambda text: text == "true",
    "columns": str,
    "integers": _parse_list(int),
    "numbers": _parse_list(float),
    "file": str,
    "duration": str,
    "words": _parse_words,
}
TYPES = {
    "integer": "int",
    "number": "float",
    "choice": "str",
    "flag": "bool",
    "columns": "list of columns",
    "integers": "int, list of int or str",
    "numbers": "float, list of float or str",
    "file": "str or path",
    "duration": "str or float",
}


def class_name(method_name, kind):
    """The name of a method's estimator, where kind is Regressor or Classifier."""
    return method_name.title().replace("-", "") + kind


# Options whose names scikit-learn would take for a method of the estimator, or that are Python keywords.
RENAMED = {"transform": "input_transform", "from": "from_model"}


def python_name(option):
    name = RENAMED.get(option.name, option.name.replace("-", "_"))
    return name + "_" if keyword.iskeyword(name) else name


def in_python(method, message):
    """A message of the core with the options' names as they are in Python."""
    for option in method.options:
        if "-" in option.name or option.name in RENAMED:
            message = re.sub(rf"(?<![\w-]){option.name}(?![\w-])", python_name(option), message)
    return message


def default_of(option):
    return PARSE[option.type](option.default) if option.default else None


def common_parameters(method, classifier):
    """The parameters that every method takes besides its options: (name, type, default, help)."""
    units = ", ".join(method.budgets)
    yield (
        "budget",
        "str",
        method.default_budget,
        f'maximum size of the model, for example "16KB", "200nodes", "64leaves" or "10trees"; {method.name} supports '
        f"{units}",
    )
    yield (
        "categorical",
        "list of columns",
        None,
        "names or positions of columns whose numbers are categories; text columns and categorical columns of data "
        "frames are categories anyway",
    )
    if method.uses_validation:
        yield (
            "valid",
            "float",
            None,
            "fraction of the rows that is held out to choose the model on, if `eval_set` is not given; 0.2 by default "
            "if the options need held-out rows, else 0",
        )
    if classifier:
        yield (
            "class_weight",
            '"balanced" or dict',
            None,
            "give every class the same total weight in training, or the weights in the dict",
        )
    if method.gives_path:
        yield (
            "path",
            "bool",
            False,
            "measure the intermediate models, and keep their sizes and errors in `path_`",
        )
    if method.gives_trace:
        yield (
            "trace",
            "bool",
            False,
            "keep the objective after every epoch in `trace_`",
        )
    yield (
        "random_state",
        "int, RandomState or None",
        1,
        "seed of all random draws; fits are reproducible by default",
    )
    yield "n_jobs", "int", None, "number of threads, all cores by default; never changes a result"
    yield "progress", "bool", False, "show a progress bar while training"


def signature(method, classifier):
    parameters = [inspect.Parameter("self", inspect.Parameter.POSITIONAL_OR_KEYWORD)]
    defaults = [(python_name(option), default_of(option)) for option in method.options]
    defaults += [(name, default) for name, _, default, _ in common_parameters(method, classifier)]
    for name, default in defaults:
        parameters.append(inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default))
    return inspect.Signature(parameters)


def parameter_docs(method, classifier):
    """The "Parameters" section of a docstring."""
    lines = []
    for option in method.options:
        lines += _entry(python_name(option), _type_name(option), default_of(option), option.help + _range(option))
    for name, type_name, default, text in common_parameters(method, classifier):
        lines += _entry(name, type_name, default, text)
    return "\n".join(lines)


def _type_name(option):
    if not option.choices:
        return TYPES[option.type]
    choices = "{" + ", ".join(f'"{choice}"' for choice in option.choices) + "}"
    return f"one or a list of {choices}" if option.type == "words" else choices


def _entry(name, type_name, default, text):
    return [
        f"{name} : {type_name}, default={default!r}",
        *textwrap.wrap(text, 100, initial_indent="    ", subsequent_indent="    ", break_on_hyphens=False),
    ]


def _range(option):
    if option.type not in ("integer", "number", "integers", "numbers"):
        return ""
    each = "each " if option.type.endswith("s") else ""
    return f" ({each}{option.low:g} to {option.high:,g})" if option.high < 1e6 else f" ({each}at least {option.low:g})"


# The names of parameters in other libraries.
ELSEWHERE = {
    "alpha": ("ccp_alpha",),
    "bins": ("max_bin", "max_bins"),
    "categorical": ("categorical_feature", "categorical_features", "cat_features"),
    "depth": ("max_depth",),
    "features": ("max_features", "colsample_bynode", "mtry"),
    "increasing": ("monotone_constraints", "monotonic_cst"),
    "l2": ("reg_lambda", "lambda_l2", "l2_regularization"),
    "leaves": ("num_leaves", "max_leaf_nodes", "max_leaves"),
    "loss": ("objective",),
    "min_gain": ("min_impurity_decrease", "min_split_gain", "gamma"),
    "min_rows": ("min_samples_leaf", "min_data_in_leaf", "min_child_samples"),
    "min_weight": ("min_child_weight", "min_sum_hessian_in_leaf"),
    "n_jobs": ("nthread", "num_threads", "n_threads", "threads", "thread_count"),
    "patience": ("early_stopping_rounds", "n_iter_no_change", "early_stopping"),
    "progress": ("verbose", "verbosity", "silent"),
    "random_state": ("seed", "random_seed"),
    "rate": ("learning_rate", "eta", "shrinkage"),
    "sample": ("subsample", "bagging_fraction", "max_samples"),
    "tree_features": ("colsample_bytree", "feature_fraction"),
    "trees": ("n_estimators", "num_boost_round", "num_iterations", "max_iter", "iterations", "n_trees", "num_trees"),
    "valid": ("validation_fraction",),
}


def hint(name, parameters):
    """What may be meant by a parameter that is not there, as the end of a message."""
    elsewhere = [ours for ours, theirs in ELSEWHERE.items() if name in theirs and ours in parameters]
    near = elsewhere or difflib.get_close_matches(name, parameters, n=1)
    return f" (did you mean '{near[0]}'?)" if near else ""
