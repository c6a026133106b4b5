#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "espalier/budget.h"
#include "espalier/error.h"
#include "espalier/model.h"
#include "model/errors.h"
#include "support/samples.h"

namespace espalier {
namespace {

namespace fs = std::filesystem;
using samples::expect_error;

class ModelFile : public testing::Test {
 protected:
  ModelFile() : folder_(fs::temp_directory_path() / ("espalier_model_test_" + std::to_string(::getpid()))) {
    fs::create_directories(folder_);
  }
  ~ModelFile() override { fs::remove_all(folder_); }

  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  std::size_t files() const {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()));
  }

  fs::path folder_;
};

TEST_F(ModelFile, IsLoadedAsItWasSaved) {
  const Model model = samples::mixed();
  save(model, path("m.esp"));
  EXPECT_EQ(load(path("m.esp")), model);
  EXPECT_EQ(fs::file_size(path("m.esp")), size_of(model).bytes);
  EXPECT_EQ(files(), 1U);
}

TEST_F(ModelFile, ReplacesAnOlderOne) {
  save(samples::mixed(), path("m.esp"));
  save(samples::tiny(), path("m.esp"));
  EXPECT_EQ(load(path("m.esp")), samples::tiny());
}

TEST_F(ModelFile, ReplacesWhatALinkLeadsToAndNotTheLink) {
  save(samples::mixed(), path("real.esp"));
  fs::create_symlink(path("real.esp"), path("link.esp"));
  save(samples::tiny(), path("link.esp"));
  EXPECT_TRUE(fs::is_symlink(path("link.esp")));
  EXPECT_EQ(load(path("real.esp")), samples::tiny());
}

TEST_F(ModelFile, IsWrittenThroughADevice) {
  save(samples::tiny(), "/dev/null");
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
}

TEST_F(ModelFile, ThatCannotBeWrittenLeavesNothingBehind) {
  expect_error(ErrorCode::usage, "cannot write " + path("no/folder.esp") + ": No such file or directory",
               [&] { save(samples::tiny(), path("no/folder.esp")); });
  fs::create_directories(path("folder/inside"));
  expect_error(ErrorCode::usage, "cannot write", [&] { save(samples::tiny(), path("folder")); });
  EXPECT_EQ(files(), 1U);
  expect_error(ErrorCode::usage, "No space left", [&] { save(samples::tiny(), "/dev/full"); });
}

TEST_F(ModelFile, ThatCannotBeReadIsAnErrorThatSaysWhy) {
  expect_error(ErrorCode::model, "cannot read \"" + path("none.esp") + "\": No such file or directory",
               [&] { load(path("none.esp")); });
  expect_error(ErrorCode::model, "Is a directory", [&] { load(folder_.string()); });
  std::ofstream(path("empty.esp")).flush();
  expect_error(ErrorCode::model, path("empty.esp") + ": not an Espalier model file", [&] { load(path("empty.esp")); });
}

TEST_F(ModelFile, IsReadFromAPipe) {
  ASSERT_EQ(::mkfifo(path("pipe").c_str(), 0600), 0);
  const pid_t child = ::fork();
  if (child == 0) {
    save(samples::mixed(), path("pipe"));
    ::_exit(0);
  }
  EXPECT_EQ(load(path("pipe")), samples::mixed());
}

// Points a standard stream elsewhere, and back again at the end.
class Redirected {
 public:
  Redirected(int stream, FILE* to) : stream_(stream), saved_(::dup(stream)), to_(to) { ::dup2(::fileno(to), stream); }
  Redirected(const Redirected&) = delete;
  Redirected& operator=(const Redirected&) = delete;
  ~Redirected() {
    ::dup2(saved_, stream_);
    ::close(saved_);
    std::fclose(to_);
  }

 private:
  int stream_, saved_;
  FILE* to_;
};

TEST_F(ModelFile, NamedDashIsTheStandardStreams) {
  const Model model = samples::mixed();
  {
    const Redirected out(STDOUT_FILENO, std::fopen(path("m.esp").c_str(), "wb"));
    save(model, "-");
  }
  EXPECT_EQ(load(path("m.esp")), model);
  const Redirected in(STDIN_FILENO, std::fopen(path("m.esp").c_str(), "rb"));
  EXPECT_EQ(load("-"), model);
}

}  // namespace
}  // namespace espalier
