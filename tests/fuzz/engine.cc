// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/engine.h"

#include <array>
#include <random>
#include <vector>

#include "emulator/link/hop.h"
#include "tests/fuzz/fuzz.h"
#include "tests/support/tcp_bytes.h"

namespace seawind::fuzz {
namespace {

constexpr int kMaxEvents = 20'000;  // of one run: a state of 1 us makes as many as one likes

struct Account final : LinkObserver {
  struct Way {
    std::int64_t packets = 0;
    std::int64_t bytes = 0;
    void add(std::int64_t sign, std::int64_t size) {
      packets += sign;
      bytes += sign * size;
    }
  };
  void on_event(const LinkEvent& event, const Packet* /*packet*/) override {
    hold(event.time >= last, "events come in time order");
    last = event.time;
    Way& way = inside[static_cast<std::size_t>(event.direction)];
    if (event.kind == EventKind::kArrival || event.kind == EventKind::kGenerated) {
      way.add(1, event.size);
    } else if (event.kind == EventKind::kDelivered || event.kind == EventKind::kDrop) {
      way.add(-1, event.size);
    } else if (event.kind == EventKind::kModified) {
      way.bytes -= event.value - event.size;
    }
  }
  Time last;
  std::array<Way, 2> inside;
};

struct Gone final : PacketSink {
  void deliver(Packet /*packet*/) override {}
};

std::vector<std::uint8_t> some_packet(std::mt19937& random) {
  test::Segment segment{.ipv6 = random() % 4 == 0,
                        .downlink = random() % 2 == 0,
                        .fixed_port = static_cast<std::uint16_t>(5001 + random() % 3),
                        .sequence = static_cast<std::uint32_t>(random() % 20 * 500),
                        .acknowledgement = static_cast<std::uint32_t>(random() % 20 * 500),
                        .payload = random() % 3 == 0 ? 0 : random() % 1452,
                        .traffic_class = static_cast<std::uint8_t>(random())};
  if (random() % 16 == 0) segment.flags = test::kRst;
  return random() % 2 == 0 ? test::tcp_bytes(segment) : test::udp_bytes(segment);
}

void hold_account(const Hop& hop, const Account& account) {
  for (const Direction direction : {Direction::kDownlink, Direction::kUplink}) {
    const DirectionOccupancy held = hop.occupancy(direction);
    const auto& inside = account.inside[static_cast<std::size_t>(direction)];
    hold(static_cast<std::int64_t>(held.held_packets) == inside.packets,
         "received + generated = delivered + dropped + held, in packets");
    hold(static_cast<std::int64_t>(held.held_bytes) == inside.bytes,
         "received + generated = delivered + dropped + held, in bytes");
  }
}

}  // namespace

void run_engine(const HopConfig& config, const Run& run) {
  static PacketPool pool;
  Scheduler scheduler;
  Account account;
  Gone gone;
  Hop hop(config, scheduler, account, gone, gone);
  std::mt19937 random(static_cast<std::uint32_t>(run.seed));
  int events = 0;
  const auto run_until = [&](Time until) {
    while (scheduler.next_event() <= until && events < kMaxEvents) {
      scheduler.run_until(scheduler.next_event());
      ++events;
    }
    if (scheduler.next_event() > until) scheduler.run_until(until);
  };
  for (int i = 0; i < run.packets && events < kMaxEvents; ++i) {
    if (i == run.packets / 2 && run.change != nullptr) {
      hop.reconfigure(*run.change);
      hold_account(hop, account);
    }
    // Bursts, gaps of milliseconds, now and then one of seconds.
    const auto gap = random() % 50 == 0 ? random() % 5'000'000'000 : random() % 4 * 2'000'000;
    run_until(scheduler.now() + Duration::nanoseconds(static_cast<std::int64_t>(gap)));
    const auto bytes = some_packet(random);
    const Direction direction = random() % 2 == 0 ? Direction::kDownlink : Direction::kUplink;
    hop.enter(direction,
              Packet::copy_of(pool, static_cast<std::uint64_t>(i) + 1, scheduler.now(), bytes, 0));
  }
  hold_account(hop, account);
  run_until(scheduler.now() + Duration::seconds(3600));
  hold_account(hop, account);
}

}  // namespace seawind::fuzz
