// The bins that boosting sees training rows by.
#pragma once

#include "base/threads.h"
#include "data/binned_table.h"
#include "espalier/fit.h"
#include "espalier/labelled.h"

namespace espalier {

// At most `most` a column. Columns with more labels than that have them put together by the target.
std::vector<ColumnBins> training_bins(const LabelledView& train, std::size_t most, Threads& threads);

}  // namespace espalier
