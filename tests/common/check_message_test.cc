// SPDX-License-Identifier: GPL-3.0-or-later
// Messages of the control API: the same ranges, named by path.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "common/config_reader.h"
#include "emulator/api/link.pb.h"

namespace seawind {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

LinkProfile good() {
  LinkProfile profile;
  for (LinkDirection* d : {profile.mutable_downlink(), profile.mutable_uplink()}) {
    d->mutable_rate_base()->set_fixed(64'000);
    d->mutable_link_send_buffer_size()->set_bytes(12'000);
  }
  return profile;
}

TEST(CheckMessage, AcceptsWhatIsComplete) {
  EXPECT_THAT(check_message(good()), IsEmpty());
}

TEST(CheckMessage, NamesEveryProblemByItsPath) {
  LinkProfile profile = good();
  profile.mutable_channel()->add_states();
  profile.mutable_downlink()->mutable_rate_base()->set_fixed(0);
  profile.mutable_downlink()->mutable_error_probability()->set_fixed(
      std::numeric_limits<double>::quiet_NaN());
  profile.mutable_downlink()->set_error_handling(static_cast<LinkDirection::ErrorHandling>(9));
  auto& bad = (*profile.mutable_downlink()->mutable_states())["bad"];
  bad.mutable_propagation_delay()->set_fixed(-1);
  bad.set_reordering(true);
  auto* law = profile.mutable_uplink()->mutable_error_delay_function()->mutable_uniform();
  law->set_min(2e9);
  law->set_max(1e9);
  profile.mutable_uplink()->mutable_link_send_buffer_size()->set_packets(0);
  profile.mutable_uplink()->mutable_link_receive_buffer_size();
  EXPECT_THAT(
      check_message(profile),
      ElementsAre("channel.states[0].name: is missing", "channel.states[0].dwell: is missing",
                  "downlink.rate_base: 0bit/s is below 1bit/s",
                  "downlink.error_probability: nan is below 0",
                  "downlink.error_handling: 9 is not a value of ErrorHandling",
                  "downlink.states.bad.propagation_delay: -1ns is below 0s",
                  "downlink.states.bad.reordering: cannot differ from state to state",
                  "uplink.link_send_buffer_size: 0pkt is below 1pkt",
                  "uplink.error_delay_function: `min` 2s is above `max` 1s"));
}

TEST(CheckMessage, ReachesTheLinkInsideAHop) {
  HopSpec hop;
  *hop.mutable_link() = good();
  hop.mutable_link()->clear_uplink();
  hop.mutable_downlink_router()->mutable_root();
  EXPECT_THAT(check_message(hop),
              ElementsAre("link.uplink: is missing", "downlink_router.root: `kind` is not set"));
}

TEST(FillDefaults, FillsInWhatIsNotSetAndLeavesOffAlone) {
  LinkProfile profile = good();
  profile.mutable_downlink()->set_max_packet_size(100);
  fill_defaults(profile);
  EXPECT_EQ(profile.downlink().max_packet_size(), 100);
  EXPECT_EQ(profile.uplink().max_packet_size(), 2048);
  EXPECT_TRUE(profile.uplink().error_delay_function().has_fixed());
  EXPECT_FALSE(profile.uplink().has_queue_max_length());
  EXPECT_FALSE(profile.uplink().has_delay_drop_threshold());
  EXPECT_TRUE(profile.channel().has_lead_in());
}

}  // namespace
}  // namespace seawind
