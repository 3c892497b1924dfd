// SPDX-License-Identifier: GPL-3.0-or-later
// The complete error texts of bad keys and values, with line, caret, range and suggestion.
#include <gtest/gtest.h>

#include "controller/testset/testset.pb.h"
#include "tests/common/config_fixture.h"

namespace seawind {
namespace {

class ConfigErrorsTest : public test::ConfigTest {
 protected:
  std::string link(const std::string& text) {
    LinkProfile profile;
    return read("profiles/x.yaml", text, profile);
  }
  /// The problems of `line` as a key of the downlink in line 4.
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
  EXPECT_EQ(downlink("propagation_dealy: 300ms"),
            R"(profiles/x.yaml:4:3: error: unknown key `propagation_dealy`
      propagation_dealy: 300ms
      ^~~~~~~~~~~~~~~~~
  hint: did you mean `propagation_delay`?
)");
  EXPECT_EQ(downlink("bandwidth: 300ms"), R"(profiles/x.yaml:4:3: error: unknown key `bandwidth`
      bandwidth: 300ms
      ^~~~~~~~~
)");
}

TEST_F(ConfigErrorsTest, SuggestsOnlyKeysThatAreNotUsedYet) {
  EXPECT_EQ(downlink("rate_bas: 300ms"), R"(profiles/x.yaml:4:3: error: unknown key `rate_bas`
      rate_bas: 300ms
      ^~~~~~~~
)");
}

TEST_F(ConfigErrorsTest, MissingUnit) {
  EXPECT_EQ(downlink("propagation_delay: 300"),
            R"(profiles/x.yaml:4:22: error: `propagation_delay` needs a unit: 300ms, 0.3s
      propagation_delay: 300
                         ^~~
  hint: did you mean `300ms`?
)");
  EXPECT_EQ(downlink("delay_drop_threshold: 2801"),
            R"(profiles/x.yaml:4:25: error: `delay_drop_threshold` needs a unit: 300ms, 0.3s, or off
      delay_drop_threshold: 2801
                            ^~~~
  hint: did you mean `2801ms`?
)");
  EXPECT_EQ(
      downlink("link_receive_buffer_size: 12000"),
      R"(profiles/x.yaml:4:29: error: `link_receive_buffer_size` needs a unit: 12000B, 20pkt, or off
      link_receive_buffer_size: 12000
                                ^~~~~
  hint: did you mean `12000B`?
)");
  EXPECT_NE(downlink("link_receive_buffer_size: 20").find("hint: did you mean `20pkt`?"),
            std::string::npos);
}

TEST_F(ConfigErrorsTest, WrongUnit) {
  EXPECT_EQ(
      downlink("propagation_delay: 300kbit/s"),
      R"(profiles/x.yaml:4:22: error: `propagation_delay`: `300kbit/s` has no known unit: use ns, us, ms, s, min, h
      propagation_delay: 300kbit/s
                         ^~~~~~~~~
)");
  EXPECT_EQ(
      downlink("link_receive_buffer_size: 3s"),
      R"(profiles/x.yaml:4:29: error: `link_receive_buffer_size`: `3s` is not a number of bytes or packets: write 12000B, 20pkt, or off
      link_receive_buffer_size: 3s
                                ^~
)");
}

TEST_F(ConfigErrorsTest, UnitsInAnotherNotation) {
  EXPECT_EQ(
      link("uplink: {rate_base: 2Mbps, link_send_buffer_size: 12000B}\n"
           "downlink: {rate_base: 2Mbit/s, link_send_buffer_size: 12000B}\n"),
      R"(profiles/x.yaml:1:21: error: `rate_base`: `2Mbps` has no known unit: use bit/s, kbit/s, Mbit/s, Gbit/s
    uplink: {rate_base: 2Mbps, link_send_buffer_size: 12000B}
                        ^~~~~
  hint: did you mean `2Mbit/s`?
)");
  const auto hint_of = [&](const std::string& line) {
    const std::string text = downlink(line);
    const std::size_t at = text.find("  hint: ");
    return at == std::string::npos ? std::string() : text.substr(at + 8);
  };
  EXPECT_EQ(hint_of("propagation_delay: 300msec"), "did you mean `300ms`?\n");
  EXPECT_EQ(hint_of("propagation_delay: 0.3 s"), "did you mean `0.3s`?\n");
  EXPECT_EQ(hint_of("propagation_delay: 300MS"), "did you mean `300ms`?\n");
  EXPECT_EQ(hint_of("link_receive_buffer_size: 12KB"), "did you mean `12kB`?\n");
  EXPECT_EQ(hint_of("link_receive_buffer_size: 20 packets"), "did you mean `20pkt`?\n");
  EXPECT_EQ(hint_of("user_max_rate: 2MB/s"), "") << "bytes";
  EXPECT_EQ(hint_of("propagation_delay: 3 blinks"), "");
}

TEST_F(ConfigErrorsTest, TabsThatIndent) {
  const char* const expected = R"(profiles/x.yaml:2:1: error: tabs cannot indent YAML: use spaces
    	rate_base: 64kbit/s
    ^
)";
  EXPECT_EQ(link("downlink:\n\trate_base: 64kbit/s\n"), expected);
  EXPECT_EQ(link("downlink:\n\trate_base: 64kbit/s\n\tpropagation_delay: 1s\n"), expected);
  EXPECT_EQ(link("downlink:\n  rate_base: 64kbit/s\n \tpropagation_delay: 1s\n"),
            "profiles/x.yaml:3:2: error: tabs cannot indent YAML: use spaces\n"
            "     \tpropagation_delay: 1s\n"
            "     ^\n");
}

TEST_F(ConfigErrorsTest, LossPatterns) {
  EXPECT_EQ(
      downlink("loss_pattern: {random: 1%}"),
      R"(profiles/x.yaml:4:3: error: `loss_pattern`: needs one of `gilbert_elliott`, `four_state`, `positions`, `times`
      loss_pattern: {random: 1%}
      ^~~~~~~~~~~~
profiles/x.yaml:4:18: error: unknown key `random`
      loss_pattern: {random: 1%}
                     ^~~~~~
  hint: for independent losses write `error_probability: 1%` in the direction
)");
}

TEST_F(ConfigErrorsTest, OutOfRange) {
  EXPECT_EQ(downlink("propagation_delay: 2h"),
            R"(profiles/x.yaml:4:22: error: `propagation_delay`: 2h is above 1h (allowed: 0s to 1h)
      propagation_delay: 2h
                         ^~
)");
  EXPECT_EQ(downlink("error_probability: 110%"),
            R"(profiles/x.yaml:4:22: error: `error_probability`: 110% is above 1 (allowed: 0 to 1)
      error_probability: 110%
                         ^~~~
)");
  EXPECT_EQ(
      downlink("link_receive_buffer_size: 0pkt"),
      R"(profiles/x.yaml:4:29: error: `link_receive_buffer_size`: 0pkt is below 1pkt (allowed: 1pkt to 1000000000pkt)
      link_receive_buffer_size: 0pkt
                                ^~~~
)");
  EXPECT_EQ(downlink("max_packet_size: 0.5B"),
            R"(profiles/x.yaml:4:20: error: `max_packet_size`: `0.5B` is not a whole number of B
      max_packet_size: 0.5B
                       ^~~~
)");
}

TEST_F(ConfigErrorsTest, Labels) {
  EXPECT_EQ(
      downlink("error_handling: drop"),
      R"(profiles/x.yaml:4:19: error: `error_handling`: `drop` is not one of DROP, DELAY, DELAY_ITERATE, RETRANSMIT
      error_handling: drop
                      ^~~~
  hint: did you mean `DROP`?
)");
  EXPECT_EQ(
      downlink("error_handling: DELAY_ITERAT"),
      R"(profiles/x.yaml:4:19: error: `error_handling`: `DELAY_ITERAT` is not one of DROP, DELAY, DELAY_ITERATE, RETRANSMIT
      error_handling: DELAY_ITERAT
                      ^~~~~~~~~~~~
  hint: did you mean `DELAY_ITERATE`?
)");
  EXPECT_EQ(downlink("reordering: yes"),
            R"(profiles/x.yaml:4:15: error: `reordering` must be true or false, not `yes`
      reordering: yes
                  ^~~
)");
}

TEST_F(ConfigErrorsTest, DuplicateKey) {
  EXPECT_EQ(downlink("rate_base: 32kbit/s"),
            R"(profiles/x.yaml:4:3: error: `rate_base` is given twice: first in line 3
      rate_base: 32kbit/s
      ^~~~~~~~~
)");
}

TEST_F(ConfigErrorsTest, WrongKind) {
  EXPECT_EQ(
      downlink("propagation_delay: [300ms]"),
      R"(profiles/x.yaml:4:22: error: `propagation_delay` needs a value or one of fixed, uniform, exponential, normal, lognormal, pareto, mixture, empirical, netem, list, found a list
      propagation_delay: [300ms]
                         ^
)");
  EXPECT_EQ(
      downlink("propagation_delay:"),
      R"(profiles/x.yaml:4:3: error: `propagation_delay` needs a value or one of fixed, uniform, exponential, normal, lognormal, pareto, mixture, empirical, netem, list, found nothing
      propagation_delay:
      ^~~~~~~~~~~~~~~~~
)");
  EXPECT_EQ(link("downlink: 3\nuplink: [1]\nchannel: {states: {name: a}}\n"),
            R"(profiles/x.yaml:1:11: error: `downlink` needs a map of keys, found a plain value
    downlink: 3
              ^
profiles/x.yaml:2:9: error: `uplink` needs a map of keys, found a list
    uplink: [1]
            ^
profiles/x.yaml:3:11: error: `states` needs a list of maps, found a map
    channel: {states: {name: a}}
              ^~~~~~
)");
  EXPECT_EQ(link("- a\n- b\n"),
            R"(profiles/x.yaml:1:1: error: the file must be a map of `key: value` lines
    - a
    ^
)");
  EXPECT_EQ(link(""), R"(profiles/x.yaml: error: is empty
)");
}

TEST_F(ConfigErrorsTest, Missing) {
  EXPECT_EQ(link("downlink: {rate_base: 64kbit/s}\n"),
            R"(profiles/x.yaml: error: `uplink` is missing (mobile host to fixed host)
profiles/x.yaml:1:1: error: `downlink`: `link_send_buffer_size` is missing (the send buffer in front of the transmitter, in bytes of IP packets or in packets)
    downlink: {rate_base: 64kbit/s}
    ^~~~~~~~
  hint: for example `link_send_buffer_size: 12000B`
)");
}

TEST_F(ConfigErrorsTest, States) {
  EXPECT_EQ(
      downlink("states: {bad: {max_packet_size: 100B, states: {}, error_probabilty: 1}}"),
      R"(profiles/x.yaml:4:18: error: `max_packet_size` cannot differ from state to state; set it in the direction itself
      states: {bad: {max_packet_size: 100B, states: {}, error_probabilty: 1}}
                     ^~~~~~~~~~~~~~~
profiles/x.yaml:4:41: error: `states` cannot differ from state to state; set it in the direction itself
      states: {bad: {max_packet_size: 100B, states: {}, error_probabilty: 1}}
                                            ^~~~~~
profiles/x.yaml:4:53: error: unknown key `error_probabilty`
      states: {bad: {max_packet_size: 100B, states: {}, error_probabilty: 1}}
                                                        ^~~~~~~~~~~~~~~~
  hint: did you mean `error_probability`?
)");
}

TEST_F(ConfigErrorsTest, Distributions) {
  EXPECT_EQ(
      downlink("error_delay_function: {gauss: {mean: 1s}}"),
      R"(profiles/x.yaml:4:26: error: unknown distribution `gauss`: use one of fixed, uniform, exponential, normal, lognormal, pareto, mixture, empirical, netem, list
      error_delay_function: {gauss: {mean: 1s}}
                             ^~~~~
)");
  EXPECT_EQ(
      downlink("error_delay_function: {fixed: 1s, uniform: {min: 1s, max: 2s}}"),
      R"(profiles/x.yaml:4:37: error: `fixed` and `uniform` exclude each other: give exactly one
      error_delay_function: {fixed: 1s, uniform: {min: 1s, max: 2s}}
                                        ^~~~~~~
)");
  EXPECT_EQ(downlink("error_delay_function: {uniform: {min: 3s, max: 2s}}"),
            R"(profiles/x.yaml:4:26: error: `uniform`: `min` 3s is above `max` 2s
      error_delay_function: {uniform: {min: 3s, max: 2s}}
                             ^~~~~~~
)");
  EXPECT_EQ(downlink("error_delay_function: {uniform: {min: 3}}"),
            R"(profiles/x.yaml:4:26: error: `uniform`: `max` is missing
      error_delay_function: {uniform: {min: 3}}
                             ^~~~~~~
profiles/x.yaml:4:41: error: `min` needs a unit: 300ms, 0.3s
      error_delay_function: {uniform: {min: 3}}
                                            ^
  hint: did you mean `3ms`?
)");
  EXPECT_EQ(downlink("error_delay_function: {exponential: {min: 1s, mean: 9s, max: 4s}}"),
            R"(profiles/x.yaml:4:26: error: `exponential`: `mean` 9s is above `max` 4s
      error_delay_function: {exponential: {min: 1s, mean: 9s, max: 4s}}
                             ^~~~~~~~~~~
)");
  EXPECT_EQ(downlink("error_delay_function: {exponential: {mean: 0s, turncation: clamp}}"),
            R"(profiles/x.yaml:4:26: error: `exponential`: `mean` must be above 0
      error_delay_function: {exponential: {mean: 0s, turncation: clamp}}
                             ^~~~~~~~~~~
profiles/x.yaml:4:50: error: unknown key `turncation`
      error_delay_function: {exponential: {mean: 0s, turncation: clamp}}
                                                     ^~~~~~~~~~
  hint: did you mean `truncation`?
)");
  EXPECT_EQ(
      downlink("error_delay_function: {}"),
      R"(profiles/x.yaml:4:3: error: `error_delay_function` needs one of fixed, uniform, exponential, normal, lognormal, pareto, mixture, empirical, netem, list
      error_delay_function: {}
      ^~~~~~~~~~~~~~~~~~~~
)");
}

TEST_F(ConfigErrorsTest, OneOf) {
  EXPECT_EQ(
      workload("flows:\n  - name: a\n"),
      R"(workloads/w.yaml:2:5: error: `flows[0]`: needs one of `bulk_tcp`, `http`, `stream`, `tfrc`, `ping`, `request_response`, `aborted_download`, `command`
      - name: a
        ^
)");
  EXPECT_EQ(workload("flows: []\n"),
            R"(workloads/w.yaml:1:8: error: `flows` is an empty list: at least one is needed
    flows: []
           ^
)");
}

}  // namespace
}  // namespace seawind
