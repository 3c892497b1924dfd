// SPDX-License-Identifier: GPL-3.0-or-later
// Configuration of the active queue management disciplines: plain, validated values. Sizes count
// bytes of IP packets. An empty BufferLimit and a missing threshold are scaled to the link
// (default_limit.h). With `ecn`, packets of ECN-capable transports are marked CE where other
// packets are dropped. docs/reference/router.md defines every field.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "common/time.h"
#include "emulator/core/limit.h"

namespace seawind {

/// Adaptive RED (Floyd, Gummadi, Shenker 2001): max_probability is adapted to the average queue
/// (red_adapter.h), and w = 1 - exp(-1 / packets per second of the link), if its rate is known.
struct AdaptiveRed {
  Duration interval = Duration::milliseconds(500);  // time between adjustments, > 0
  std::optional<Duration> delay{};  // target delay that gives thresholds left out: min = rate x
                                    // delay / 2, at least 5 average packets; max = 3 min
};

/// RED (Floyd, Jacobson 1993; experiments RQ1-RQ8).
struct RedConfig {
  BufferLimit limit{};                          // physical limit
  std::optional<std::int64_t> min_threshold{};  // bytes of average; none: 15 % of the limit
  std::optional<std::int64_t> max_threshold{};  // bytes, > min_threshold; none: 45 % of the limit
  int weight_exponent = 9;                      // w = 2^-n; 0..30
  double max_probability = 0.1;                 // 0..1
  std::int64_t average_packet = 576;  // bytes, > 0: defines the service time for idle damping
  bool ecn = true;
  bool gentle = false;  // p_b rises from max_p to 1 between max_threshold and twice that
  std::optional<std::int64_t> scale_to_size{};  // bytes: p_b x size / this (1993, section 7); none:
                                                // independent of the packet's size
  bool linux_arithmetic = false;                // as sch_red and tc compute (linux_red.h)
  std::optional<AdaptiveRed> adaptive{};
};

/// The parameters of WRED for one drop precedence.
struct WredProfile {
  std::vector<std::uint8_t> dscp{};  // empty: every DSCP that no other profile lists
  std::int64_t min_threshold = 0;    // bytes of the shared average
  std::int64_t max_threshold = 0;    // bytes, > min_threshold
  double max_probability = 0.1;      // 0..1
};
/// Weighted RED: one queue and one average, thresholds by DSCP.
struct WredConfig {
  BufferLimit limit{};
  int weight_exponent = 9;            // w = 2^-n; 0..30
  std::int64_t average_packet = 576;  // bytes, > 0
  bool ecn = true;
  bool gentle = false;
  /// A DSCP that no profile lists uses the profile without DSCPs, or else the first profile. Empty:
  /// three profiles, for AFx1 (and everything else), AFx2 and AFx3, with minima of 30, 20, 10 % and
  /// maxima of 45, 35, 25 % of the limit.
  std::vector<WredProfile> profiles{};
};

/// CoDel (RFC 8289).
struct CodelConfig {
  BufferLimit limit{};
  Duration target = Duration::milliseconds(5);      // acceptable standing delay; > 0
  Duration interval = Duration::milliseconds(100);  // > target; about the longest common round-trip
                                                    // time
  std::int64_t mtu = 1500;  // bytes: no drop while at most this much remains in the queue
  bool ecn = true;
  std::optional<Duration> ce_threshold{};  // ECT packets with a longer wait are marked; none: off
};

/// PIE (RFC 8033).
struct PieConfig {
  BufferLimit limit{};
  Duration target = Duration::milliseconds(15);           // QDELAY_REF; > 0
  Duration update_interval = Duration::milliseconds(15);  // T_UPDATE; > 0
  Duration max_burst = Duration::milliseconds(150);       // 0: no burst allowance
  double alpha = 0.125;                                   // Hz
  double beta = 1.25;                                     // Hz
  double mark_threshold = 0.1;      // above this drop probability ECT packets are dropped too; 0..1
  std::int64_t mean_packet = 1500;  // bytes: no drop while at most two packets of this size are
                                    // queued
  bool ecn = true;
  bool derandomize = false;  // section 5.4: bounds the distance between two drops from below and
                             // above
};

/// FQ-CoDel (RFC 8290), and FQ-PIE: the same flows and scheduler with PIE per flow.
template <typename AqmParameters>
struct FairQueueConfig {
  BufferLimit limit{};           // of all flows together
  AqmParameters aqm{};           // its limit is ignored
  std::int64_t flows = 1024;     // hash buckets, 1..65536
  std::int64_t quantum = 1500;   // bytes, > 0
  std::int64_t drop_batch = 64;  // packets, > 0: dropped from the largest flow at an overflow, at
                                 // most
};
using FqCodelConfig = FairQueueConfig<CodelConfig>;
using FqPieConfig = FairQueueConfig<PieConfig>;

/// DualPI2 (RFC 9332, appendix A).
struct DualPi2Config {
  enum class Scheduler { kWeightedRoundRobin, kTimeShiftedFifo };
  BufferLimit limit{};  // of both queues together; neither: 250 ms of the link rate
  double coupling = 2;  // k; > 0
  Duration target = Duration::milliseconds(15);    // of the classic queue C; > 0
  Duration max_rtt = Duration::milliseconds(100);  // > 0
  std::optional<Duration> update_interval{};       // none: the smaller of target and max_rtt / 3
  std::optional<double> alpha{};                   // Hz; none: 0.1 update_interval / max_rtt^2
  std::optional<double> beta{};                    // Hz; none: 0.3 / max_rtt
  Duration l4s_threshold = Duration::microseconds(800);  // queue L: wait at which marking begins
  Duration l4s_range = Duration::microseconds(400);  // queue L: from there to certain marking; 0: a
                                                     // step
  std::int64_t l4s_packets = 1;  // L marks by its own threshold only with more packets than this
  Scheduler scheduler = Scheduler::kWeightedRoundRobin;
  double classic_weight = 0.1;  // weighted round robin: share of C while both queues have packets;
                                // 0..1
  Duration time_shift = Duration::milliseconds(50);  // time-shifted FIFO: advantage of L
  bool drop_on_overload = true;  // on overload, drop L packets with p'^2 and ECT packets of C;
                                 // false: drop only at the limit
  bool random = false;           // one uniform draw per decision instead of the RFC's recur()
};

}  // namespace seawind
