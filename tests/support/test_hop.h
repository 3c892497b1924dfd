// SPDX-License-Identifier: GPL-3.0-or-later
// A hop in virtual time with its scheduler, pool, recorder and sinks. Packets get the ids 1, 2, 3,
// ... in the order in which they are passed to the hop.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "emulator/link/hop.h"
#include "tests/support/at_ms.h"
#include "tests/support/directions.h"
#include "tests/support/ip_bytes.h"
#include "tests/support/tail_drop_router.h"
#include "tests/support/tcp_bytes.h"

namespace seawind::test {

/// Records events and checks that they are in time order; counts the other calls.
class Recorder : public LinkObserver {
 public:
  void on_event(const LinkEvent& event, const Packet* packet) override;

  std::vector<LinkEvent> events;  // unless keep is false
  bool keep = true;
  bool in_time_order = true;
  /// With kArrival, a packet's first kTransmitStart, kDrop and kModified, perhaps with kGenerated.
  bool packets_as_promised = true;
  std::uint8_t modified_traffic_class = 0;  // in the IPv4 header of the newest kModified
  struct Count {
    std::uint64_t packets = 0;
    std::uint64_t bytes = 0;
  };
  Count count(Direction direction, EventKind kind) const {
    return counts_[static_cast<std::size_t>(direction)][static_cast<std::size_t>(kind)];
  }
  /// Bytes that changes of packets have cut off.
  std::uint64_t cut(Direction direction) const { return cut_[static_cast<std::size_t>(direction)]; }
  Count drops(Direction direction, DropReason reason) const {
    return drops_[static_cast<std::size_t>(direction)][static_cast<std::size_t>(reason)];
  }

 private:
  Time last_;
  // Packets with a kTransmitStart or dropped, by id; larger ids are not checked. Allocates nothing
  // later (no_allocation_test).
  std::vector<bool> started_ = std::vector<bool>(1U << 20U);
  std::array<std::array<Count, 32>, 2> counts_{};
  std::array<std::array<Count, kDropReasons>, 2> drops_{};
  std::array<std::uint64_t, 2> cut_{};
};

struct Delivery {
  Time time;
  std::uint64_t id;
  std::uint32_t size;
  Duration delay;  // since arrival
};

/// The special properties of a packet.
struct PacketKind {
  std::uint8_t protocol = 17;
  std::uint8_t dscp = 0;
};

class TestHop {
 public:
  explicit TestHop(const HopConfig& config);

  /// Passes a packet of `size` bytes to the hop now; returns its id.
  std::uint64_t send(Direction direction, std::size_t size, PacketKind kind = {});
  /// The same with these bytes.
  std::uint64_t send(Direction direction, std::span<const std::uint8_t> bytes);
  /// The same with a TCP segment of that direction.
  std::uint64_t send(Direction direction, Segment segment);
  /// The same at a later instant.
  void send_at(Time when, Direction direction, std::size_t size, PacketKind kind = {});
  void call_at(Time when, std::function<void()> what);
  void run_until(Time when) { scheduler.run_until(when); }
  /// Runs until only changes of the channel state are scheduled.
  void drain();

  Scheduler scheduler;
  PacketPool pool;
  Recorder recorder;
  std::array<std::vector<Delivery>, 2> delivered;  // by direction
  bool keep_deliveries = true;

 private:
  struct Sink : PacketSink {
    void deliver(Packet packet) override;
    TestHop* owner = nullptr;
    std::size_t direction = 0;
  };
  std::array<Sink, 2> sinks_;
  std::vector<std::function<void()>> calls_;
  std::uint64_t next_id_ = 1;

 public:
  Hop hop;
};

/// Checks received + generated = delivered + drops by reason + held, in packets and (less truncated
/// bytes) in bytes, for both directions.
void expect_identity(const TestHop& rig);

/// One state, `rate` bit/s, `propagation`, no errors, unlimited everything.
DirectionConfig plain_direction(std::int64_t rate, Duration propagation);
/// The 64 kbit/s link of experiments B1: 300 ms, a 12000 B send buffer behind 2 adapter slots and
/// an input queue of one packet, and a 20-packet router queue.
DirectionConfig gprs_direction();
/// The same with the two-state ARQ channel: p = 0.6 in state 1, 700 ms per retransmission, acks.
DirectionConfig arq_direction(int retransmissions);
/// States good 5/10/15 s and bad 1.4/2.5/4 s.
ChannelConfig two_state_channel(Truncation truncation = Truncation::kRedraw);

/// Statistical tests run an eighth of the virtual time under the sanitizers, which are some 35
/// times slower, with tolerances times sqrt(8).
#if defined(SEAWIND_SANITIZED)
constexpr int kShortened = 8;
constexpr double kWidened = 2.83;
#else
constexpr int kShortened = 1;
constexpr double kWidened = 1;
#endif

}  // namespace seawind::test
