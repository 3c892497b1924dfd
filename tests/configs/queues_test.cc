// SPDX-License-Identifier: GPL-3.0-or-later
// Every shipped profile, alone and behind every shipped router: a burst fills exactly the queues
// that the files state, in virtual time.
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "controller/offline/load_hop.h"
#include "controller/testset/router_flows.h"
#include "emulator/api/link_rules.h"
#include "emulator/spec/hop_spec.h"
#include "tests/configs/documents_fixture.h"
#include "tests/support/test_hop.h"

namespace seawind {
namespace {

constexpr std::uint32_t kSize = 1500;
constexpr std::array kDirections{Direction::kDownlink, Direction::kUplink};

std::vector<std::string> names_of(const std::string& folder) {
  std::vector<std::string> names;
  for (const DocumentKind& kind : document_kinds()) {
    if (kind.folder != folder) continue;
    for (const auto& file : test::shipped(kind)) names.push_back(file.stem().string());
  }
  return names;
}

HopSpec load(const std::string& profile, const std::string& router) {
  Diagnostics problems;
  auto hop = load_hop({.profile = profile,
                       .router = router,
                       .uplink_router = {},
                       .configs = test::source_root() / "configs"},
                      problems);
  if (!hop) {
    ADD_FAILURE() << profile << " " << router << ": " << problems.render();
    return {};
  }
  if (hop->spec.has_downlink_router())
    resolve_flows(*hop->spec.mutable_downlink_router(), Workload(), 5000);
  return hop->spec;
}

HopConfig config_of(const HopSpec& spec) {
  std::vector<std::string> problems;
  HopConfig config = hop_config(spec, problems);
  EXPECT_TRUE(problems.empty()) << problems.front();
  return config;
}

/// Packets of kSize that fit into a limit; -1: no limit.
std::int64_t packets_in(const BufferLimit& limit) {
  if (limit.packets) return *limit.packets;
  return limit.bytes ? *limit.bytes / kSize : -1;
}

/// The largest number of packets between router and transmitter, over the events of a run.
std::int64_t most_behind_router(const std::vector<LinkEvent>& events) {
  std::set<std::uint64_t> behind;
  std::size_t most = 0;
  for (const LinkEvent& event : events) {
    if (event.direction != Direction::kDownlink) continue;
    if (event.kind == EventKind::kRouterDequeue) behind.insert(event.packet);
    if (event.kind == EventKind::kTransmitStart || event.kind == EventKind::kDrop)
      behind.erase(event.packet);
    most = std::max(most, behind.size());
  }
  return static_cast<std::int64_t>(most);
}

/// Sends a burst at link time 0 in both directions.
void burst(test::TestHop& rig, std::int64_t packets) {
  for (std::int64_t i = 0; i < packets; ++i) {
    for (const Direction direction : kDirections) rig.send(direction, kSize);
  }
}

// Alone, a profile holds its send buffer and, if the channel is free, the packet in service; the
// rest is dropped as `send_buffer_full`. An input queue without a limit is asked for in words.
TEST(Queues, AProfileAloneHoldsItsSendBuffer) {
  constexpr std::int64_t kMore = 100;
  int measured = 0;
  for (const std::string& name : names_of("profiles")) {
    const HopSpec spec = load(name, "");
    const HopConfig config = config_of(spec);
    for (const Direction direction : kDirections) {
      const bool down = direction == Direction::kDownlink;
      const DirectionConfig& way = down ? config.downlink : config.uplink;
      if (way.router || !way.input.none()) continue;  // the tests below
      const std::int64_t buffer = packets_in(way.send_buffer);
      test::TestHop rig(config);
      burst(rig, buffer + kMore);
      const auto dropped = static_cast<std::int64_t>(
          rig.recorder.drops(direction, DropReason::kSendBufferFull).packets);
      const std::int64_t held = buffer + kMore - dropped;
      EXPECT_GE(held, buffer) << name << " " << to_string(direction);
      EXPECT_LE(held, buffer + 1) << name << " " << to_string(direction);
      ++measured;
    }
  }
  EXPECT_GT(measured, 60);
}

/// Profiles that ask for an input queue in words, by direction, and what each needs it for.
const std::map<std::string, std::string> kUnlimited{
    {"e0 uplink", "the reference link accepts every packet (experiments L9)"},
    {"drop-from-head downlink", "its stage limits the queue"}};

TEST(Queues, AnUnlimitedQueueIsAskedForInWords) {
  std::set<std::string> found;
  for (const std::string& name : names_of("profiles")) {
    const std::string text =
        test::read_file(test::source_root() / "configs/profiles" / (name + ".yaml"));
    if (text.find("queue_max_length: off") == std::string::npos) continue;
    const HopSpec spec = load(name, "");
    for (const auto& [way, values] : {std::pair{"downlink", spec.link().downlink()},
                                      std::pair{"uplink", spec.link().uplink()}}) {
      if (!values.has_queue_max_length()) found.insert(name + " " + way);
    }
  }
  std::set<std::string> expected;
  for (const auto& [which, why] : kUnlimited) expected.insert(which);
  EXPECT_EQ(found, expected);
}

// Behind a router, the packets that wait are in the router, whatever the discipline: one packet at
// most is between it and the transmitter. With an input queue of the profile's own, and with
// byte_stream or link-layer acks, the file states how many more.
TEST(Queues, BehindARouterAtMostOnePacketWaits) {
  std::map<std::string, Router> routers;
  for (const std::string& name : names_of("routers"))
    routers[name] = load("e0", name).downlink_router();
  for (const std::string& name : names_of("profiles")) {
    HopSpec spec = load(name, "");
    for (const auto& [router, values] : routers) {
      *spec.mutable_downlink_router() = values;
      const HopConfig config = config_of(spec);
      const DirectionConfig& way = config.downlink;
      if (way.input.limit.unlimited()) continue;
      std::int64_t allowed = 1;
      if (!way.input.none()) {
        allowed = way.input.adapter_slots + *way.input.limit.packets + packets_in(way.send_buffer);
      } else if (way.framing.byte_stream) {
        allowed = 2;  // a frame's bytes are in two packets
      }
      test::TestHop rig(config);
      burst(rig, 60);
      rig.run_until(test::at_ms(2'000));
      EXPECT_LE(most_behind_router(rig.recorder.events), allowed) << name << " " << router;
    }
  }
}

// Behind a queue of 20 packets, 20 packets wait in it and one is in service.
TEST(Queues, TheRoutersLimitIsTheQueue) {
  int measured = 0;
  for (const std::string& name : names_of("profiles")) {
    const HopConfig config = config_of(load(name, "tail-drop-20-packets"));
    if (!config.downlink.input.none()) continue;
    test::TestHop rig(config);
    burst(rig, 60);
    const auto full = rig.recorder.drops(Direction::kDownlink, DropReason::kRouterFull).packets;
    EXPECT_GE(60 - full, 20U) << name;
    EXPECT_LE(60 - full, 22U) << name;
    ++measured;
  }
  EXPECT_GT(measured, 30);
}

}  // namespace
}  // namespace seawind
