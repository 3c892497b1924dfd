// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/controller/measure/synthetic_log.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "common/wire/ip_protocols.h"

namespace seawind::test {
namespace {

void put16(std::vector<std::uint8_t>& b, std::size_t v) {
  b.push_back(static_cast<std::uint8_t>(v >> 8));
  b.push_back(static_cast<std::uint8_t>(v));
}
void put32(std::vector<std::uint8_t>& b, std::uint32_t v) {
  put16(b, v >> 16);
  put16(b, v & 0xffff);
}
void put_zeros(std::vector<std::uint8_t>& b, std::size_t n) {
  b.insert(b.end(), n, 0);
}

void put_tcp(std::vector<std::uint8_t>& b, const SegmentSpec& s) {
  put16(b, s.source);
  put16(b, s.destination);
  put32(b, s.sequence);
  put32(b, s.acknowledgement);
  b.push_back(static_cast<std::uint8_t>((5 + s.options / 4) << 4));
  b.push_back(s.flags);
  put_zeros(b, 6 + s.options + s.payload);
}

}  // namespace

std::vector<std::uint8_t> ipv4_packet(const SegmentSpec& s, std::size_t snap) {
  std::vector<std::uint8_t> b = {0x45, 0};
  put16(b, 40 + s.options + s.payload);
  put32(b, 0x4000);  // id 0, don't fragment
  b.push_back(64);
  b.push_back(6);
  put_zeros(b, 2);
  put32(b, s.source_address);
  put32(b, s.destination_address);
  put_tcp(b, s);
  b.resize(std::min(b.size(), snap));
  return b;
}

std::vector<std::uint8_t> ipv6_packet(const SegmentSpec& s, std::size_t snap) {
  std::vector<std::uint8_t> b = {0x60, 0, 0, 0};
  put16(b, 8 + 20 + s.options + s.payload);
  b.push_back(0);  // hop-by-hop
  b.push_back(64);
  put_zeros(b, 32);
  b.push_back(6);
  put_zeros(b, 7);
  put_tcp(b, s);
  b.resize(std::min(b.size(), snap));
  return b;
}

std::uint64_t SyntheticLog::arrive(Direction direction, std::int64_t time_ns,
                                   const SegmentSpec& spec) {
  const auto size = static_cast<std::uint32_t>(40 + spec.options + spec.payload);
  packets_.push_back({direction, size});
  event(EventKind::kArrival, direction, time_ns, 0, packets_.size());
  entries_.back().snap = ipv4_packet(spec);
  return packets_.size();
}

std::uint64_t SyntheticLog::arrive_udp(Direction direction, std::int64_t time_ns,
                                       std::uint16_t source, std::uint16_t destination,
                                       std::size_t payload) {
  packets_.push_back({direction, static_cast<std::uint32_t>(28 + payload)});
  event(EventKind::kArrival, direction, time_ns, 0, packets_.size());
  std::vector<std::uint8_t> b = {0x45, 0};
  put16(b, 28 + payload);
  put32(b, 0x4000);
  b.insert(b.end(), {64, ip_protocol::kUdp});
  put_zeros(b, 10);
  put16(b, source);
  put16(b, destination);
  put16(b, 8 + payload);
  put_zeros(b, 2 + payload);
  b.resize(std::min<std::size_t>(b.size(), 96));
  entries_.back().snap = b;
  return packets_.size();
}

std::uint64_t SyntheticLog::arrive_echo(Direction direction, std::int64_t time_ns,
                                        std::uint8_t type, std::uint16_t sequence,
                                        std::size_t payload, std::uint16_t identifier,
                                        std::uint32_t head) {
  packets_.push_back({direction, static_cast<std::uint32_t>(28 + payload)});
  event(EventKind::kArrival, direction, time_ns, 0, packets_.size());
  entries_.back().snap = echo_packet(type, sequence, payload, identifier, head);
  return packets_.size();
}

std::vector<std::uint8_t> echo_packet(std::uint8_t type, std::uint16_t sequence,
                                      std::size_t payload, std::uint16_t identifier,
                                      std::uint32_t head) {
  std::vector<std::uint8_t> b = {0x45, 0};
  put16(b, 28 + payload);
  put32(b, 0x4000);
  b.insert(b.end(), {64, ip_protocol::kIcmp});
  put_zeros(b, 10);
  b.insert(b.end(), {type, 0, 0, 0});
  put16(b, identifier);
  put16(b, sequence);
  put32(b, 0);
  put32(b, head);
  put_zeros(b, payload - 8);
  return b;
}

void SyntheticLog::event(EventKind kind, Direction direction, std::int64_t time_ns,
                         std::int64_t value, std::uint64_t packet, std::uint8_t code) {
  EventRecord e{};
  e.time_ns = time_ns;
  e.packet = packet;
  e.value = value;
  e.size = packet == 0 ? 0 : packets_.at(packet - 1).size;
  e.kind = kind;
  e.direction = direction;
  e.code = code;
  entries_.push_back({e, {}});
}

void SyntheticLog::translate(std::uint64_t packet, std::int64_t time_ns,
                             std::vector<std::uint8_t> bytes) {
  Known& known = packets_.at(packet - 1);
  const std::uint32_t before = std::exchange(known.size, static_cast<std::uint32_t>(bytes.size()));
  event(EventKind::kModified, known.direction, time_ns, before, packet);
  entries_.back().snap = std::move(bytes);
}

std::uint64_t SyntheticLog::deliver_twice(std::uint64_t packet, std::int64_t time_ns) {
  packets_.push_back(packets_.at(packet - 1));
  const std::uint64_t copy = packets_.size();
  event(EventKind::kGenerated, packets_.back().direction, time_ns,
        static_cast<std::int64_t>(packet), copy);
  deliver(packet, time_ns);
  deliver(copy, time_ns);
  return copy;
}

void SyntheticLog::deliver(std::uint64_t packet, std::int64_t time_ns) {
  event(EventKind::kDelivered, packets_.at(packet - 1).direction, time_ns, 0, packet);
}

void SyntheticLog::drop(std::uint64_t packet, std::int64_t time_ns, DropReason reason) {
  event(EventKind::kDrop, packets_.at(packet - 1).direction, time_ns, 0, packet,
        static_cast<std::uint8_t>(reason));
}

void SyntheticLog::pass(Direction direction, std::int64_t time_ns, const SegmentSpec& spec,
                        std::int64_t delay_ns) {
  deliver(arrive(direction, time_ns, spec), time_ns + delay_ns);
}

std::vector<SyntheticLog::Entry> SyntheticLog::entries() const {
  auto sorted = entries_;
  std::stable_sort(sorted.begin(), sorted.end(), [](const Entry& a, const Entry& b) {
    return a.event.time_ns < b.event.time_ns;
  });
  return sorted;
}

void SyntheticLog::write(const std::filesystem::path& file, std::int64_t start_realtime_ns) const {
  EventLogWriter writer(file.string(),
                        LogHeader{.snap_limit = 96, .start_realtime_ns = start_realtime_ns});
  for (const auto& entry : entries()) {
    EventRecord record = entry.event;
    record.snap_bytes = static_cast<std::uint16_t>(entry.snap.size());
    std::vector<std::byte> bytes(record_size(entry.snap.size()));
    std::memcpy(bytes.data(), &record, sizeof record);
    std::copy(entry.snap.begin(), entry.snap.end(),
              reinterpret_cast<std::uint8_t*>(bytes.data()) + sizeof record);
    writer.write(bytes);
  }
  writer.close();
}

std::vector<MetricValue> SyntheticLog::metrics(const std::vector<FlowSpec>& flows,
                                               std::int64_t rate) const {
  MetricsCollector collector(flows, rate);
  for (const auto& entry : entries()) collector.add(entry.event, entry.snap);
  return collector.finish();
}

void add_transfer(SyntheticLog& log, std::uint16_t port, const FlowSpec& flow, std::int64_t start,
                  std::int64_t gap, std::int64_t fin, std::size_t mss) {
  constexpr std::uint32_t kIsn = 0xfffffff0;  // the sequence number wraps in the first segment
  const auto down = Direction::kDownlink;
  const auto up = Direction::kUplink;
  const std::uint16_t sink = flow.sink_port;
  const auto size = static_cast<std::size_t>(flow.size);
  log.pass(down, start, {port, sink, kIsn, kSyn, 0, 8}, 300 * kMs);
  log.pass(up, start + 300 * kMs, {sink, port, 7, kSyn | kAck, 0, 8}, 300 * kMs);
  std::int64_t at = start + 1000 * kMs;
  for (std::size_t sent = 0; sent < size; sent += mss, at += gap) {
    const auto offset = static_cast<std::uint32_t>(sent);
    log.pass(down, at, {port, sink, kIsn + 1 + offset, kAck, std::min(mss, size - sent)},
             380 * kMs);
    log.pass(up, at + 380 * kMs, {sink, port, 8}, 310 * kMs);
  }
  const auto end = kIsn + 1 + static_cast<std::uint32_t>(size);
  log.pass(down, fin, {port, sink, end, kFin | kAck}, 50 * kMs);
  log.pass(up, fin + 50 * kMs, {sink, port, 8, kFin | kAck}, 50 * kMs);
  log.pass(down, fin + 100 * kMs, {port, sink, end + 1}, 50 * kMs);
}

double value_of(const std::vector<MetricValue>& metrics, const std::string& flow,
                const std::string& metric) {
  std::vector<double> found;
  for (const auto& m : metrics)
    if (m.flow == flow && m.metric == metric) found.push_back(m.value);
  if (found.size() == 1) return found.front();
  ADD_FAILURE() << found.size() << " values of `" << metric << "` of `" << flow << "`";
  return 0;
}

}  // namespace seawind::test
