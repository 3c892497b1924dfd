// SPDX-License-Identifier: GPL-3.0-or-later
// The complete error texts of files that are missing, refer to each other in a circle, are not YAML
// or are too large, and the order of the problems of several files.
#include <gtest/gtest.h>

#include "controller/testset/testset.pb.h"
#include "tests/common/config_fixture.h"

namespace seawind {
namespace {

using test::kBase;

class ConfigFilesTest : public test::ConfigTest {
 protected:
  std::string link(const std::string& text) {
    LinkProfile profile;
    return read("profiles/x.yaml", text, profile);
  }
};

TEST_F(ConfigFilesTest, MissingFile) {
  LinkProfile profile;
  Diagnostics problems;
  read_config(tree_.root() / "profiles/none.yaml", SearchPath{{tree_.root()}}, profile, problems);
  EXPECT_EQ(tree_.without_root(problems.render()),
            R"(profiles/none.yaml: error: cannot read: No such file or directory
)");
}

TEST_F(ConfigFilesTest, MissingReference) {
  tree_.write("profiles/gprs.yaml", kBase);
  EXPECT_EQ(
      link("extends: gpsr\n"),
      R"(profiles/x.yaml:1:10: error: there is no file for `gpsr`: looked for profiles/gpsr.yaml
    extends: gpsr
             ^~~~
  hint: did you mean `gprs`?
)");
  EXPECT_EQ(
      link("extends: ./gprs2.yaml\n"),
      R"(profiles/x.yaml:1:10: error: there is no file for `./gprs2.yaml`: looked for profiles/gprs2.yaml
    extends: ./gprs2.yaml
             ^~~~~~~~~~~~
)");
  std::filesystem::create_directory(tree_.root() / "profiles/folder.yaml");
  EXPECT_EQ(link("extends: folder\n"),
            R"(profiles/x.yaml:1:10: error: profiles/folder.yaml is not a regular file
    extends: folder
             ^~~~~~
)");
}

TEST_F(ConfigFilesTest, CyclicReference) {
  tree_.write("profiles/a.yaml", "extends: b\n");
  tree_.write("profiles/b.yaml", "description: b\nextends: x\n");
  EXPECT_EQ(
      link("extends: a\n"),
      R"(profiles/b.yaml:2:10: error: `extends` goes in a circle: profiles/x.yaml -> profiles/a.yaml -> profiles/b.yaml -> profiles/x.yaml
    extends: x
             ^
)");
  EXPECT_EQ(
      link("extends: x\n"),
      R"(profiles/x.yaml:1:10: error: `extends` goes in a circle: profiles/x.yaml -> profiles/x.yaml
    extends: x
             ^
)");
}

TEST_F(ConfigFilesTest, NotYaml) {
  EXPECT_EQ(link("downlink: {rate_base: 1\n"),
            R"(profiles/x.yaml:2:1: error: not valid YAML: end of map flow not found
)");
  for (const std::string& bad : {std::string("# a\nb: \xff\n"), std::string("# a\nb: \0\n", 9),
                                 std::string("# a\nb: \xed\xa0\x80\n")})
    EXPECT_EQ(link(bad).rfind("profiles/x.yaml:2:4: error: the text is not UTF-8 here, or holds a "
                              "zero byte",
                              0),
              0U);
  EXPECT_EQ(link("a: b: c\n"), R"(profiles/x.yaml:1:5: error: not valid YAML: illegal map value
    a: b: c
        ^
)");
  EXPECT_EQ(link("--- {}\n--- {}\n"),
            R"(profiles/x.yaml:2:1: error: a second document, or text after the end of the first one
    --- {}
    ^
)");
  EXPECT_EQ(link(",\n"),
            R"(profiles/x.yaml:1:1: error: a second document, or text after the end of the first one
    ,
    ^
)");
  EXPECT_EQ(link("a: b\n]\n"), R"(profiles/x.yaml:2:1: error: not valid YAML: illegal flow end
    ]
    ^
)");
}

TEST_F(ConfigFilesTest, ByteOrderMark) {
  const std::string mark = "\xEF\xBB\xBF";
  EXPECT_EQ(link(mark + kBase), "");
  EXPECT_EQ(link(mark + "unknown: {}\n" + kBase),
            R"(profiles/x.yaml:1:1: error: unknown key `unknown`
    unknown: {}
    ^~~~~~~
)");
  EXPECT_EQ(link(mark + "# \xff\n").rfind("profiles/x.yaml:1:3: error: the text is not UTF-8", 0),
            0U);
}

TEST_F(ConfigFilesTest, TooMuch) {
  EXPECT_EQ(link("channel: " + std::string(40, '[') + std::string(40, ']') + "\n"),
            R"(profiles/x.yaml:1:42: error: nested deeper than 32 levels
    channel: [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]
                                             ^
)");
  EXPECT_EQ(link("#" + std::string(1 << 20, ' ') + "\n"),
            R"(profiles/x.yaml: error: cannot read: it is larger than 1024 KiB
)");
  std::string bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n";
  for (int i = 1; i < 9; ++i) {
    bomb += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [";
    for (int k = 0; k < 10; ++k) bomb += "*a" + std::to_string(i - 1) + ",";
    bomb += "]\n";
  }
  EXPECT_EQ(link(bomb), R"(profiles/x.yaml:1:37: error: more than 100000 values in one file
    a0: &a0 [x, x, x, x, x, x, x, x, x, x]
                                        ^
)");
}

TEST_F(ConfigFilesTest, EverythingAtOnceInAllFiles) {
  tree_.write("profiles/base.yaml",
              "downlink:\n"
              "  rate_base: 64\n"
              "  link_send_buffer_size: 12000B\n"
              "uplink:\n"
              "  rate_bse: 64kbit/s\n");
  EXPECT_EQ(
      link("extends: base\n"
           "downlink:\n"
           "  rate_base: 64kbit/s\n"
           "  error_handling: RETRY\n"
           "uplink:\n"
           "  propagation_delay: 2h\n"
           "  max_packet_size: 9\n"),
      R"(profiles/x.yaml:4:19: error: `error_handling`: `RETRY` is not one of DROP, DELAY, DELAY_ITERATE, RETRANSMIT
      error_handling: RETRY
                      ^~~~~
profiles/x.yaml:5:1: error: `uplink`: `link_send_buffer_size` is missing (the send buffer in front of the transmitter, in bytes of IP packets or in packets)
    uplink:
    ^~~~~~
  hint: for example `link_send_buffer_size: 12000B`
profiles/x.yaml:5:1: error: `uplink`: `rate_base` is missing (bit rate of one channel)
    uplink:
    ^~~~~~
  hint: for example `rate_base: 64kbit/s`
profiles/x.yaml:6:22: error: `propagation_delay`: 2h is above 1h (allowed: 0s to 1h)
      propagation_delay: 2h
                         ^~
profiles/x.yaml:7:20: error: `max_packet_size` needs a unit: 12000B, 12kB
      max_packet_size: 9
                       ^
  hint: did you mean `9B`?
profiles/base.yaml:2:14: error: `rate_base` needs a unit: 64kbit/s, 2Mbit/s
      rate_base: 64
                 ^~
  hint: did you mean `64bit/s`?
profiles/base.yaml:5:3: error: unknown key `rate_bse`
      rate_bse: 64kbit/s
      ^~~~~~~~
  hint: did you mean `rate_base`?
)");
}

}  // namespace
}  // namespace seawind
