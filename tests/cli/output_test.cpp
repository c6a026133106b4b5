// Where output cannot go, and what is left when it does not.
#include <sys/stat.h>

#include "cli/cli_fixture.h"
#include "cli/tiny_data.h"

namespace espalier::cli {
namespace {

class Outputs : public Cli {
 protected:
  void SetUp() override {
    Cli::SetUp();
    write("data.csv", kClasses);
  }
  Outcome train_to(const std::string& path) { return run({"train", "data.csv", "--target", "y", "-o", path}); }
};

TEST_F(Outputs, AFolderThatIsNotThereIsRefusedBeforeTraining) {
  expect_refused(train_to("none/model.esp"), 2, {"none/model.esp", "No such file"});
  expect_refused(run({"train", "none.csv", "--target", "y", "-o", "none/model.esp"}), 2, {"none/model.esp"});
}

TEST_F(Outputs, AFolderIsNoFile) {
  std::filesystem::create_directory(folder() / "folder");
  expect_refused(train_to("folder"), 2, {"folder", "directory"});
}

TEST_F(Outputs, EveryVerbThatWritesRefusesAlike) {
  ASSERT_EQ(train_to("model.esp").status, 0);
  for (const Arguments& arguments :
       {Arguments{"generate", "xor"}, Arguments{"predict", "model.esp", "data.csv"},
        Arguments{"export", "model.esp", "--format", "dot"}, Arguments{"train", "data.csv", "--target", "y"}}) {
    Arguments all = arguments;
    all.insert(all.end(), {"-o", "none/out"});
    expect_refused(run(all), 2, {"cannot write none/out"});
  }
  expect_refused(run({"train", "data.csv", "--target", "y", "-o", "m.esp", "--path", "none/path.csv"}), 2,
                 {"cannot write none/path.csv"});
  EXPECT_EQ(files(), (std::vector<std::string>{"data.csv", "model.esp"}));
}

TEST_F(Outputs, AFullDiskIsNoticed) {
  const Outcome outcome = shell("$espalier generate xor --rows 100 > /dev/full");
  EXPECT_EQ(outcome.status, 2);
  EXPECT_NE(outcome.err.find("cannot write standard output"), std::string::npos) << outcome.err;
  expect_refused(run({"generate", "xor", "--rows", "100", "-o", "/dev/full"}), 2, {"cannot write /dev/full"});
}

TEST_F(Outputs, ADeviceIsWrittenToAndNotReplaced) {
  EXPECT_EQ(train_to("/dev/null").status, 0);
  EXPECT_EQ(run({"generate", "xor", "--rows", "5", "-o", "/dev/null"}).status, 0);
  struct stat status = {};
  ASSERT_EQ(stat("/dev/null", &status), 0);
  EXPECT_TRUE(S_ISCHR(status.st_mode));
}

TEST_F(Outputs, AFileIsReplacedThroughALink) {
  write("real.csv", "old");
  std::filesystem::create_symlink("real.csv", folder() / "link.csv");
  ASSERT_EQ(run({"generate", "xor", "--rows", "5", "-o", "link.csv"}).status, 0);
  EXPECT_TRUE(std::filesystem::is_symlink(folder() / "link.csv"));
  EXPECT_TRUE(read("real.csv").starts_with("x1,x2"));
}

TEST_F(Outputs, AFailureLeavesTheOldFileAsItWas) {
  write("model.esp", "old");
  write("bad.csv", "x,y\n1\n");
  EXPECT_EQ(run({"train", "bad.csv", "--target", "y", "-o", "model.esp"}).status, 3);
  EXPECT_EQ(read("model.esp"), "old");
  EXPECT_EQ(files(), (std::vector<std::string>{"bad.csv", "data.csv", "model.esp"}));
}

TEST_F(Outputs, ABrokenPipeEndsQuietly) {
  const Outcome outcome = shell("$espalier generate friedman1 --rows 20000 | head -n 1");
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.err, "");
  EXPECT_EQ(outcome.out, "x1,x2,x3,x4,x5,x6,x7,x8,x9,x10,target\n");
}

TEST_F(Outputs, ModelAndPathMustBeTwoFiles) {
  const auto refuse = [&](const char* path) {
    expect_refused(run({"train", "none.csv", "--target", "y", "-o", "model.esp", "--path", path}), 2,
                   {"-o and --path must be two files", "model.esp"});
  };
  for (const char* path : {"model.esp", "./model.esp", "../work/model.esp"}) refuse(path);
  EXPECT_EQ(files(), std::vector<std::string>{"data.csv"});
  write("model.esp", "old");
  std::filesystem::create_symlink("model.esp", folder() / "link.csv");
  for (const char* path : {"./model.esp", "link.csv"}) refuse(path);
  EXPECT_EQ(read("model.esp"), "old");
  EXPECT_EQ(run({"train", "data.csv", "--target", "y", "-o", "/dev/null", "--path", "/dev/null"}).status, 0);
}

TEST_F(Outputs, DataAreNotReplacedByTheModel) {
  write("valid.csv", kClasses);
  std::filesystem::create_symlink("data.csv", folder() / "link.csv");
  for (const char* path : {"data.csv", "./data.csv", "link.csv"}) {
    expect_refused(train_to(path), 2, {std::string("-o ") + path + " would replace the data in data.csv"});
  }
  expect_refused(run({"train", "data.csv", "--target", "y", "--valid", "valid.csv", "-o", "valid.csv"}), 2,
                 {"-o valid.csv would replace the data in valid.csv"});
  expect_refused(run({"train", "data.csv", "--target", "y", "-o", "model.esp", "--path", "data.csv"}), 2,
                 {"--path data.csv would replace the data in data.csv"});
  EXPECT_EQ(read("data.csv"), kClasses);
  EXPECT_EQ(read("valid.csv"), kClasses);
  EXPECT_EQ(files(), (std::vector<std::string>{"data.csv", "link.csv", "valid.csv"}));
}

TEST_F(Outputs, AnEmptyNameIsRefusedBeforeAnythingIsRead) {
  expect_refused(run({"train", "none.csv", "--target", "y", "-o", ""}), 2, {"cannot write \"\"", "not a file name"});
}

TEST_F(Outputs, NoInputIsReplacedByWhatIsMadeOfIt) {
  ASSERT_EQ(train_to("model.esp").status, 0);
  const std::string model = read("model.esp");
  expect_refused(run({"predict", "model.esp", "data.csv", "-o", "./data.csv"}), 2,
                 {"-o ./data.csv would replace the data in data.csv"});
  expect_refused(run({"predict", "model.esp", "data.csv", "-o", "model.esp"}), 2,
                 {"-o model.esp would replace the model in model.esp"});
  expect_refused(run({"export", "model.esp", "--format", "dot", "-o", "./model.esp"}), 2,
                 {"-o ./model.esp would replace the model in model.esp"});
  expect_refused(run({"compact", "model.esp", "--data", "data.csv", "--budget", "2leaves", "-o", "model.esp"}), 2,
                 {"-o model.esp would replace the model in model.esp"});
  EXPECT_EQ(read("data.csv"), kClasses);
  EXPECT_EQ(read("model.esp"), model);
}

}  // namespace
}  // namespace espalier::cli
