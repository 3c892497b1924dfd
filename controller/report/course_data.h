// SPDX-License-Identifier: GPL-3.0-or-later
// The course of one repetition for the report's page, from its event log. Read by
// controller/report/page/repetition_picture.js, which describes the members.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "common/event_log.h"
#include "controller/measure/metrics.h"

namespace seawind {

/// Files of this format are reused; a change of the members needs a new number.
inline constexpr int kCourseFormat = 8;
/// Beyond this number of events of one kind in a flow, only every n-th is kept.
inline constexpr std::size_t kMaxCourseSegments = 20'000;
/// The strip of the channel's states ends after this number of changes.
inline constexpr std::size_t kMaxCourseStates = 50'000;
/// Flows beyond this number have no time-sequence graph.
inline constexpr std::size_t kMaxCourseFlows = 20;

/// Reads `log` to its end. `states`: names of the channel's states. `only`: name of the flow that
/// is read; empty: all. Throws Error when the log cannot be read or is truncated.
nlohmann::ordered_json course_data(EventLogReader log, const std::vector<FlowSpec>& flows,
                                   const std::vector<std::string>& states,
                                   const std::string& only = {});

/// Whether `data` has the form of course_data() for these flows and states: the same members and
/// texts, and any numbers, which may be those of another log.
bool is_course(const nlohmann::ordered_json& data, const std::vector<FlowSpec>& flows,
               const std::vector<std::string>& states);

}  // namespace seawind
