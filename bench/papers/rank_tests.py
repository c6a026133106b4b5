"""Two methods over many sets: the Wilcoxon signed-rank test and the sign test, as the thesis of Dawer (2018, section
5.3.2) has them after Demšar (2006). Differences count in hundredths of a percent, as the tables show them.
"""

import dataclasses

from scipy.stats import rankdata, wilcoxon


@dataclasses.dataclass
class Comparison:
    better: float  # R+, the ranks of the sets where the first has less error; those of no difference are halved
    worse: float  # R-
    p: float  # of Wilcoxon's test, two-sided
    wins: int  # half of the ties among them; one tie is left out if their number is odd
    sets: int


def compare(errors, theirs):
    """Of errors in % on the same sets."""
    differences = [round(their - our, 2) for our, their in zip(errors, theirs)]
    ranks = rankdata([abs(difference) for difference in differences])
    ties = sum(rank for rank, difference in zip(ranks, differences) if difference == 0) / 2
    better = sum(rank for rank, difference in zip(ranks, differences) if difference > 0) + ties
    worse = sum(rank for rank, difference in zip(ranks, differences) if difference < 0) + ties
    p = wilcoxon(differences, zero_method="zsplit").pvalue if any(differences) else 1.0
    wins = sum(difference > 0 for difference in differences) + differences.count(0) // 2
    return Comparison(better, worse, p, wins, len(differences))
