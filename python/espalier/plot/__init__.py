"""Pictures of models: one tree, the importances of columns, the depths of trees, error against size, training.

They need matplotlib (`pip install matplotlib`), which is imported when something is drawn. Every function draws on the
Axes that it is given, or on a new figure, and returns the Axes; none shows a window or changes matplotlib's settings.

>>> import espalier
>>> from espalier.plot import plot_importance
>>> X, y = espalier.generate("friedman1", rows=500, seed=1)
>>> axes = plot_importance(espalier.BoostRegressor(trees=10).fit(X, y))
>>> axes.get_xlabel()
'share of the gain of all splits, %'
"""

from ._depths import plot_depths
from ._frontier import plot_frontier
from ._importance import plot_importance
from ._path import plot_path
from ._trace import plot_trace
from ._tree import plot_tree

__all__ = ["plot_depths", "plot_frontier", "plot_importance", "plot_path", "plot_trace", "plot_tree"]
