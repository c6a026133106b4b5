// The bins in which boosting sees the training rows.
#pragma once

#include "base/threads.h"
#include "data/binned_table.h"
#include "espalier/fit.h"
#include "espalier/labelled.h"

namespace espalier {

// At most `most` bins per column. If a column has more labels than that, labels are merged by their target.
std::vector<ColumnBins> training_bins(const LabelledView& train, std::size_t most, Threads& threads);

}  // namespace espalier
