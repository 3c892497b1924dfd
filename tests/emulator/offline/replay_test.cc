// SPDX-License-Identifier: GPL-3.0-or-later
// A capture through a hop: the output is exact, complete and reproducible.
#include "emulator/offline/replay.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "common/event_log.h"
#include "emulator/offline/input_error.h"
#include "tests/emulator/offline/capture_file.h"
#include "tests/support/pcapng_blocks.h"
#include "tests/support/tcp_bytes.h"
#include "tests/support/temp_tree.h"
#include "tests/support/test_hop.h"

namespace seawind {
namespace {

using namespace test;
using pcapng::packets_of;

constexpr std::int64_t kStart = 1'700'000'000'000'000'000;
constexpr std::int64_t kMs = 1'000'000;

HopConfig hop(DirectionConfig downlink) {
  HopConfig config;
  config.downlink = std::move(downlink);
  config.uplink = plain_direction(64'000, Duration::milliseconds(300));
  config.seed = 7;
  return config;
}

std::string content(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

class ReplayTest : public testing::Test {
 protected:
  std::string path(const std::string& name) const { return (tree_.root() / name).string(); }
  ReplaySummary run(const HopConfig& config, const std::string& output = "out.pcapng") {
    return replay(config, {.capture = path("in.pcap"),
                           .output = path(output),
                           .event_log = path(output + ".zst"),
                           .comment = "test",
                           .sides = {true, {address_range("10.0.0.1")}}});
  }
  TempTree tree_;
};

TEST_F(ReplayTest, TimesSidesIdsAndVerdicts) {
  {
    CaptureFile out(path("in.pcap"), DLT_RAW);
    out.add(kStart, tcp_bytes({.payload = 536}));  // 576 bytes: 72 ms at 64 kbit/s
    out.add(kStart + 10 * kMs, tcp_bytes({.downlink = false, .payload = 40}));  // 80: 10 ms
    out.add(kStart + 20 * kMs, tcp_bytes({.payload = 536}));
  }
  const ReplaySummary summary = run(hop(plain_direction(64'000, Duration::milliseconds(300))));
  const auto packets = packets_of(path("out.pcapng"));
  ASSERT_EQ(packets.size(), 6u);
  struct Wanted {
    std::uint32_t interface;
    std::int64_t ms;
    std::uint64_t id;
    std::uint32_t way;
    std::int64_t verdict;
  };
  const Wanted wanted[] = {{0, 0, 1, 1, 0},    {1, 10, 2, 1, 0},   {0, 20, 3, 1, 0},
                           {0, 320, 2, 2, -1}, {1, 372, 1, 2, -1}, {1, 444, 3, 2, -1}};
  for (std::size_t i = 0; i < packets.size(); ++i) {
    SCOPED_TRACE(i);
    EXPECT_EQ(packets[i].interface, wanted[i].interface);
    EXPECT_EQ(packets[i].time_ns, kStart + wanted[i].ms * kMs);
    EXPECT_EQ(packets[i].id, wanted[i].id);
    EXPECT_EQ(packets[i].way, wanted[i].way);
    EXPECT_EQ(packets[i].verdict, wanted[i].verdict);
    EXPECT_TRUE(packets[i].comments.empty());
  }
  EXPECT_EQ(packets[4].bytes, tcp_bytes({.payload = 536}));
  EXPECT_EQ(summary.directions[0].delivered.packets, 2u);
  EXPECT_EQ(summary.directions[1].delivered.bytes, 80u);
  EXPECT_EQ(summary.start_ns, kStart);
}

TEST_F(ReplayTest, ALinkThatDoesTooMuchBetweenTwoPacketsIsRefusedAndLeavesNothing) {
  {
    CaptureFile out(path("in.pcap"), DLT_RAW);
    out.add(kStart, tcp_bytes({.payload = 40}));
    out.add(kStart + 86'400'000 * kMs, tcp_bytes({.payload = 40}));
  }
  HopConfig config = hop(plain_direction(64'000, Duration::milliseconds(300)));
  config.channel.states = {{"a", Duration::microseconds(1)}, {"b", Duration::microseconds(1)}};
  config.downlink.states.push_back(config.downlink.states[0]);
  config.uplink.states.push_back(config.uplink.states[0]);
  try {
    replay(config, {.capture = path("in.pcap"),
                    .output = path("out.pcapng"),
                    .event_log = path("out.zst"),
                    .comment = "test",
                    .sides = {true, {address_range("10.0.0.1")}},
                    .steps = 100'000});
    FAIL() << "accepted";
  } catch (const InputError& error) {
    EXPECT_TRUE(std::string(error.what())
                    .starts_with(
                        "cannot replay " + path("in.pcap") +
                        ": the link exceeded the limit of 100000 events plus 10000 per packet at "))
        << error.what();
  }
  EXPECT_FALSE(std::filesystem::exists(path("out.pcapng")));
  EXPECT_FALSE(std::filesystem::exists(path("out.zst")));
}

TEST_F(ReplayTest, ADroppedPacketsEntryHasReasonAndCause) {
  {
    CaptureFile out(path("in.pcap"), DLT_RAW);
    for (int i = 0; i < 8; ++i) out.add(kStart, tcp_bytes({.payload = 536}));
  }
  DirectionConfig direction = gprs_direction();
  direction.router = tail_drop_router({.packets = 1});
  direction.send_buffer = {.bytes = 576};
  direction.input.adapter_slots = 0;
  const ReplaySummary summary = run(hop(direction));
  // One packet each in service, send buffer, input queue and router.
  EXPECT_EQ(summary.directions[0].drops.at("router_full").packets, 4u);
  EXPECT_EQ(summary.directions[0].delivered.packets, 4u);
  const auto packets = packets_of(path("out.pcapng"));
  std::vector<std::string> comments;
  for (const auto& p : packets) {
    if (p.verdict == 2) comments.insert(comments.end(), p.comments.begin(), p.comments.end());
  }
  ASSERT_EQ(comments.size(), 4u);
  EXPECT_EQ(comments[0], "dropped: router_full at 0.000000000 s, 576 bytes in the router");
}

TEST_F(ReplayTest, ALossIsReportedWithAttemptAndState) {
  {
    CaptureFile out(path("in.pcap"), DLT_RAW);
    out.add(kStart, tcp_bytes({.payload = 536}));
    out.add(kStart + 5000 * kMs, tcp_bytes({.payload = 536}));
  }
  DirectionConfig direction = plain_direction(64'000, Duration::milliseconds(300));
  direction.states[0].error_probability = 1;
  direction.states[0].error_handling = ErrorHandling::kDelayIterate;
  direction.states[0].error_delay = Duration::milliseconds(700);
  direction.states[0].delay_drop_threshold = Duration::milliseconds(1401);
  HopConfig config = hop(direction);
  config.channel.states = {{"deep", Duration::seconds(3600)}};
  run(config);
  const auto packets = packets_of(path("out.pcapng"));
  ASSERT_EQ(packets.size(), 2u);
  EXPECT_EQ(packets[0].comments.at(0),
            "dropped: error_loss at 1.472000000 s, attempt 3, state deep");
  EXPECT_EQ(packets[0].verdict, 2);
}

TEST_F(ReplayTest, TheSameRunGivesTheSameBytes) {
  {
    CaptureFile out(path("in.pcap"), DLT_RAW);
    for (int i = 0; i < 500; ++i) {
      out.add(kStart + i * 61 * kMs, tcp_bytes({.payload = static_cast<std::size_t>(i % 500)}));
      out.add(kStart + i * 61 * kMs, tcp_bytes({.downlink = false}));
    }
  }
  HopConfig config = hop(arq_direction(2));
  config.uplink = arq_direction(1);
  config.uplink.router = nullptr;
  config.uplink.input.limit = {};
  config.channel = two_state_channel();
  const ReplaySummary first = run(config, "a.pcapng");
  run(config, "b.pcapng");
  EXPECT_EQ(content(path("a.pcapng")), content(path("b.pcapng")));
  EXPECT_EQ(content(path("a.pcapng.zst")), content(path("b.pcapng.zst")));
  config.seed = 8;
  run(config, "c.pcapng");
  EXPECT_NE(content(path("a.pcapng")), content(path("c.pcapng")));

  // Completeness: every entry has a fate, and the log has every event.
  for (const auto& direction : first.directions) {
    std::uint64_t gone = direction.delivered.packets;
    for (const auto& [reason, count] : direction.drops) gone += count.packets;
    EXPECT_EQ(direction.received.packets, gone);
    EXPECT_EQ(direction.held.packets, 0u);
  }
  EXPECT_GT(first.directions[0].drops.at("error_loss").packets, 0u);
  EventLogReader log(path("a.pcapng.zst"));
  EXPECT_EQ(log.header().start_realtime_ns, kStart);
  std::uint64_t arrivals = 0;
  while (const auto entry = log.next()) {
    if (entry->event.kind == EventKind::kArrival) {
      ++arrivals;
      EXPECT_EQ(entry->snap.size(), std::min<std::size_t>(entry->event.size, 96));
    }
  }
  EXPECT_EQ(arrivals, 1000u);
  EXPECT_FALSE(log.truncated());
  const auto packets = packets_of(path("a.pcapng"));
  for (std::size_t i = 1; i < packets.size(); ++i) {
    EXPECT_GE(packets[i].time_ns, packets[i - 1].time_ns);
  }
}

TEST_F(ReplayTest, APacketCapturedInPartHasItsRealSizeOnTheLink) {
  {
    CaptureFile out(path("in.pcap"), DLT_RAW, 60);
    out.add(kStart, tcp_bytes({.payload = 536}));
  }
  const ReplaySummary summary = run(hop(plain_direction(64'000, Duration())));
  EXPECT_EQ(summary.cut_short, 1u);
  const auto packets = packets_of(path("out.pcapng"));
  ASSERT_EQ(packets.size(), 2u);
  for (const auto& p : packets) {
    EXPECT_EQ(p.bytes.size(), 60u);
    EXPECT_EQ(p.original_length, 576u);
  }
  EXPECT_EQ(packets[1].time_ns, kStart + 72 * kMs);
}

// By a NAT64: 20 bytes less towards the fixed host, 20 more towards the mobile one. The event log
// has the bytes of both sides.
TEST_F(ReplayTest, ATranslatedPacketIsThatOfEachSide) {
  auto up = udp_bytes({.ipv6 = true, .downlink = false, .mobile_port = 4000, .payload = 52});
  std::ranges::copy(EmbeddedIpv4().embed(10U << 24 | 1), up.begin() + 24);  // to 10.0.0.1
  auto down = udp_bytes({.mobile_port = 4000, .payload = 572});
  std::ranges::copy(std::array<std::uint8_t, 4>{100, 64, 0, 3}, down.begin() + 16);
  {
    CaptureFile out(path("in.pcap"), DLT_RAW, 80);
    out.add(kStart, up);
    out.add(kStart + 900 * kMs, down);
  }
  HopConfig config = hop(plain_direction(64'000, Duration()));
  config.downlink.stages = {Nat64{}};
  replay(config, {.capture = path("in.pcap"),
                  .output = path("out.pcapng"),
                  .event_log = path("out.zst"),
                  .comment = "test",
                  .sides = {false, {address_range("100.64.0.0/24"), address_range("fd00::/8")}}});
  std::vector<std::array<std::size_t, 3>> seen;
  for (const auto& p : packets_of(path("out.pcapng"))) {
    seen.push_back({p.bytes[0] / 16U, p.bytes.size(), p.original_length});
  }
  EXPECT_EQ(seen, (std::vector<std::array<std::size_t, 3>>{
                      {6, 80, 100}, {4, 60, 80}, {4, 80, 600}, {6, 100, 620}}));
  std::vector<std::uint8_t> versions;
  for (EventLogReader log(path("out.zst")); const auto entry = log.next();) {
    if (!entry->snap.empty()) versions.push_back(entry->snap[0] >> 4);
  }
  EXPECT_EQ(versions, (std::vector<std::uint8_t>{6, 4, 4, 6}));
}

TEST_F(ReplayTest, StampsThatStepBackAreHeld) {
  {
    CaptureFile out(path("in.pcap"), DLT_RAW);
    out.add(kStart, tcp_bytes({}));
    out.add(kStart + 50 * kMs, tcp_bytes({}));
    out.add(kStart + 40 * kMs, tcp_bytes({}));
    out.add(kStart - kMs, tcp_bytes({}));
  }
  const ReplaySummary summary = run(hop(plain_direction(64'000'000, Duration())));
  EXPECT_EQ(summary.stepped_back, 2u);
  EXPECT_EQ(summary.directions[0].delivered.packets, 4u);
}

TEST_F(ReplayTest, PacketsHeldAfterAnHourAreReported) {
  {
    CaptureFile out(path("in.pcap"), DLT_RAW);
    out.add(kStart, tcp_bytes({.payload = 60}));
  }
  const ReplaySummary summary = run(hop(plain_direction(64'000, Duration::seconds(3601))));
  EXPECT_EQ(summary.directions[0].held.packets, 1u);
  const auto packets = packets_of(path("out.pcapng"));
  ASSERT_EQ(packets.size(), 1u);
  EXPECT_TRUE(packets[0].comments.at(0).starts_with("held: still in the link at "));
  EXPECT_EQ(packets[0].verdict, -1);
}

// The answer of a firewall to the last packet crosses the link after all packets of the capture.
TEST_F(ReplayTest, WhatTheLinkMadeLastLeavesIt) {
  {
    CaptureFile out(path("in.pcap"), DLT_RAW);
    out.add(kStart, udp_bytes({.downlink = false, .payload = 60}));
  }
  HopConfig config = hop(plain_direction(64'000, Duration::milliseconds(300)));
  config.downlink.stages = {Firewall{.answer = Firewall::Answer::kIcmp}};
  const ReplaySummary summary = run(config);
  EXPECT_EQ(summary.directions[0].generated.packets, 1u);
  EXPECT_EQ(summary.directions[0].delivered.packets, 1u);
  EXPECT_EQ(summary.directions[0].held.packets, 0u);
}

TEST_F(ReplayTest, OneFileIsNotBothOutputAndEventLog) {
  {
    CaptureFile out(path("in.pcap"), DLT_RAW);
    out.add(kStart, tcp_bytes({.payload = 60}));
  }
  EXPECT_THROW(replay(hop(plain_direction(64'000, Duration())),
                      {.capture = path("in.pcap"),
                       .output = path("out"),
                       .event_log = path("./out"),
                       .comment = "test",
                       .sides = {true, {address_range("10.0.0.1")}}}),
               InputError);
  EXPECT_FALSE(std::filesystem::exists(path("out")));
}

TEST_F(ReplayTest, AfterAnErrorNothingIsLeft) {
  {
    CaptureFile out(path("in.pcap"), DLT_RAW);
    out.add(kStart, tcp_bytes({.payload = 60}));
    out.add(kStart, tcp_bytes({.payload = 60}));
  }
  std::filesystem::resize_file(path("in.pcap"), std::filesystem::file_size(path("in.pcap")) - 5);
  EXPECT_THROW(run(hop(plain_direction(64'000, Duration()))), InputError);
  std::size_t files = 0;
  for ([[maybe_unused]] const auto& file : std::filesystem::directory_iterator(tree_.root())) {
    ++files;
  }
  EXPECT_EQ(files, 1u);
}

TEST_F(ReplayTest, TheCaptureIsNeverWrittenOver) {
  {
    CaptureFile out(path("in.pcap"), DLT_RAW);
    out.add(kStart, tcp_bytes({.payload = 60}));
  }
  const std::string before = content(path("in.pcap"));
  EXPECT_THROW(run(hop(plain_direction(64'000, Duration())), "in.pcap"), InputError);
  EXPECT_EQ(content(path("in.pcap")), before);
}

TEST_F(ReplayTest, ACaptureOfNeitherDirectionIsAnError) {
  {
    CaptureFile out(path("in.pcap"), DLT_RAW);
    auto bytes = tcp_bytes({});
    bytes[15] = 77;
    out.add(kStart, bytes);
  }
  try {
    run(hop(plain_direction(64'000, Duration())));
    FAIL();
  } catch (const InputError& error) {
    EXPECT_EQ(tree_.without_root(error.what()),
              "cannot replay in.pcap: none of its 1 IP packets is from or to the side given");
  }
}

}  // namespace
}  // namespace seawind
