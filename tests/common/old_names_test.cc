// SPDX-License-Identifier: GPL-3.0-or-later
// Old names of files: `extends`, references and files of a command.
#include "common/config/old_names.h"

#include <gmock/gmock.h>

#include "controller/testset/testset.pb.h"
#include "tests/common/config_fixture.h"

namespace seawind::test {
namespace {

using config::current_name;
using testing::HasSubstr;

class OldNames : public ConfigTest {
 protected:
  /// Writes tcp/mine.yaml, which extends `parent`, and reads it; the problems as rendered.
  std::string extend(const std::string& parent) {
    return read("tcp/mine.yaml", "sysctl: {tcp_ecn: 1}\nextends: " + parent + "\n", tcp_);
  }

  TcpVariant tcp_;
};

TEST_F(OldNames, BelongToOneFolder) {
  EXPECT_EQ(current_name("tcp", "enhanced-ecn-period"), "enhanced-ecn-legacy");
  EXPECT_EQ(current_name("testsets", "w3-period-marked"), "w3-legacy-marked");
  EXPECT_EQ(current_name("tcp", "w3-period-marked"), "w3-period-marked");
  EXPECT_EQ(current_name("tcp", "baseline-legacy"), "baseline-legacy");
  EXPECT_EQ(current_name("tcp", "my-period"), "my-period");
}

TEST_F(OldNames, ExtendsTheFileOfTheCurrentNameWithAWarning) {
  tree_.write("tcp/baseline-legacy.yaml", "sysctl: {tcp_sack: 1}\n");
  EXPECT_EQ(extend("baseline-period"),
            "tcp/mine.yaml:2:10: warning: `baseline-period` is now `baseline-legacy`; the old name "
            "will be removed in the next version\n"
            "    extends: baseline-period\n"
            "             ^~~~~~~~~~~~~~~\n");
  EXPECT_EQ(tcp_.sysctl().at("tcp_sack"), "1");
  EXPECT_THAT(extend("./baseline-period.yaml"),
              HasSubstr("tcp/mine.yaml:2:10: warning: `./baseline-period.yaml` is now "
                        "`./baseline-legacy.yaml`"));
  EXPECT_EQ(tcp_.sysctl().at("tcp_sack"), "1");
  EXPECT_EQ(extend("baseline-legacy"), "");
}

TEST_F(OldNames, AFileOfThatNameIsTaken) {
  tree_.write("tcp/baseline-legacy.yaml", "sysctl: {tcp_sack: 1}\n");
  tree_.write("tcp/baseline-period.yaml", "sysctl: {tcp_sack: 0}\n");
  EXPECT_EQ(extend("baseline-period"), "");
  EXPECT_EQ(tcp_.sysctl().at("tcp_sack"), "0");
}

TEST_F(OldNames, WithoutAFileOfEitherNameTheReferenceIsAnError) {
  tree_.write("tcp/baseline-legacy.yaml", "sysctl: {tcp_sack: 1}\n");
  EXPECT_THAT(extend("enhanced-period"),
              HasSubstr("error: there is no file for `enhanced-period`"));
  EXPECT_THAT(extend("some-period"), HasSubstr("error: there is no file for `some-period`"));
}

TEST_F(OldNames, AReferenceIsFoundWithoutDiagnostics) {
  const auto file = tree_.write("tcp/baseline-legacy.yaml", "{}\n");
  const SearchPath search{{tree_.root()}};
  EXPECT_EQ(find_reference(search, "tcp", "baseline-period", ""), file);
  EXPECT_EQ(find_reference(search, "routers", "baseline-period", ""), "");
}

TEST_F(OldNames, AFileOfACommand) {
  const auto replaced = [&](std::string file, std::string& said) {
    Diagnostics problems;
    replace_old_name({}, "testsets", file, "", {file}, problems);
    said = tree_.without_root(problems.render());
    return file;
  };
  std::string said;
  const std::string current = tree_.write("testsets/w1-legacy.yaml", "{}\n").string();
  const std::string old_name = (tree_.root() / "testsets/w1-period.yaml").string();
  EXPECT_EQ(replaced(old_name, said), current);
  EXPECT_EQ(said,
            "testsets/w1-period.yaml: warning: `testsets/w1-period.yaml` is now "
            "`testsets/w1-legacy.yaml`; the old name will be removed in the next version\n");
  EXPECT_EQ(replaced(current, said), current);
  EXPECT_EQ(said, "");
  const std::string other = (tree_.root() / "testsets/w2-period.yaml").string();
  EXPECT_EQ(replaced(other, said), other);
  EXPECT_EQ(said, "");
}

}  // namespace
}  // namespace seawind::test
