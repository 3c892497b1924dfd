// SPDX-License-Identifier: GPL-3.0-or-later
// Rules across the values of a link profile. The daemon and `seawind validate` share them, so that
// both report the same errors.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "emulator/api/link.pb.h"

namespace seawind {

struct LinkProblem {
  std::string path;  // in the profile, for example "downlink.states.bad.error_probability"
  std::string message;
  std::string hint{};
};

/// Returns every problem of `link`, whose single values are in range. Problems of the range check
/// are not repeated.
std::vector<LinkProblem> link_problems(const LinkProfile& link);

/// The index of a state of the channel; 0 for an unknown name, which is a problem of its own.
std::size_t index_of_state(const Channel& channel, const std::string& name);

/// Returns the direction in one state: the state's values override those of the direction. A random
/// value replaces the direction's value as a whole, since two distributions cannot be merged.
LinkDirection in_state(const LinkDirection& direction, const std::string& state);

/// Returns the direction without the contents of its files. No state overrides these, and copies
/// would be expensive: the contents may be large and the states many.
LinkDirection without_contents(const LinkDirection& direction);

/// True if packets do not queue between the router and the send buffer: `queue_max_length: 0pkt`.
bool has_no_input_queue(const LinkDirection& direction);

/// True if the input queue has no limit in packets, bytes or time and no stage limits it: it grows
/// to `max_held_size`.
bool has_unlimited_input_queue(const LinkDirection& direction);

/// Returns the key that limits the input queue under flow control, or null. A direction with such a
/// key stops accepting packets while its input queue is full, and needs a router in front.
const char* flow_control_key(const LinkDirection& direction);

/// The largest value of a distribution if it is finite and known, else infinity.
double largest_value(const Distribution& value);

/// The smallest value of a distribution, 0 if it has none.
double smallest_value(const Distribution& value);

/// The mean of a distribution within its bounds, in the parameter's base unit; 0 if it is unset.
/// mean_of() of emulator/core/distribution.h computes it. For a Pareto distribution without a mean,
/// the median.
double expected_value(const Distribution& value);

/// What the buffers in front of a direction's first transmission hold, and how long the link takes
/// to transmit it: "20pkt of 1500B at 2Mbit/s: 120 ms". The time is left out unless the link
/// transmits packets of hosts with one rate and nothing else; outages and spikes come in addition.
/// The buffers are the router, the adapter's slots, the input queue and the send buffer; behind a
/// router without an input queue the send buffer holds one packet. `router`: the limits of its
/// queues, which share the rate; none: there is no router. Packets count as `mtu` bytes.
/// "unlimited": a buffer has no limit.
std::string buffers_text(const LinkDirection& direction, const std::vector<Limit>& router,
                         std::int64_t mtu);

/// The rate of the direction in bit/s, for comparisons: rate_base if it is fixed, else the mean of
/// the distribution, schedule or trace.
double nominal_rate(const LinkDirection& direction);

}  // namespace seawind
