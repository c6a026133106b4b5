// Train, save, load, predict: the README's C++ example.
#include <espalier/espalier.h>

#include <cstdio>

#include "espalier/budget.h"
#include "espalier/evaluate.h"
#include "espalier/fit.h"
#include "espalier/generate.h"
#include "espalier/labelled.h"
#include "espalier/method.h"
#include "espalier/model.h"
#include "espalier/table.h"
#include "espalier/target.h"

int main() {
  const espalier::Table table = espalier::generate("friedman1", 1000, 1);
  const espalier::LabelledView train = {table, espalier::make_target(table)};
  espalier::FitRequest request;
  request.train = &train;
  request.budget = espalier::parse_budget("32leaves");
  const espalier::Model model = espalier::fit(espalier::find_method("tree"), request).model;

  const std::vector<std::byte> bytes = espalier::encode(model);
  const espalier::Model loaded = espalier::decode(bytes, "memory");
  const double error = espalier::error_of(espalier::evaluate(loaded, table, train.target));
  std::printf("consumer: %zu leaves in %zu bytes, training MSE %.3f\n", espalier::size_of(model).leaves, bytes.size(),
              error);
  return loaded == model && error < 10 ? 0 : 1;
}
