"""Which cells each table of the pages shows, and what they are called there."""

import dataclasses


@dataclasses.dataclass
class Spec:
    paper: str
    table: str
    title: str
    own: tuple  # the paper's methods, one row each; a set's rows stand together
    beside: tuple = ()  # (heading, method, or a function of the row's method that gives one)
    counted: str = "own"  # or "peers": whose rows these are in the summary
    metrics: tuple = ()  # if several are shown


def budget_of(method):
    return method.split()[1]


def at_budget(name, first=()):
    """A column that follows the budget of the row; only in rows of `first`, if that is given."""
    return lambda method: f"{name} {budget_of(method)}" if not first or method.split()[0] in first else None


def at(budget, text, first=()):
    return lambda method: text if budget_of(method) == budget and (not first or method.split()[0] in first) else None


def only_bgs(text):
    return lambda method: text if method == "BGS" else None


LIST = "III"  # has too many peers for columns: they are rows
SPECS = (
    Spec(
        "RET",
        "I",
        "Table I: AUC of one tree chosen from 400, compared with boosting, on xor",
        ("RET k=1",),
        (
            ("40 chains", "RET k=1, 40 chains"),
            ("GradientBoost, 26 trees", "GradientBoost k=26"),
            ("… 8 trees", "GradientBoost k=8"),
            ("… 6 trees", "GradientBoost k=6"),
            ("`boost`, 8 trees", "boost k=8"),
        ),
        metrics=("test AUC", "train AUC"),
    ),
    Spec("RET", "III", "Table III: test error in %; for abalone and news R² in %", ("RET",)),
    Spec("RET", "IV", "Table IV: minutes of training, all tuning included", ("RET", "FSA", "L1", "EL", "GB", "XGB")),
    Spec(
        "NRE",
        "5.1",
        "Tables 5.1 to 5.3: test error in %",
        ("NRE",),
        (("`--preset paper`", "NRE --preset paper"), ("one tree", "one tree"), ("boosting", "GB"), ("random forest", "RF"), ("MLP", "ANN")),
    ),
    Spec(
        "GIF",
        "2",
        "Table 2: test MSE",
        ("GIF 10%", "GIF 1%"),
        (
            ("default", at_budget("default")),
            ("`extra`", at_budget("ET")),
            ("`extra` 100%", at("10%", "ET 100%")),
            ("scikit-learn ET", at("10%", "scikit-learn ET 10%")),
        ),
    ),
    Spec(
        "GIF",
        "3",
        "Table 3: test error in %",
        ("GIF_SQ 10%", "GIF_TE 10%", "GIF_SQ 1%", "GIF_TE 1%"),
        (
            ("default", at_budget("default", ("GIF_SQ",))),
            ("`extra`", at_budget("ET", ("GIF_SQ",))),
            ("`extra` 100%", at("10%", "ET 100%", ("GIF_SQ",))),
            ("scikit-learn ET", at("10%", "scikit-learn ET 10%", ("GIF_SQ",))),
        ),
    ),
    Spec(
        "GIF",
        "4.1",
        "Section 4.1: the budget of 1% spent in a simpler order, on trees that are averaged",
        ("best-first 1%",),
        (("breadth-first", "breadth-first 1%"), ("random", "random 1%")),
        "peers",
    ),
    Spec("GIF", "4", "Table 4: features m and rate λ at 10%", ()),
    Spec("GIF", "5", "Table 5: candidate windows at 10%, exponential loss", ()),
    Spec("GIF", "6", "Table 6: trees and windows at 10%", ()),
    Spec("GIF", "7", "Table 7: entropy of the nodes over the trees, in % of an even spread", ()),
    Spec("GIF", "8", "Table 8: seconds of training", ()),
    Spec(
        "GIF",
        "9",
        "Table 9: boosted stumps",
        ("Boosted stumps 10%", "Boosted stumps 1%"),
        (
            ("logistic loss", lambda method: method.replace("Boosted", "logistic")),
            ("scikit-learn", lambda method: "scikit-learn stumps 1%" if method.endswith(" 1%") else None),
        ),
        "peers",
    ),
    Spec("GIF", "10", "Table 10: seconds", (), metrics=("fit seconds", "predict seconds")),
    Spec(
        "grow/select",
        "2",
        "Table 2: test MSE of generated sets, standardised; a star is noise",
        ("BGS", "GS"),
        (
            ("default", only_bgs("default")),
            ("10 trees of 32 leaves", only_bgs("10 × 32")),
            ("random forest", only_bgs("RF")),
            ("forest of 10 × 32", only_bgs("RF 10 × 32")),
        ),
    ),
    Spec(
        "grow/select",
        "4",
        "Table 4: test MSE of real sets, standardised",
        ("BGS", "GS"),
        (
            ("default", only_bgs("default")),
            ("10 trees of 32 leaves", only_bgs("10 × 32")),
            ("random forest", only_bgs("RF")),
            ("forest of 10 × 32", only_bgs("RF 10 × 32")),
        ),
    ),
    Spec(
        "chapter 14",
        "Fig 14.14",
        "Example 14.6: held-out rows of 920 that are wrong",
        ("boosted stumps, best round 65 of 100",),
        (
            ("linear classifier", "linear classifier"),
            ("`linear`", "--method linear"),
            ("scikit-learn's stumps", "scikit-learn stumps, best round"),
        ),
    ),
)
# Tables that no paper has: (paper, table, title, metric, methods).
OTHERS = (
    (
        "grow/select",
        "classes",
        "Classes, test error in %",
        "test error %",
        ("default", "log", "150 rounds", "RF of its leaves", "RF"),
    ),
    (
        "NRE",
        "others",
        "Other tasks, compared with other methods at their defaults: test error in %; for friedman1 test MSE",
        "",
        ("neural", "30 rules", "boost", "forest", "combine"),
    ),
    (
        "chapter 14",
        "tree",
        "One tree of depth 7 by fewer columns or cuts, and with perceptron leaves: held-out rows of 920 that are wrong",
        "validation misclassifications",
        ("all columns", "7 columns", "16 bins", "both", "perceptron"),
    ),
)
FULL_NAMES = {
    "RET": "Relevant ensembles of trees",
    "NRE": "Neural rules",
    "GIF": "Globally induced forests",
    "grow/select": "Trees built together",
    "chapter 14": "Boosted stumps",
}
OUR_NAMES = {
    "FSA": "`linear` (FSA)",
    "RET": "`ret`",
    "boost": "`boost`",
    "RET, solver sgd": "`ret --solver sgd`",
    "GB": "gradient boosting, scikit-learn",
    "RF": "random forest, scikit-learn",
    "XGB": "XGBoost",
    "LightGBM": "LightGBM",
    "L1": "L1, scikit-learn",
    "EL": "elastic net, scikit-learn",
    "extra-trees": "extra-trees, scikit-learn",
    "RF, a third": "random forest, a third of the columns",
}
OWN_OF_LIST = ("RET", "RET, solver sgd")
OF_PAPER = {"RET": "RET, solver sgd", "NRE": "NRE --preset paper"}  # the paper's form where a row is the default's
