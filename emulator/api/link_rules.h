// SPDX-License-Identifier: GPL-3.0-or-later
// What no single value of a link profile can say: rules between its values. The daemon and
// `seawind validate` both ask here, so that a profile is refused with the same words everywhere.
#pragma once

#include <string>
#include <vector>

#include "emulator/api/link.pb.h"

namespace seawind {

struct LinkProblem {
  std::string path;  // in the profile: "downlink.states.bad.error_probability"
  std::string message;
  std::string hint{};
};

/// Every problem of `link`, whose values are each in their range. Nothing is reported for what the
/// range check reports.
std::vector<LinkProblem> link_problems(const LinkProfile& link);

/// A direction as it is in one state: the state's own values over the direction's. A drawn value
/// replaces the direction's as a whole: two laws cannot be mixed.
LinkDirection in_state(const LinkDirection& direction, const std::string& state);

/// The direction without the contents of its files, of which no state has its own: they may be
/// large, and the states many.
LinkDirection without_contents(const LinkDirection& direction);

/// The key with which a direction stops taking packets when its input queue is full, or null: such
/// a direction needs a router in front that holds what it does not take.
const char* flow_control_key(const LinkDirection& direction);

/// The largest value a distribution can give when that is finite and known, else infinity.
double largest_value(const Distribution& value);

/// About the mean of what a distribution gives: its law's, not outside its bounds; of netem's table
/// and of what else is cut at 0 the mean of what is left.
double expected_value(const Distribution& value);

/// Rate of the direction for comparisons: rate_base where it is fixed, else the mean of the law,
/// the schedule or the trace, in bit/s.
double nominal_rate(const LinkDirection& direction);

}  // namespace seawind
