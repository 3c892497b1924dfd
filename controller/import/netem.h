// SPDX-License-Identifier: GPL-3.0-or-later
// netem's parameters, and their translation to one direction of a link. References: tc-netem(8),
// tc-tbf(8); net/sched/sch_netem.c of Linux for what the manual leaves out.
//
// A packet of netem leaves at max(exit of the packet before, arrival + delay) + transmission time.
// A link with a fixed delay behind its transmitter has the same exits.
//
// netem's limit counts every packet from its arrival to its exit. A link counts packets that wait;
// with link-layer acks, packets stay in the send buffer until the receiver has them. If the source
// names a limit, the delay is therefore written as that of one retransmission that every packet
// needs (`error_handling: DELAY`), with acks that take no time: the send buffer then counts as
// netem's limit does. That form excludes a loss by a chain (Netem::chain).
#pragma once

#include <optional>
#include <string>

#include "controller/import/draft.h"

namespace seawind::importer {

/// A value and its location in the source.
template <typename T>
struct At {
  T value{};
  Location at;
  std::string words;  // as the source has it
};

inline constexpr std::int64_t kNetemLimit = 1000;  // packets, q_netem.c

struct Netem {
  Location at;
  std::optional<At<std::int64_t>> limit;  // packets; without: kNetemLimit
  At<Distribution> delay;                 // ns; fixed 0: none
  bool jitter = false;
  std::optional<At<double>> loss;  // independent, 0 to 1
  std::optional<At<LossPatternSpec>> chain;
  std::optional<At<double>> corrupt, duplicate;
  std::optional<At<double>> reorder;     // share of the packets that leave without delay
  std::optional<At<std::int64_t>> rate;  // bit/s
  std::int64_t packet_overhead = 0;      // bytes, without the Ethernet header
};

/// A shaper beside netem: tbf, or one without a queue of its own.
struct Tbf {
  At<std::int64_t> rate;                  // bit/s
  std::optional<At<std::int64_t>> limit;  // bytes; none: a shaper around netem
  std::int64_t packet_overhead = 0;
};

/// The queue disciplines of one interface.
struct Shaper {
  std::optional<Netem> netem;
  std::optional<Tbf> tbf;
  bool tbf_inside = false;  // netem is the root, tbf its child
};

/// netem's delay and jitter, in ns: uniform around `delay`, never below 0.
Distribution uniform_delay(double delay, double jitter);
/// Delay and jitter by netem's table of the normal distribution, which ends at 4 deviations.
Distribution normal_delay(double delay, double jitter);
/// Delay and jitter by a table of netem: 257 of its values at equal steps of probability.
Distribution table_delay(double delay, double jitter, const std::vector<std::int16_t>& table);

/// The bytes of an Ethernet header, which qdiscs count with a packet and links do not.
inline constexpr std::int64_t kEthernetHeader = 14;

/// Fills `direction`; warns of what a profile cannot express.
void shape(const Shaper& shaper, DirectionDraft& direction, Diagnostics& problems);

}  // namespace seawind::importer
