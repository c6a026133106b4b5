// Local search over the rules of a level. Annealing drops rules one by one and never takes one back, so it often ends
// with several that say nearly the same. Here every rule in turn, the weakest first, is taken out, the others are
// fitted again, and the candidate that then lowers the objective most takes its place, by the estimate of one Newton
// step,
//
//   gain(r) = Σ_k G_k² / 2 (max(H_k, least · h n) + λh)
//
// with G and H the sums of first and second derivatives over the rule's rows. The rule itself is among the candidates;
// an exchange that does not lower the objective is undone.
//
// Rules that overlap are hard to read. The overlap of two rules is the weight of the rows that both cover, as a share
// of those that either covers. Two rules that pull in opposite directions may overlap by at most Exchange::overlap, two
// others by at most kNearDuplicate. What breaks this and finds no substitute is left out.
//
// An exchange costs one pass over the rows of all candidates, and a few over those of the level.
#pragma once

#include "select/anneal/anneal.h"

namespace espalier {

// Rules in the same direction that overlap by more than this are one: the stronger takes over the other's weight.
inline constexpr double kNearDuplicate = 0.7;

// No level of more rules is searched: it would take long, and nobody reads it.
inline constexpr std::size_t kMostExchanged = 100;

// The level must have been fitted.
void exchange_rules(const Problem& problem, const Exchange& exchange, Threads& threads, AnnealedLevel& level);

}  // namespace espalier
