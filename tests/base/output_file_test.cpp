#include "base/output_file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "data/expect_error.h"
#include "espalier/error.h"

namespace espalier {
namespace {

namespace fs = std::filesystem;

class OutputFiles : public testing::Test {
 protected:
  OutputFiles() {
    std::string pattern = (fs::temp_directory_path() / "espalier-XXXXXX").string();
    folder_ = mkdtemp(pattern.data());
  }
  ~OutputFiles() override { fs::remove_all(folder_); }

  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  std::string content(const std::string& name) const {
    std::ostringstream text;
    text << std::ifstream(path(name), std::ios::binary).rdbuf();
    return text.str();
  }
  void put(const std::string& name, const std::string& text) const {
    OutputFile file(path(name));
    file.write(text);
    file.commit();
  }
  std::size_t files() const {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()));
  }
  mode_t mode(const std::string& name) const {
    struct stat status {};
    EXPECT_EQ(::stat(path(name).c_str(), &status), 0);
    return status.st_mode & 07777;
  }

 private:
  fs::path folder_;
};

TEST_F(OutputFiles, AppearWhenTheyAreCommittedAndNotBefore) {
  std::ofstream(path("f")) << "old";
  {
    OutputFile file(path("f"));
    file.write("new");
    EXPECT_EQ(content("f"), "old");
  }
  EXPECT_EQ(content("f"), "old");
  put("f", "new");
  EXPECT_EQ(content("f"), "new");
  EXPECT_EQ(files(), 1U);
}

TEST_F(OutputFiles, AreWrittenThroughALinkAlsoWhereNothingIsYet) {
  fs::create_directory(path("folder"));
  std::ofstream(path("folder/live")) << "old";
  fs::create_symlink("folder/live", path("to_live"));
  fs::create_symlink("folder/none", path("to_none"));
  fs::create_symlink(path("to_none"), path("to_link"));
  put("to_live", "1");
  EXPECT_EQ(content("folder/live"), "1");
  put("to_none", "2");
  EXPECT_EQ(content("folder/none"), "2");
  fs::remove(path("folder/none"));
  check_writable(path("to_link"));
  EXPECT_FALSE(fs::exists(path("folder/none")));
  put("to_link", "3");
  EXPECT_EQ(content("folder/none"), "3");
  for (const char* link : {"to_live", "to_none", "to_link"}) EXPECT_TRUE(fs::is_symlink(path(link))) << link;
}

TEST_F(OutputFiles, AreRefusedWhereLinksLeadNowhere) {
  fs::create_symlink(path("b"), path("a"));
  fs::create_symlink(path("a"), path("b"));
  EXPECT_ERROR(OutputFile(path("a")), ErrorCode::usage,
               "cannot write " + path("a") + ": Too many levels of symbolic links");
  fs::create_symlink("none/file", path("to_none"));
  EXPECT_ERROR(check_writable(path("to_none")), ErrorCode::usage,
               "cannot write " + path("to_none") + ": No such file or directory");
}

TEST_F(OutputFiles, KeepTheModeOfTheFileThatTheyReplace) {
  const mode_t usual = ::umask(022);
  put("new", "1");
  EXPECT_EQ(mode("new"), 0644U);
  for (const mode_t kept : {0600U, 0664U, 0755U}) {
    ASSERT_EQ(::chmod(path("new").c_str(), kept), 0);
    put("new", "2");
    EXPECT_EQ(mode("new"), kept);
  }
  ::umask(usual);
}

TEST_F(OutputFiles, KeepTheOwnerWhereTheUserMayGiveFilesAway) {
  if (::geteuid() != 0) GTEST_SKIP() << "only the administrator may";
  put("f", "1");
  ASSERT_EQ(::chown(path("f").c_str(), 12345, 23456), 0);
  put("f", "2");
  struct stat status {};
  ASSERT_EQ(::stat(path("f").c_str(), &status), 0);
  EXPECT_EQ(status.st_uid, 12345U);
  EXPECT_EQ(status.st_gid, 23456U);
}

TEST_F(OutputFiles, NameTheFileAndTheReasonWhenAWriteFails) {
  OutputFile full("/dev/full");
  EXPECT_ERROR(full.write("text"), ErrorCode::usage, "cannot write /dev/full: No space left on device");
  EXPECT_ERROR(OutputFile(path("")), ErrorCode::usage, "cannot write " + path("") + ": Is a directory");
  EXPECT_ERROR(OutputFile(""), ErrorCode::usage, "cannot write \"\": not a file name");
  EXPECT_ERROR(OutputFile(path("none/f")), ErrorCode::usage,
               "cannot write " + path("none/f") + ": No such file or directory");
}

TEST_F(OutputFiles, DevicesAreWrittenAndNotReplaced) {
  OutputFile file("/dev/null");
  file.write("text");
  file.commit();
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
}

}  // namespace
}  // namespace espalier
