// The file of a model, for as long as a test runs.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "espalier/model.h"

namespace espalier::test {

class SavedModel {
 public:
  SavedModel(const Model& model, const std::string& name)
      : path_(testing::TempDir() + "espalier_" + name + ".espalier") {
    save(model, path_);
  }
  ~SavedModel() { std::filesystem::remove(path_); }
  SavedModel(const SavedModel&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace espalier::test
