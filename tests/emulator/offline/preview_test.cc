// SPDX-License-Identifier: GPL-3.0-or-later
// Timelines and the probe's delays on links with known behaviour.
#include "emulator/offline/preview.h"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "emulator/offline/input_error.h"
#include "emulator/offline/json.h"
#include "tests/support/test_hop.h"

namespace seawind {
namespace {

using namespace test;

HopConfig hop() {
  HopConfig config;
  config.downlink = plain_direction(64'000, Duration::milliseconds(300));
  config.uplink = plain_direction(32'000, Duration::milliseconds(100));
  config.seed = 7;
  return config;
}

TEST(PreviewTest, AConstantLinkDelaysEveryProbeTheSame) {
  const Preview out = preview(hop(), Duration::seconds(1), {.bytes = 80});
  ASSERT_EQ(out.directions[0].delays.size(), 10u);  // at 0, 100, ... 900 ms
  for (const auto& delay : out.directions[0].delays) EXPECT_EQ(delay, Duration::milliseconds(310));
  for (const auto& delay : out.directions[1].delays) EXPECT_EQ(delay, Duration::milliseconds(120));
  EXPECT_TRUE(out.states.empty());
  ASSERT_EQ(out.directions[0].rates.size(), 1u);
  EXPECT_EQ(out.directions[0].rates[0].rate, 64'000);
  EXPECT_EQ(out.directions[1].rates[0].rate, 32'000);
  EXPECT_EQ(out.directions[0].held, 0u);
}

TEST(PreviewTest, StatesAreThoseOfTheChannel) {
  HopConfig config = hop();
  config.channel.states = {{"good", Duration::milliseconds(250)},
                           {"bad", Duration::milliseconds(100)}};
  config.downlink.states.push_back(config.downlink.states[0]);
  config.uplink.states.push_back(config.uplink.states[0]);
  config.downlink.states[1].error_probability = 1;
  const Preview out = preview(config, Duration::milliseconds(700), {.bytes = 80});
  std::vector<std::int64_t> at;
  for (const auto& state : out.states) at.push_back(state.at.ns() / 1'000'000);
  EXPECT_EQ(at, (std::vector<std::int64_t>{0, 250, 350, 600, 700}));
  // Judged at the end of serialization: the state is bad at 310 and 610 ms.
  std::vector<bool> lost;
  for (const auto& delay : out.directions[0].delays) lost.push_back(!delay);
  EXPECT_EQ(lost, (std::vector<bool>{false, false, false, true, false, false, true}));
  EXPECT_EQ(out.directions[0].drops.at("error_loss"), 2u);
}

TEST(PreviewTest, CountsUndeliveredPacketsAsHeld) {
  HopConfig config = hop();
  config.downlink.states[0].propagation_delay = Duration::seconds(3602);
  const Preview out = preview(config, Duration::milliseconds(200), {});
  EXPECT_EQ(out.directions[0].held, 2u);
  EXPECT_EQ(out.directions[1].held, 0u);
}

/// The words with which the preview is refused.
std::string refused(const HopConfig& config, Duration duration, const Probe& probe,
                    std::uint64_t steps = 1'000'000) {
  try {
    preview(config, duration, probe, steps);
    return "accepted";
  } catch (const InputError& error) {
    return error.what();
  }
}

TEST(PreviewTest, ALinkThatChangesAllTheTimeIsRefusedBeforeItTakesAllMemory) {
  HopConfig config = hop();
  config.channel.states = {{"a", Duration::microseconds(1)}, {"b", Duration::microseconds(1)}};
  config.downlink.states.push_back(config.downlink.states[0]);
  config.uplink.states.push_back(config.uplink.states[0]);
  EXPECT_THAT(
      refused(config, Duration::seconds(2), {}, 10'000'000),
      testing::StartsWith("the link changes its state or its rate, or is blocked, more than "
                          "1000000 times in its first "));
}

TEST(PreviewTest, ALinkThatRepeatsWithoutEndIsRefusedAfterItsSteps) {
  HopConfig config = hop();
  config.downlink.states[0].rate = 100'000'000'000;
  config.downlink.states[0].error_probability = 1;
  config.downlink.states[0].error_handling = ErrorHandling::kRetransmit;
  config.downlink.states[0].max_retransmissions = 1'000'000'000;
  EXPECT_THAT(refused(config, Duration::seconds(1), {}),
              testing::StartsWith(
                  "the link exceeded the limit of 1000000 events plus 10000 per packet at "));
}

TEST(PreviewTest, MoreProbesThanAPictureShowsAreRefused) {
  EXPECT_EQ(refused(hop(), Duration::seconds(86'400), {.interval = Duration::milliseconds(1)}),
            "86400000 probe packets; at most 1000000: give a longer --probe-interval or a shorter "
            "--duration");
}

TEST(PreviewTest, JsonHasTheDistribution) {
  const HopConfig config = hop();
  const Probe probe{.bytes = 80};
  const auto json = nlohmann::json::parse(preview_json(preview(config, Duration::seconds(1), probe),
                                                       config, Duration::seconds(1), probe));
  EXPECT_EQ(json["seed"], 7);
  EXPECT_EQ(json["duration_ns"], 1'000'000'000);
  const auto& sent = json["downlink"]["probe"];
  EXPECT_EQ(sent["sent"], 10);
  EXPECT_EQ(sent["delivered"], 10);
  EXPECT_EQ(sent["delay"]["quantiles_ms"].size(), 101u);
  EXPECT_DOUBLE_EQ(sent["delay"]["quantiles_ms"][50], 310.0);
  EXPECT_DOUBLE_EQ(sent["delay"]["mean_ms"], 310.0);
  EXPECT_EQ(sent["delays_ns"][9], 310'000'000);
}

}  // namespace
}  // namespace seawind
