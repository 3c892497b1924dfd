// SPDX-License-Identifier: GPL-3.0-or-later
// Hand-made event logs: packets with real IPv4/IPv6 and TCP headers, and their fates.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "common/event_log.h"
#include "controller/measure/metrics_collector.h"

namespace seawind::test {

inline constexpr std::uint8_t kFin = 1, kSyn = 2, kRst = 4, kAck = 16;
inline constexpr std::int64_t kMs = 1'000'000;
inline constexpr auto kDown = Direction::kDownlink, kUp = Direction::kUplink;

struct SegmentSpec {
  std::uint16_t source = 0;
  std::uint16_t destination = 0;
  std::uint32_t sequence = 0;
  std::uint8_t flags = kAck;
  std::size_t payload = 0;
  std::size_t options = 0;  // bytes of TCP options, a multiple of 4
  std::uint32_t acknowledgement = 0;
  std::uint32_t source_address = 0;  // of IPv4
  std::uint32_t destination_address = 0;
};

/// The first bytes (at most `snap`) of an IPv4 packet with this segment.
std::vector<std::uint8_t> ipv4_packet(const SegmentSpec& spec, std::size_t snap = 96);
/// The same over IPv6, behind a hop-by-hop header of 8 bytes.
std::vector<std::uint8_t> ipv6_packet(const SegmentSpec& spec, std::size_t snap = 120);

/// An ICMP echo of this type over IPv4, whose payload begins with `head`.
std::vector<std::uint8_t> echo_packet(std::uint8_t type, std::uint16_t sequence,
                                      std::size_t payload, std::uint16_t identifier,
                                      std::uint32_t head = 0);

class SyntheticLog {
 public:
  /// Adds the arrival of a segment at the link. Returns the packet's id.
  std::uint64_t arrive(Direction direction, std::int64_t time_ns, const SegmentSpec& spec);
  /// Adds the arrival of a UDP datagram, or without ports of an ICMP echo with `type` and
  /// `sequence`.
  std::uint64_t arrive_udp(Direction direction, std::int64_t time_ns, std::uint16_t source,
                           std::uint16_t destination, std::size_t payload);
  std::uint64_t arrive_echo(Direction direction, std::int64_t time_ns, std::uint8_t type,
                            std::uint16_t sequence, std::size_t payload = 32,
                            std::uint16_t identifier = 77, std::uint32_t head = 0);
  void deliver(std::uint64_t packet, std::int64_t time_ns);
  void drop(std::uint64_t packet, std::int64_t time_ns, DropReason reason);
  /// deliver(), with a copy of the packet right behind it. Returns the copy's id.
  std::uint64_t deliver_twice(std::uint64_t packet, std::int64_t time_ns);
  /// A stage of the link translates the packet.
  void translate(std::uint64_t packet, std::int64_t time_ns, std::vector<std::uint8_t> bytes);
  void event(EventKind kind, Direction direction, std::int64_t time_ns, std::int64_t value = 0,
             std::uint64_t packet = 0, std::uint8_t code = 0);
  /// arrive(), and deliver() `delay_ns` later.
  void pass(Direction direction, std::int64_t time_ns, const SegmentSpec& spec,
            std::int64_t delay_ns);

  struct Entry {
    EventRecord event;
    std::vector<std::uint8_t> snap;
  };
  std::uint32_t size_of(std::uint64_t packet) const { return packets_.at(packet - 1).size; }
  /// Sorted by time; entries of equal time in the order in which they were added.
  std::vector<Entry> entries() const;
  /// Writes the log in the daemon's format. `start_realtime_ns`: of the header.
  void write(const std::filesystem::path& file, std::int64_t start_realtime_ns = 0) const;
  std::vector<MetricValue> metrics(const std::vector<FlowSpec>& flows,
                                   std::int64_t rate = 64000) const;

 private:
  struct Known {
    Direction direction;
    std::uint32_t size;
  };
  std::vector<Entry> entries_;
  std::vector<Known> packets_;  // index: id - 1
};

/// A complete downlink transfer: handshake, segments of `mss`, one ACK for each, both FINs. The SYN
/// is sent at `start`, segment i at start + 1 s + i * gap, the sender's FIN at `fin`. The
/// receiver's FIN reaches the sender 100 ms after that.
void add_transfer(SyntheticLog& log, std::uint16_t source_port, const FlowSpec& flow,
                  std::int64_t start, std::int64_t gap, std::int64_t fin, std::size_t mss = 536);

/// The value of a metric. The test fails when there is none, or more than one.
double value_of(const std::vector<MetricValue>& metrics, const std::string& flow,
                const std::string& metric);

}  // namespace seawind::test
