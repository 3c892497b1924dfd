// SPDX-License-Identifier: GPL-3.0-or-later
// The flow classes of the reference (B5): the bulk flows sorted by elapsed time into faster and
// slower; the competing TCP flow is the third; the HTTP transfer is one entity, the stream a class
// of its own. A class that names exactly one flow has all metrics of that flow.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "controller/results/flow_meter.h"
#include "controller/results/simultaneous.h"

namespace seawind {

using FlowMeters = std::vector<std::unique_ptr<FlowMeter>>;

/// Throws Error when two flows cannot be told apart (the same name or port), or a flow has the name
/// of a class it is not in.
void require_distinct(const std::vector<FlowSpec>& flows);

/// (class, index of its flow); the flows have ended.
std::vector<std::pair<std::string, std::size_t>> flow_classes(const FlowMeters& flows);

}  // namespace seawind
