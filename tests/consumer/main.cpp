// Train, save, load, predict.
#include <espalier/espalier.h>

#include <cstdio>

using namespace espalier;

int main() {
  const Table table = generate("friedman1", 1000, 1);
  const Target target = make_target(table);
  const Model model = fit("graft", table, target, {.budget = parse_budget("1KB")}).model;

  const std::vector<std::byte> bytes = encode(model);
  const Model loaded = decode(bytes, "memory");
  const double error = error_of(evaluate(loaded, table, target));
  std::printf("consumer: %zu leaves in %zu bytes, training MSE %.3f\n", size_of(model).leaves, bytes.size(), error);
  return loaded == model && bytes.size() <= 1024 && error < 10 ? 0 : 1;
}
