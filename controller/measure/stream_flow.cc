// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/measure/stream_flow.h"

namespace seawind {

bool StreamFlow::owns(const IpPacket& packet) {
  return is_own_datagram(packet);
}

void StreamFlow::on_sent(const FlowPacket& packet) {
  if (!packet.data) return;
  const std::int64_t now = packet.arrived_ns;
  begins(now);
  ends(now);
  const bool new_burst =
      spec().burst_packets > 0 && sent_.packets > 0 && sent_.packets % spec().burst_packets == 0;
  if (new_burst) {
    burst_time_ += last_sent_ - burst_start_;
    ++burst_;
  }
  if (new_burst || sent_.packets == 0) burst_start_ = now;
  last_sent_ = now;
  numbers_[packet.id] = sent_.packets;
  open_.push_back({burst_, Fate::kOpen, 0});
  sent_.add(packet.size);
}

void StreamFlow::on_delivered(const FlowPacket& packet, std::int64_t time_ns, std::int64_t bytes) {
  if (!packet.data) return;
  ends(time_ns);
  received_.add(bytes);
  count(packet, bytes);
  const std::int64_t delay = time_ns - packet.arrived_ns;
  const bool cut = bytes < packet.size;  // cut to its headers: the data were too late
  if (spec().lifetime == 0 || (delay <= spec().lifetime && !cut)) ++valid_;
  decide(packet.id, Fate::kDelivered, delay);
}

void StreamFlow::on_dropped(const FlowPacket& packet, std::int64_t /*time_ns*/) {
  if (!packet.data) return;
  ++dropped_;
  decide(packet.id, Fate::kDropped, 0);
}

void StreamFlow::decide(std::uint64_t packet, Fate fate, std::int64_t delay) {
  const auto it = numbers_.find(packet);
  if (it == numbers_.end()) return;
  Entry& entry = open_.at(static_cast<std::size_t>(it->second - open_base_));
  numbers_.erase(it);
  entry.fate = fate;
  entry.delay = delay;
  while (!open_.empty() && open_.front().fate != Fate::kOpen) {
    count_fate(open_.front());
    open_.pop_front();
    ++open_base_;
  }
}

void StreamFlow::count_fate(const Entry& entry) {
  if (entry.burst != previous_.burst) end_run();
  if (entry.fate == Fate::kDropped) ++run_;
  if (entry.fate == Fate::kDelivered) {
    end_run();
    if (previous_.fate == Fate::kDelivered && previous_.burst == entry.burst)
      ipdv_.add(entry.delay - previous_.delay);
  }
  previous_ = entry;
}

void StreamFlow::end_run() {
  if (run_ > 0) runs_.add(run_);
  run_ = 0;
}

/// Packets that are in the link at the end of the log have no fate; the packets sent after them
/// count.
void StreamFlow::finish() {
  for (const Entry& entry : open_) {
    if (entry.fate == Fate::kOpen) {
      ++held_;
      end_run();
      previous_ = entry;
    } else {
      count_fate(entry);
    }
  }
  open_.clear();
  end_run();
}

void StreamFlow::require_complete() const {
  if (!first()) fail("has no packet in the event log: it never started");
}

void StreamFlow::report_own(const std::string& as, std::vector<MetricValue>& out) const {
  const auto add = [&](const char* metric, const char* unit, double value) {
    out.push_back({as, metric, unit, value});
  };
  const auto sent = static_cast<double>(sent_.packets);
  add("packets_sent", "packets", sent);
  add("packets_received", "packets", static_cast<double>(received_.packets));
  add("packets_dropped", "packets", static_cast<double>(dropped_));
  add("packets_held", "packets", static_cast<double>(held_));
  if (throughput_time() > 0)
    add("sending_rate", "B/s",
        static_cast<double>(sent_.bytes) * 1e9 / static_cast<double>(throughput_time()));
  if (sent_.packets == 0) return;
  add("loss_fraction", "1", static_cast<double>(dropped_) / sent);
  add("goodput_ratio", "1",
      static_cast<double>(received_.bytes) / static_cast<double>(sent_.bytes));
  add("valid_fraction", "1", static_cast<double>(valid_) / sent);
  add("stale_fraction", "1", static_cast<double>(received_.packets - valid_) / sent);
  report_percentiles(as, "ipdv", ipdv_, out);
  add("loss_runs", "1", static_cast<double>(runs_.count()));
  add("loss_run_max", "packets", runs_.count() > 0 ? runs_.max() : 0);
  if (runs_.count() == 0) return;
  add("loss_run_median", "packets", runs_.quantile(0.5));
  add("loss_run_q3", "packets", runs_.quantile(0.75));
  add("loss_run_mean", "packets", runs_.mean());
}

}  // namespace seawind
