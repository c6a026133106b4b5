// Akaike's and Schwarz's information criteria, by which a size may be chosen without rows that were not fitted:
//
//   AIC = -2 log L + 2 p,   BIC = -2 log L + p log N
//
// N is the weight of the rows, L their likelihood and p the number of parameters. Targets that are numbers are normal
// with a fitted variance, so that -2 log L = N log(mean squared error) but for a constant; classes have the
// probabilities of the model, so that -2 log L is twice the sum of their losses.
#pragma once

#include <cstdint>
#include <span>

#include "espalier/loss.h"
#include "select/anneal/candidates.h"

namespace espalier {

enum class ChooseBy : std::uint8_t { cv, aic, bic };

// The number of parameters of these groups. A weight that n rows bear on counts n / (n + λ) where the shrinkage λ pulls
// it towards 0, its degrees of freedom if it were fitted alone: 1 without shrinkage. Of K classes K - 1 weights are
// free.
double parameters(const Problem& problem, std::span<const std::uint32_t> groups);

// Of a model with this mean loss on its training rows; not for the hinge loss, which is no likelihood.
double information(ChooseBy by, const Loss& loss, double mean_loss, double rows, double parameters);

}  // namespace espalier
