// SPDX-License-Identifier: GPL-3.0-or-later
// A generator's files: opened by the agent beneath its log directory, found by the generator as
// descriptors.
#include "workloads/agent/generator_logs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "common/error.h"
#include "tests/support/temp_tree.h"
#include "workloads/agent/supervisor.h"

namespace seawind {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;

class GeneratorLogs : public testing::Test {
 protected:
  GeneratorLogs() {
    tree_.write("victim/file", "precious");
    fs::create_directories(tree_.root() / "logs/x.tmp");
  }
  Directory logs() const { return Directory(tree_.root() / "logs"); }

  test::TempTree tree_;
};

TEST_F(GeneratorLogs, AnExternalProgramHasFilesOfItsOwn) {
  EXPECT_THAT(log_arguments("x.tmp/a-sink.jsonl", {"bulk_tcp"}),
              ElementsAre("--log=x.tmp/a-sink.jsonl", "--log-fd=3"));
  EXPECT_THAT(log_arguments("x.tmp/a.jsonl", {"command", "--argv==true"}),
              ElementsAre("--log=x.tmp/a.jsonl", "--log-fd=3", "--output=x.tmp/a.output.txt",
                          "--output-fd=4"));
  const auto all = log_arguments("x.tmp/a.jsonl", {"command", "--argv==cp", "--argv==/x {log}"});
  EXPECT_EQ(all.back(), "--program-log-fd=5");
  EXPECT_EQ(open_generator_logs(logs(), "x.tmp/a.jsonl", all).size(), 3U);
  EXPECT_THAT(logs().open("x.tmp").names(),
              testing::UnorderedElementsAre("a.jsonl", "a.output.txt", "a.program.log"));
}

TEST_F(GeneratorLogs, NoneIsOverwrittenAndNoneIsLeftOutside) {
  const std::vector<std::string> told{"--output-fd=4"};
  fs::create_directory_symlink("../victim", tree_.root() / "logs/folder");
  fs::create_symlink("../victim/file", tree_.root() / "logs/file.jsonl");
  fs::create_symlink("../victim/new", tree_.root() / "logs/x.output.txt");
  for (const auto* name : {"folder/file", "folder/new", "file.jsonl", "../victim/new", "x.jsonl"})
    EXPECT_THROW(open_generator_logs(logs(), name, told), Error) << name;
  EXPECT_FALSE(fs::exists(tree_.root() / "logs/x.jsonl")) << "half of it is taken back";
  tree_.write("logs/old.jsonl", "of yesterday");
  EXPECT_THROW(open_generator_logs(logs(), "old.jsonl", {}), Error);
  EXPECT_EQ(logs().read_text("old.jsonl"), "of yesterday");
  EXPECT_EQ(Directory(tree_.root() / "victim").names(), std::vector<std::string>{"file"});
  EXPECT_EQ(Directory(tree_.root() / "victim").read_text("file"), "precious");
}

TEST_F(GeneratorLogs, TheGeneratorFindsThemAsItsDescriptors) {
  Supervisor supervisor({});
  const FlowEndpoint end{"f", false};
  const auto launch = [&] {
    return Launch{
        .files = open_generator_logs(logs(), "f.jsonl", {"--output-fd=4", "--program-log-fd=5"})};
  };
  supervisor.prepare(end,
                     {"/bin/sh", "-c",
                      "echo one >&3; echo two >&4; echo three >&5; echo '{\"ready\":true}'; echo "
                      "'{\"ok\":true,\"bytes\":0}'"},
                     {.expects_start = false, .only_serves = false}, launch);
  const auto results = supervisor.wait(std::chrono::seconds(20), [] { return false; });
  ASSERT_EQ(results.size(), 1U);
  EXPECT_TRUE(results[0].outcome.ok) << results[0].outcome.error;
  EXPECT_EQ(logs().read_text("f.jsonl"), "one\n");
  EXPECT_EQ(logs().read_text("f.output.txt"), "two\n");
  EXPECT_EQ(logs().read_text("f.program.log"), "three\n");
  int opened = 0;
  EXPECT_THROW(
      supervisor.prepare(end, {"/bin/true"}, {.expects_start = false, .only_serves = false},
                         [&] {
                           ++opened;
                           return Launch();
                         }),
      Error);
  EXPECT_EQ(opened, 0) << "an end that is there keeps its files";
}

}  // namespace
}  // namespace seawind
