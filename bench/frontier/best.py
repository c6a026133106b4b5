"""The best models of a peer so far, one for every size, by the loss on the validation rows."""

import numpy

CLIPS = (0.001, 0.01, 0.05)  # probabilities of means are kept off 0 by one of these


def prior(rows):
    """What a constant predicts: the mean, or the classes' shares."""
    if not rows.classes:
        return numpy.array([rows.target.mean()])
    return numpy.bincount(rows.target, minlength=rows.classes) / len(rows.target)


def clipped(predicted, least):
    """Probabilities of at least so much; numbers as they are."""
    if predicted.ndim == 1:
        return predicted
    predicted = numpy.maximum(predicted, least)
    return predicted / predicted.sum(axis=1, keepdims=True)


class Best:
    """`found` has for every size the test loss and error of the model that won, its size, and its setting."""

    def __init__(self, problem, sizes):
        self.valid, self.test = problem.valid, problem.test
        self.largest = max(sizes)
        self.found = {size: {"valid_loss": numpy.inf} for size in sizes}
        constant = prior(problem.train)
        predicted = [
            numpy.tile(constant, (len(part.target), 1)) if problem.classes else numpy.full(len(part.target), constant)
            for part in (self.valid, self.test)
        ]
        self.offer(0, 0, *predicted, "a constant")

    def offer(self, leaves, trees, valid, test, setting):
        loss = self.valid.loss(valid)
        better = [size for size in self.found if leaves <= size and loss < self.found[size]["valid_loss"]]
        if better:
            values = {
                "loss": self.test.loss(test),
                "error": self.test.error(test),
                "leaves": leaves,
                "trees": trees,
                "valid_loss": loss,
                "setting": setting,
            }
            self.found |= dict.fromkeys(better, values)
