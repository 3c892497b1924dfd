// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/results/flow_tracker.h"

#include <fmt/format.h>

#include <algorithm>

#include "common/error.h"

namespace seawind {

bool FlowTracker::owns(const TcpSegment& segment, Direction direction) const {
  return (is_data(direction) ? segment.destination_port : segment.source_port) == spec_.sink_port;
}

void FlowTracker::saw_syn(std::int64_t time_ns) {
  if (!first_syn_) first_syn_ = time_ns;
}

void FlowTracker::sent(const TcpSegment& segment, std::int64_t time_ns) {
  if (segment.syn) {
    saw_syn(time_ns);
    const auto [it, fresh] = connections_.try_emplace(segment.source_port);
    if (fresh || it->second.initial_sequence != segment.sequence) {
      it->second = Connection{segment.sequence, 0, {}};
    } else {
      ++syn_repeats_;
    }
  }
  if (segment.fin) fin_sent_ = time_ns;
  const auto it = connections_.find(segment.source_port);
  if (it == connections_.end() || segment.payload == 0) return;

  // Offsets count from the byte after the SYN; the signed distance to the highest offset so far
  // unwraps the 32-bit sequence number.
  Connection& connection = it->second;
  const auto wrapped = segment.sequence - (connection.initial_sequence + (segment.syn ? 0u : 1u));
  const auto distance =
      static_cast<std::int32_t>(wrapped - static_cast<std::uint32_t>(connection.highest));
  const std::int64_t begin = connection.highest + distance;
  const std::int64_t end = begin + segment.payload;
  const std::int64_t fresh_bytes = connection.sent.add(begin, end);
  connection.highest = std::max(connection.highest, end);
  payload_bytes_ += fresh_bytes;
  if (fresh_bytes > 0) object_bytes_ += fresh_bytes + segment.headers;
  if (fresh_bytes < segment.payload) {
    ++retransmitted_segments_;
    retransmitted_bytes_ += segment.payload - fresh_bytes;
  }
}

void FlowTracker::received(bool syn, bool fin, std::int64_t time_ns) {
  if (syn) saw_syn(time_ns);
  if (fin) fin_received_ = time_ns;
}

void FlowTracker::dropped(Direction direction, std::uint8_t reason, std::int64_t size) {
  (is_data(direction) ? data_drops_ : reverse_drops_).at(reason).add(size);
}

std::optional<std::int64_t> FlowTracker::last_fin() const {
  if (!fin_sent_ || !fin_received_) return {};
  return std::max(*fin_sent_, *fin_received_);
}

void FlowTracker::require_complete() const {
  const auto fail = [&](const std::string& what) {
    throw Error(fmt::format("cannot compute metrics: flow `{}` (sink port {}) {}", spec_.name,
                            spec_.sink_port, what));
  };
  if (!first_syn_) fail("has no SYN in the event log: it never started");
  if (!fin_sent_) fail("did not finish: the sender's FIN is not in the event log");
  if (!fin_received_) fail("did not finish: the receiver's FIN did not reach the sender");
  if (payload_bytes_ != spec_.size)
    fail(fmt::format("carried {} of {} payload bytes", payload_bytes_, spec_.size));
}

void FlowTracker::report(std::int64_t workload_start_ns, std::vector<MetricValue>& out) const {
  const auto add = [&](const char* metric, const char* unit, double value) {
    out.push_back({spec_.name, metric, unit, value});
  };
  const double elapsed = static_cast<double>(elapsed_ns()) / 1e9;
  add("start", "s", static_cast<double>(*first_syn_ - workload_start_ns) / 1e9);
  add("elapsed", "s", elapsed);
  add("throughput", "B/s", static_cast<double>(object_bytes_) / elapsed);
  add("object_bytes", "B", static_cast<double>(object_bytes_));
  add("retransmitted_bytes", "B", static_cast<double>(retransmitted_bytes_));
  add("retransmitted_segments", "packets", static_cast<double>(retransmitted_segments_));
  add("syn_retransmissions", "packets", static_cast<double>(syn_repeats_));
  add("ce_marks", "packets", static_cast<double>(marks_));
  if (delays_.count() > 0) {
    add("delay_min", "s", static_cast<double>(delays_.min()) / 1e9);
    add("delay_median", "s", static_cast<double>(delays_.median()) / 1e9);
    add("delay_max", "s", static_cast<double>(delays_.max()) / 1e9);
  }
  report_drops(spec_.name, "drops_", data_drops_, out);
  report_drops(spec_.name, "reverse_drops_", reverse_drops_, out);
}

void report_drops(const std::string& flow, const std::string& prefix, const DropCounts& drops,
                  std::vector<MetricValue>& out) {
  for (std::size_t i = 1; i < kDropReasons; ++i) {
    const std::string name = prefix + std::string(to_string(static_cast<DropReason>(i)));
    out.push_back({flow, name, "packets", static_cast<double>(drops[i].packets)});
    out.push_back({flow, name + "_bytes", "B", static_cast<double>(drops[i].bytes)});
  }
}

}  // namespace seawind
