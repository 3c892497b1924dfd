// SPDX-License-Identifier: GPL-3.0-or-later
// A flow of datagrams in one direction (constant bit rate, ON/OFF, TFRC). Packets are numbered in
// the order in which they were sent; their content is not parsed.
//
// - throughput (B5): received bytes / (last - first send time); with bursts, the sum of that time
//   over the bursts.
// - IPDV (B5): delay(i) - delay(i - 1) of consecutive packets; undefined, and ignored, when either
//   was not delivered or they belong to different bursts.
// - consecutive drops: the length of each contiguous run of dropped packets within a burst.
// - valid and stale fraction: packets received within, and after, their lifetime / sent packets.
//
// Memory: one entry per packet, from the oldest packet whose fate is open.
#pragma once

#include <deque>
#include <memory_resource>
#include <unordered_map>

#include "controller/measure/flow_meter.h"

namespace seawind {

class StreamFlow : public FlowMeter {
 public:
  StreamFlow(const FlowSpec& spec, LogMemory& memory)
      : FlowMeter(spec, memory), open_(&memory), numbers_(&memory) {}

  bool owns(const IpPacket& packet) override;
  void finish() override;
  std::int64_t object_bytes() const override { return received_.bytes; }
  std::int64_t throughput_time() const override {
    return burst_time_ + (last_sent_ - burst_start_);
  }
  void require_complete() const override;
  const ValueSummary& ipdv() const { return ipdv_; }

 private:
  enum class Fate { kOpen, kDelivered, kDropped };
  struct Entry {
    std::int64_t burst = 0;
    Fate fate = Fate::kOpen;
    std::int64_t delay = 0;
  };
  void on_sent(const FlowPacket& packet) override;
  void on_delivered(const FlowPacket& packet, std::int64_t time_ns, std::int64_t bytes) override;
  void on_dropped(const FlowPacket& packet, std::int64_t time_ns) override;
  void report_own(const std::string& as, std::vector<MetricValue>& out) const override;
  void decide(std::uint64_t packet, Fate fate, std::int64_t delay);
  void count_fate(const Entry& entry);
  void end_run();

  PacketCount sent_;
  PacketCount received_;
  std::int64_t valid_ = 0;
  std::int64_t dropped_ = 0;
  std::int64_t held_ = 0;  // in the link at the end
  std::int64_t burst_ = 0;
  std::int64_t burst_start_ = 0;
  std::int64_t burst_time_ = 0;  // of finished bursts
  std::int64_t last_sent_ = 0;

  std::pmr::deque<Entry> open_;  // in sending order, from the oldest whose fate is open
  std::int64_t open_base_ = 0;   // number of open_.front()
  std::pmr::unordered_map<std::uint64_t, std::int64_t>
      numbers_;  // of packets in the link, by packet id
  Entry previous_{-1, Fate::kOpen, 0};
  ValueSummary ipdv_;
  std::int64_t run_ = 0;  // drops in the current run
  ValueSummary runs_;
};

}  // namespace seawind
