// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of link_problems(); each checks one group of keys.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "common/units.h"
#include "emulator/api/link_rules.h"

namespace seawind::link_rules {

/// One direction being checked, with its values in every channel state.
struct DirectionView {
  const char* name;  // "downlink" or "uplink"
  const LinkDirection& values;
  struct State {
    std::string name;  // empty: the channel has no states
    LinkDirection values;
  };
  std::vector<State> states;
};

class Problems {
 public:
  explicit Problems(std::vector<LinkProblem>& all) : all_(all) {}
  void add(std::string path, std::string message, std::string hint = {}) {
    all_.push_back({std::move(path), std::move(message), std::move(hint)});
  }
  void add(const DirectionView& d, const std::string& key, std::string message,
           std::string hint = {}) {
    add(d.name + ("." + key), std::move(message), std::move(hint));
  }

 private:
  std::vector<LinkProblem>& all_;
};

/// Whether `key` has a value other than its default. A default has no effect by itself, and the
/// reader fills it in.
bool is_given(const LinkDirection& values, const char* key);

/// Reports each of `keys` that is given in some state: nothing uses it. `why` follows "has no
/// effect".
void report_unused(const DirectionView& direction, std::initializer_list<const char*> keys,
                   const std::string& why, const std::string& hint, Problems& problems);

void check_channel(const LinkProfile& link, Problems& problems);
void check_replaced(const DirectionView& direction, Problems& problems);  // Param.unless
void check_queues(const DirectionView& direction, Problems& problems);
void check_framing(const DirectionView& direction, Problems& problems);
void check_acknowledgements(const DirectionView& direction, Problems& problems);
void check_order(const DirectionView& direction, Problems& problems);
void check_rates(const DirectionView& direction, Problems& problems);
void check_background(const DirectionView& direction, Problems& problems);
void check_gates(const DirectionView& direction, Problems& problems);
void check_errors(const DirectionView& direction, Problems& problems);
void check_loss_pattern(const DirectionView& direction, Problems& problems);
void check_persistency(const DirectionView& direction, Problems& problems);
void check_stages(const DirectionView& direction, Problems& problems);
void check_output(const DirectionView& direction, Problems& problems);
void check_shared(const LinkProfile& link, Problems& problems);  // spikes, outages, shared_delay

/// Maximum rate of events of one process, per second. Each is an event of the relay thread, which
/// also serves other links.
inline constexpr double kMaxEvents = 1e6;

/// "1.5s"
inline std::string duration(std::int64_t ns) {
  return format_quantity(static_cast<double>(ns), DURATION);
}
/// Whether a corrupted frame is transmitted again, until it arrives or is given up.
inline bool retransmits(const LinkDirection& values) {
  return values.error_handling() == LinkDirection::DELAY_ITERATE ||
         values.error_handling() == LinkDirection::RETRANSMIT;
}

/// Reports the positions of `pattern.list()` beyond its period.
template <typename Pattern>
void check_positions(const DirectionView& d, const std::string& path, const Pattern& pattern,
                     Problems& problems) {
  for (int i = 0; pattern.has_period() && i < pattern.list_size(); ++i) {
    if (pattern.list(i) <= pattern.period()) continue;
    problems.add(
        d, fmt::format("{}.list[{}]", path, i),
        fmt::format("{} is beyond the period of {} packets", pattern.list(i), pattern.period()));
  }
}

/// Whether `predicate` holds in some state of the direction.
template <typename Predicate>
bool in_any_state(const DirectionView& direction, Predicate predicate) {
  for (const auto& state : direction.states) {
    if (predicate(state.values)) return true;
  }
  return false;
}

/// The path of a per-state key in `state`: that of the state if the key is set there, else that of
/// the direction.
inline std::string path_in(const DirectionView& d, const std::string& state, const char* key) {
  const auto own = d.values.states().find(state);
  if (own != d.values.states().end()) {
    const auto* field = LinkDirection::descriptor()->FindFieldByName(key);
    if (own->second.GetReflection()->HasField(own->second, field)) {
      return std::string(d.name) + ".states." + state + "." + key;
    }
  }
  return std::string(d.name) + "." + key;
}
inline std::string in_words(const std::string& state) {
  return state.empty() ? "" : " in the state `" + state + "`";
}

}  // namespace seawind::link_rules
