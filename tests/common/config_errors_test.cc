// What a bad document is told: whole texts, with line, caret, range and suggestion.
#include <gtest/gtest.h>

#include "controller/testset/testset.pb.h"
#include "tests/common/config_fixture.h"

namespace seawind {
namespace {

using test::kBase;

class ConfigErrorsTest : public test::ConfigTest {
 protected:
  std::string link(const std::string& text) {
    LinkProfile profile;
    return read("profiles/x.yaml", text, profile);
  }
  /// Problems of `line` as a key of the downlink; it stands in line 4.
  std::string downlink(const std::string& line) {
    return link(
        "uplink: {rate_base: 64kbit/s, link_send_buffer_size: 12000B}\n"
        "downlink:\n"
        "  rate_base: 64kbit/s\n"
        "  " +
        line +
        "\n"
        "  link_send_buffer_size: 12000B\n");
  }
  std::string workload(const std::string& text) {
    Workload out;
    return read("workloads/w.yaml", text, out);
  }
};

TEST_F(ConfigErrorsTest, UnknownKey) {
  EXPECT_EQ(downlink("propagation_dealy: 300ms"), "?");
  EXPECT_EQ(downlink("bandwidth: 300ms"), "?");
}

TEST_F(ConfigErrorsTest, SuggestsOnlyKeysThatAreNotUsedYet) {
  EXPECT_EQ(downlink("rate_bas: 300ms"), "?");
}

TEST_F(ConfigErrorsTest, MissingUnit) {
  EXPECT_EQ(downlink("propagation_delay: 300"), "?");
  EXPECT_EQ(downlink("delay_drop_threshold: 2801"), "?");
  EXPECT_EQ(downlink("link_receive_buffer_size: 12000"), "?");
}

TEST_F(ConfigErrorsTest, WrongUnit) {
  EXPECT_EQ(downlink("propagation_delay: 300kbit/s"), "?");
  EXPECT_EQ(downlink("link_receive_buffer_size: 3s"), "?");
}

TEST_F(ConfigErrorsTest, OutOfRange) {
  EXPECT_EQ(downlink("propagation_delay: 2h"), "?");
  EXPECT_EQ(downlink("error_probability: 110%"), "?");
  EXPECT_EQ(downlink("link_receive_buffer_size: 0pkt"), "?");
  EXPECT_EQ(downlink("max_packet_size: 0.5B"), "?");
}

TEST_F(ConfigErrorsTest, Labels) {
  EXPECT_EQ(downlink("error_handling: DELAY_ITERAT"), "?");
  EXPECT_EQ(downlink("reordering: yes"), "?");
}

TEST_F(ConfigErrorsTest, DuplicateKey) {
  EXPECT_EQ(downlink("rate_base: 32kbit/s"), "?");
}

TEST_F(ConfigErrorsTest, WrongKind) {
  EXPECT_EQ(downlink("propagation_delay: [300ms]"), "?");
  EXPECT_EQ(downlink("propagation_delay:"), "?");
  EXPECT_EQ(link("downlink: 3\nuplink: [1]\nchannel: {states: {name: a}}\n"), "?");
  EXPECT_EQ(link("- a\n- b\n"), "?");
  EXPECT_EQ(link(""), "?");
}

TEST_F(ConfigErrorsTest, Missing) {
  EXPECT_EQ(link("downlink: {rate_base: 64kbit/s}\n"), "?");
}

TEST_F(ConfigErrorsTest, States) {
  EXPECT_EQ(downlink("states: {bad: {max_packet_size: 100B, states: {}, error_probabilty: 1}}"),
            "?");
}

TEST_F(ConfigErrorsTest, Distributions) {
  EXPECT_EQ(downlink("error_delay_function: {normal: {mean: 1s}}"), "?");
  EXPECT_EQ(downlink("error_delay_function: {fixed: 1s, uniform: {min: 1s, max: 2s}}"), "?");
  EXPECT_EQ(downlink("error_delay_function: {uniform: {min: 3s, max: 2s}}"), "?");
  EXPECT_EQ(downlink("error_delay_function: {uniform: {min: 3}}"), "?");
  EXPECT_EQ(downlink("error_delay_function: {exponential: {min: 1s, mean: 9s, max: 4s}}"), "?");
  EXPECT_EQ(downlink("error_delay_function: {exponential: {mean: 0s, turncation: clamp}}"), "?");
  EXPECT_EQ(downlink("error_delay_function: {}"), "?");
}

TEST_F(ConfigErrorsTest, OneOf) {
  EXPECT_EQ(workload("flows:\n  - name: a\n"), "?");
  EXPECT_EQ(workload("flows: []\n"), "?");
}

TEST_F(ConfigErrorsTest, MissingFile) {
  LinkProfile profile;
  Diagnostics problems;
  read_config(tree_.root() / "profiles/none.yaml", SearchPath{{tree_.root()}}, profile, problems);
  EXPECT_EQ(tree_.without_root(problems.render()), "?");
}

TEST_F(ConfigErrorsTest, MissingReference) {
  tree_.write("profiles/gprs.yaml", kBase);
  EXPECT_EQ(link("extends: gpsr\n"), "?");
  EXPECT_EQ(link("extends: ./gprs2.yaml\n"), "?");
}

TEST_F(ConfigErrorsTest, CyclicReference) {
  tree_.write("profiles/a.yaml", "extends: b\n");
  tree_.write("profiles/b.yaml", "description: b\nextends: x\n");
  EXPECT_EQ(link("extends: a\n"), "?");
  EXPECT_EQ(link("extends: x\n"), "?");
}

TEST_F(ConfigErrorsTest, NotYaml) {
  EXPECT_EQ(link("downlink: {rate_base: 1\n"), "?");
  EXPECT_EQ(link("a: b: c\n"), "?");
  EXPECT_EQ(link("--- {}\n--- {}\n"), "?");
}

TEST_F(ConfigErrorsTest, TooMuch) {
  EXPECT_EQ(link("channel: " + std::string(40, '[') + std::string(40, ']') + "\n"), "?");
  EXPECT_EQ(link("#" + std::string(1 << 20, ' ') + "\n"), "?");
  std::string bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n";
  for (int i = 1; i < 9; ++i) {
    bomb += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [";
    for (int k = 0; k < 10; ++k) bomb += "*a" + std::to_string(i - 1) + ",";
    bomb += "]\n";
  }
  EXPECT_EQ(link(bomb), "?");
}

TEST_F(ConfigErrorsTest, EverythingAtOnceInAllFiles) {
  tree_.write("profiles/base.yaml",
              "downlink:\n"
              "  rate_base: 64\n"
              "  link_send_buffer_size: 12000B\n"
              "uplink:\n"
              "  rate_bse: 64kbit/s\n");
  EXPECT_EQ(link("extends: base\n"
                 "downlink:\n"
                 "  rate_base: 64kbit/s\n"
                 "  error_handling: RETRY\n"
                 "uplink:\n"
                 "  propagation_delay: 2h\n"
                 "  max_packet_size: 9\n"),
            "?");
}

}  // namespace
}  // namespace seawind
