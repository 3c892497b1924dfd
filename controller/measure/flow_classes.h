// SPDX-License-Identifier: GPL-3.0-or-later
// The flow classes of the reference (B5). `faster` and `slower` are the bulk flows with the
// shortest and the longest elapsed time, `third` is the competing TCP flow, `http` the HTTP
// transfer, `stream` the stream. Each class is one flow and has all its metrics.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "controller/measure/flow_meters.h"

namespace seawind {

/// All classes, in the order of reports.
inline constexpr std::array kFlowClasses = {"faster", "slower", "third", "http", "stream"};

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
