// SPDX-License-Identifier: GPL-3.0-or-later
// The flow classes of the reference (B5). The bulk flows, sorted by elapsed time, are faster and
// slower. The competing TCP flow is the third. The HTTP transfer is one entity. The stream is a
// class of its own. A class that consists of exactly one flow has all metrics of that flow.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "controller/measure/flow_meters.h"
#include "controller/measure/simultaneous.h"

namespace seawind {

/// The classes that each flow can belong to, in the order of `flows`: `faster` and `slower` of two
/// or more bulk transfers, `third`, `http`, `stream`, or none.
std::vector<std::vector<std::string>> possible_classes(const std::vector<FlowSpec>& flows);

/// The classes of the flows that compete with the bulk flows and start at a drawn time.
inline constexpr std::array kCompetitorClasses = {"third", "http", "stream"};

/// Throws Error when two flows cannot be distinguished (the same name or port), or when a flow has
/// the name of a class to which it does not belong.
void require_distinct(const std::vector<FlowSpec>& flows);

/// Pairs of class and index of its flow. The flows must have ended.
std::vector<std::pair<std::string, std::size_t>> flow_classes(const FlowMeters& flows);

}  // namespace seawind
