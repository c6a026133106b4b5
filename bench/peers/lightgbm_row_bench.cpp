// lightgbm_row_bench LIBRARY MODEL FOLDER: predicts rows one at a time by LightGBM's own fast path, from C, so that no
// interpreter stands between. LIBRARY is the lib_lightgbm.so of its wheel, MODEL a model that it saved, FOLDER the raw
// arrays that data.py writes. Prints a line when it is ready, and for each word that it reads one pass over the rows:
// CPU seconds and how many rows.
#include <dlfcn.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <iostream>
#include <stdexcept>
#include <string>

#include "espalier/model.h"
#include "process.h"
#include "raw_table.h"

namespace {

constexpr std::size_t kRows = 20000;

// LightGBM's c_api.h: C_API_DTYPE_FLOAT32 and C_API_PREDICT_NORMAL.
constexpr int kFloat32 = 0;
constexpr int kProbability = 0;

class LightGbm {
 public:
  explicit LightGbm(const char* path) : library_(dlopen(path, RTLD_NOW)) {
    if (library_ == nullptr) throw std::runtime_error(dlerror());
  }

  void load(const char* model, int columns) {
    int rounds = 0;
    check(find<int(const char*, int*, void**)>("LGBM_BoosterCreateFromModelfile")(model, &rounds, &booster_));
    using Init = int(void*, int, int, int, int, std::int32_t, const char*, void**);
    check(find<Init>("LGBM_BoosterPredictForMatSingleRowFastInit")(booster_, kProbability, 0, -1, kFloat32, columns,
                                                                   "num_threads=1", &fast_));
    predict_ = find<Predict>("LGBM_BoosterPredictForMatSingleRowFast");
  }

  double predict(const float* row) const {
    std::int64_t length = 0;
    double probability = 0;
    check(predict_(fast_, row, &length, &probability));
    return probability;
  }

 private:
  using Predict = int(void*, const void*, std::int64_t*, double*);

  template <class Function>
  Function* find(const char* name) const {
    void* symbol = dlsym(library_, name);
    if (symbol == nullptr) throw std::runtime_error(std::string(name) + " is not in the library");
    return reinterpret_cast<Function*>(symbol);
  }
  static void check(int status) {
    if (status != 0) throw std::runtime_error("LightGBM refused the call");
  }

  void* library_;
  void* booster_ = nullptr;
  void* fast_ = nullptr;
  Predict* predict_ = nullptr;
};

}  // namespace

int main(int argc, char** argv) try {
  if (argc != 4) {
    std::fprintf(stderr, "usage: lightgbm_row_bench LIBRARY MODEL FOLDER\n");
    return 2;
  }
  const espalier::bench::RawTable test = espalier::bench::read_raw(argv[3], "test");
  const espalier::bench::RowMajor rows = espalier::bench::to_row_major(test.table);
  const std::size_t columns = test.table.columns.size(), count = std::min(kRows, test.table.rows);
  LightGbm model(argv[1]);
  model.load(argv[2], static_cast<int>(columns));

  double sum = 0;  // printed, so that nothing is optimised away and a wrong model would show
  const auto pass = [&] {
    for (std::size_t row = 0; row < count; ++row) sum += model.predict(rows.values.data() + row * columns);
  };
  pass();
  std::cout << "{\"mean\": " << sum / static_cast<double>(count) << "}" << std::endl;
  for (std::string word; std::cin >> word;) {
    const double cpu = espalier::bench::measure(pass).cpu;
    std::cout << "{\"cpu\": " << cpu << ", \"rows\": " << count << "}" << std::endl;
  }
  return 0;
} catch (const std::exception& problem) {
  std::fprintf(stderr, "lightgbm_row_bench: %s\n", problem.what());
  return 1;
}
