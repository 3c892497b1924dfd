// SPDX-License-Identifier: GPL-3.0-or-later
// Every shipped profile, alone and behind every shipped router: a burst fills exactly the queues
// that the files state, in virtual time.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <random>
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
  int measured = 0;
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
      if (most_behind_router(rig.recorder.events) > 0) ++measured;
    }
  }
  EXPECT_GT(measured, 1000);
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

/// The time in a text of buffers_text(), in ms; NaN if it has none.
double milliseconds_in(const std::string& buffers) {
  const auto colon = buffers.find(": ");
  if (colon == std::string::npos) return std::numeric_limits<double>::quiet_NaN();
  return std::stod(buffers.substr(colon + 2));
}

std::vector<Limit> limit_in_front(const test::TestHop& rig, Direction direction) {
  std::vector<Limit> limits;
  const auto classes = rig.hop.router_classes(direction);
  if (classes.empty()) return limits;
  Limit& limit = limits.emplace_back();
  const BufferLimit& root = classes.front().limit;
  if (root.packets) limit.set_packets(*root.packets);
  if (root.bytes) limit.set_bytes(*root.bytes);
  return limits;
}

/// The longest time from a packet's arrival to the start of its first transmission, in ms.
double longest_wait(const std::vector<LinkEvent>& events, Direction direction) {
  std::map<std::uint64_t, Time> arrived;
  double longest = 0;
  for (const LinkEvent& event : events) {
    if (event.direction != direction) continue;
    if (event.kind == EventKind::kArrival) arrived[event.packet] = event.time;
    if (event.kind != EventKind::kTransmitStart) continue;
    const auto found = arrived.find(event.packet);
    if (found == arrived.end()) continue;
    longest = std::max(longest, static_cast<double>((event.time - found->second).ns()) / 1e6);
    arrived.erase(found);
  }
  return longest;
}

/// Large packets and small ones in an order that the seed decides, faster than the link sends them.
void fill(test::TestHop& rig, unsigned seed, std::int64_t rate) {
  std::mt19937 random(seed);
  const int large = std::uniform_int_distribution(0, 60)(random);
  std::vector<std::uint32_t> sizes(static_cast<std::size_t>(large), kSize);
  for (int i = 0; i < 240; ++i)
    sizes.push_back(std::uniform_int_distribution(0, 3)(random) > 0 ? 28U : kSize);
  if (seed % 3 == 0) std::shuffle(sizes.begin(), sizes.end(), random);
  Duration at;
  for (const std::uint32_t size : sizes) {
    for (const Direction direction : kDirections) rig.send_at(Time() + at, direction, size);
    if (seed % 2 == 0)
      at += Duration::nanoseconds(std::int64_t{size} * 4'000'000'000 /
                                  std::max<std::int64_t>(1, rate));
  }
  rig.run_until(Time() + at);
  rig.drain();
}

/// Other buffers than those of the profile.
void vary(LinkProfile& link, bool has_router, unsigned seed) {
  std::mt19937 random(seed);
  const auto one_of = [&random](std::int64_t most) {
    return std::uniform_int_distribution<std::int64_t>(0, most)(random);
  };
  for (LinkDirection* way : {link.mutable_downlink(), link.mutable_uplink()}) {
    if (one_of(1) == 0)
      way->mutable_link_send_buffer_size()->set_packets(1 + one_of(5));
    else
      way->mutable_link_send_buffer_size()->set_bytes(1000 + 1500 * one_of(5));
    if (one_of(1) == 0 && !way->link_layer_ack_emulation())
      way->set_frame_in_service_in_buffer(true);
    if (one_of(3) == 0) way->set_protocol_overhead_per_packet(40);
    way->clear_queue_max_length();
    const auto queue = one_of(3);
    if (queue == 0) way->set_queue_max_length(1 + one_of(5));
    if (queue == 1) way->set_queue_max_size(1500 * (1 + one_of(5)));
    if (queue <= 1 && (way != link.mutable_downlink() || one_of(1) == 0 || !has_router))
      way->set_queue_overflow_handling(LinkDirection::OVERFLOW_DROP);
    if (queue > 0 || way->queue_overflow_handling() == LinkDirection::OVERFLOW_DROP)
      way->clear_adapter_slots();
  }
}

// What `exec` says of the buffers is a bound that traffic reaches and never exceeds.
TEST(Queues, NoPacketWaitsLongerThanTheBuffersAllow) {
  constexpr unsigned kSeeds = test::kShortened > 1 ? 6 : 12;
  int measured = 0;
  int reached = 0;
  std::vector<std::string> routers{""};
  for (const char* name : {"tail-drop-20", "tail-drop-20-packets", "red-ecn-20", "codel"})
    routers.emplace_back(name);
  for (const std::string& name : names_of("profiles")) {
    for (const std::string& router : routers) {
      const HopSpec shipped = load(name, router);
      for (unsigned seed = 0; seed < kSeeds; ++seed) {
        HopSpec spec = shipped;
        if (seed >= kSeeds / 2) vary(*spec.mutable_link(), spec.has_downlink_router(), seed);
        test::TestHop rig(config_of(spec));
        fill(rig, seed, static_cast<std::int64_t>(nominal_rate(spec.link().downlink())));
        for (const Direction direction : kDirections) {
          const bool down = direction == Direction::kDownlink;
          const LinkDirection& way = down ? spec.link().downlink() : spec.link().uplink();
          const std::string said = buffers_text(way, limit_in_front(rig, direction), kSize);
          const double allowed = milliseconds_in(said);
          const bool waits_for_more = std::ranges::any_of(rig.recorder.events, [&](const auto& e) {
            return e.direction == direction && e.kind == EventKind::kBlocked;
          });
          if (std::isnan(allowed) || waits_for_more) continue;
          const double longest = longest_wait(rig.recorder.events, direction);
          EXPECT_LE(longest, allowed * 1.005)
              << name << " " << router << " " << to_string(direction) << " seed " << seed << ": "
              << said;
          ++measured;
          if (longest > allowed * 0.95) ++reached;
        }
      }
    }
  }
  EXPECT_GT(measured, 1000);
  EXPECT_GT(reached, 100);
}

}  // namespace
}  // namespace seawind
