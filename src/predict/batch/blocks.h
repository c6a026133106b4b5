// Rows in parallel, block by block, with progress.
#pragma once

#include "base/progress.h"
#include "base/threads.h"
#include "espalier/run.h"

namespace espalier {

// body(begin, end) for all rows, `block` at a time.
template <class Body>
void for_each_block(std::size_t rows, std::size_t block, const Run& run, Body&& body) {
  Reporter reporter(run, "predicting", rows);
  Threads(run.threads).blocks(rows, block, [&](std::size_t begin, std::size_t end) {
    body(begin, end);
    reporter.advance(end - begin);
  });
}

}  // namespace espalier
