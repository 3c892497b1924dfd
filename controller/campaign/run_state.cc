// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/campaign/run_state.h"

#include <array>

namespace seawind {
namespace {

constexpr std::array<std::string_view, 4> kRequests{"run", "pause", "finish", "stop"};
constexpr std::array<std::string_view, 4> kStates{"running", "paused", "finishing", "stopping"};
constexpr std::array<std::string_view, 2> kPhases{"setting up", "running"};

template <typename Value, std::size_t size>
std::optional<Value> value_of(std::string_view word,
                              const std::array<std::string_view, size>& words) {
  for (std::size_t i = 0; i < size; ++i)
    if (words[i] == word) return static_cast<Value>(i);
  return {};
}

}  // namespace

std::string_view to_string(ControlRequest request) {
  return kRequests.at(static_cast<std::size_t>(request));
}

std::optional<ControlRequest> control_request(std::string_view word) {
  return value_of<ControlRequest>(word, kRequests);
}

std::string_view to_string(RunState state) {
  return kStates.at(static_cast<std::size_t>(state));
}

std::optional<RunState> run_state(std::string_view word) {
  return value_of<RunState>(word, kStates);
}

std::string_view to_string(AttemptPhase phase) {
  return kPhases.at(static_cast<std::size_t>(phase));
}

std::optional<AttemptPhase> attempt_phase(std::string_view word) {
  return value_of<AttemptPhase>(word, kPhases);
}

RunState state_of(ControlRequest request) {
  return static_cast<RunState>(request);
}

}  // namespace seawind
