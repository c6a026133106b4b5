// The bins that boosting sees training rows by.
#pragma once

#include "base/threads.h"
#include "data/binned_table.h"
#include "espalier/method.h"

namespace espalier {

// At most `most` a column. Columns with more labels than that have them put together by the target.
std::vector<ColumnBins> training_bins(const TrainingSet& train, std::size_t most, Threads& threads);

}  // namespace espalier
