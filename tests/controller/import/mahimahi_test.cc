// SPDX-License-Identifier: GPL-3.0-or-later
// Traces and command lines of mahimahi.
#include "tests/controller/import/import_fixture.h"
#include "tests/support/temp_tree.h"

namespace seawind::test {
namespace {

using testing::HasSubstr;

class Mahimahi : public testing::Test {
 protected:
  Mahimahi() {
    tree_.write("a.up", kUp);
    tree_.write("a.down", kDown);
  }

  Outcome read(const std::string& command, const std::string& down = kDown) {
    std::vector<importer::Source> sources = {{"a.up", kUp, "a.up"}, {"a.down", down, "a.down"}};
    if (!command.empty()) sources.push_back({"argument 3", command, {}});
    return imported("mahimahi", sources, tree_.root().string());
  }

  static constexpr const char* kUp = "1\n2\n3\n4\n";
  static constexpr const char* kDown = "2\n4\n4\n6\n10\n";
  const TempTree tree_;
};

TEST_F(Mahimahi, TheFirstTraceIsTheUplink) {
  const Outcome o = read("");
  EXPECT_EQ(o.up().delivery_trace().file(), "a.up");
  EXPECT_EQ(o.down().delivery_trace().file(), "a.down");
  EXPECT_EQ(o.down().delivery_trace().at_ms_size(), 5);
  EXPECT_EQ(o.down().delivery_trace().opportunity_bytes(), 1504);
  EXPECT_EQ(o.down().protocol_overhead_per_packet(), 4);
  // 5 x 1504 bytes in 10 ms.
  EXPECT_THAT(o.profile.description(), HasSubstr("a.down (down, 6.02 Mbit/s on average)"));
}

TEST_F(Mahimahi, DelayIsOneWayAndLossesAddUp) {
  const Outcome o =
      read("mm-delay 40 mm-loss uplink 0.1 mm-loss uplink 0.1 mm-link a.up a.down mm-delay 5");
  EXPECT_EQ(o.down().propagation_delay().fixed(), 45e6);
  EXPECT_EQ(o.up().propagation_delay().fixed(), 45e6);
  EXPECT_EQ(o.up().error_probability().fixed(), 0.19);
  EXPECT_EQ(o.down().error_probability().fixed(), 0);
}

TEST_F(Mahimahi, Queues) {
  const Outcome o = read(
      "mm-link a.up a.down --uplink-queue=droptail --uplink-queue-args=packets=100 "
      "--downlink-queue drophead --downlink-queue-args=bytes=30000 --meter-all --uplink-log=x");
  EXPECT_EQ(o.up().link_send_buffer_size().packets(), 100);
  EXPECT_TRUE(o.up().frame_in_service_in_buffer());
  EXPECT_EQ(o.down().queue_max_size(), 30'000 - 1504);
  EXPECT_EQ(o.down().queue_drop_policy(), LinkDirection::HEAD);
  const auto both = [&](const char* args) {
    return read(std::string("mm-link --uplink-queue=droptail --uplink-queue-args=\"") + args + '"');
  };
  EXPECT_EQ(both("packets=10, bytes=3000").up().link_send_buffer_size().bytes(), 3000);
  EXPECT_EQ(both("packets=10, bytes=30000").up().link_send_buffer_size().packets(), 10);
  EXPECT_THAT(both("packets=10, bytes=3000").warnings,
              testing::Contains(HasSubstr("not represented: the limit in packets")));
  EXPECT_THAT(
      read("mm-link --downlink-queue=codel --once").warnings,
      testing::IsSupersetOf({HasSubstr("argument 3:1:26: not represented: the queue discipline "
                                       "codel"),
                             HasSubstr("3:1:32: not represented: --once")}));
}

TEST_F(Mahimahi, ADropHeadQueueHasTwoPlacesAtLeast) {
  const auto with = [&](const std::string& args) {
    return read("mm-link --downlink-queue=drophead --downlink-queue-args=" + args);
  };
  const auto small = [](const std::string& least) {
    return testing::Contains(
        HasSubstr("argument 3:1:57: not represented: a queue this small: here " + least +
                  " fits beside the packet"));
  };
  const Outcome packet = with("packets=1");
  EXPECT_EQ(packet.down().queue_max_length(), 1);
  EXPECT_THAT(packet.warnings, small("1 packet"));
  EXPECT_THAT(packet.yaml,
              HasSubstr("drophead packets=1: 1 packet beside that packet is the least"));
  EXPECT_THAT(with("bytes=1571").warnings, small("68B"));
  EXPECT_THAT(with("packets=2").warnings, Not(small("1 packet")));
  EXPECT_THAT(with("bytes=1572").warnings, Not(small("68B")));
}

TEST_F(Mahimahi, SmallNumbersAreRead) {
  EXPECT_EQ(read("mm-loss uplink 1e-3").up().error_probability().fixed(), 0.001);
}

TEST_F(Mahimahi, WhatIsNotUnderstoodHasAPlace) {
  const auto error = [&](const std::string& command, const std::string& expected) {
    const Outcome o = read(command);
    EXPECT_THAT(o.errors, testing::Contains(HasSubstr(expected))) << command;
    EXPECT_TRUE(o.yaml.empty());
  };
  error("mm-onoff uplink 1 1", "argument 3:1:1: `mm-onoff` is not understood");
  error("mm-delay 1.5", "3:1:10: `1.5` is not a whole number; expected milliseconds");
  error("mm-loss up 0.1", "3:1:9: `up` is not a direction");
  error("mm-loss uplink 2", "3:1:16: `2` is out of range");
  error("mm-link other a.down", "3:1:9: mm-link has the trace `other` here; expected `a.up`");
  error("mm-link --uplink-queue=droptail", "3:1:24: droptail has no limit");
  error("mm-link --uplink-queue=fifo", "3:1:24: `fifo` is not a queue");
  error("mm-link --uplink-queue-args=packets=5", "3:1:29: an infinite queue has no arguments");
  error("mm-link --uplink-queue=droptail --uplink-queue-args=packets=5,size=1",
        "3:1:63: `size=1` is no limit");
  error("mm-link --upload", "`--upload` is not an option");
  EXPECT_THAT(read("", "2\nx\n").errors, testing::ElementsAre(HasSubstr("a.down:2:1: ")));
}

}  // namespace
}  // namespace seawind::test
