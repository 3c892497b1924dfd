// SPDX-License-Identifier: GPL-3.0-or-later
// The text of a notification (`notify` of a timeline, Agent.Notify) that announces a handover to
// the receiver of a TFRC flow.
#pragma once

#include <cstdint>
#include <optional>
#include <sstream>
#include <string>

#include "common/units.h"

namespace seawind {

struct HandoverNotice {
  double rate = 0;       // bit/s, with IP and UDP headers; 0: rate and rtt are not announced
  std::int64_t rtt = 0;  // ns
};

inline constexpr const char* kHandoverForms = "handover, or handover 384kbit/s 300ms";

/// Parses one of the kHandoverForms; nothing for other texts, rates beyond 100 Gbit/s and
/// round-trip times beyond an hour.
inline std::optional<HandoverNotice> parse_handover_notice(const std::string& text) {
  std::istringstream words(text);
  std::string handover, rate_text, rtt_text, more;
  words >> handover >> rate_text >> rtt_text;
  if (handover != "handover" || words >> more) return {};
  if (rate_text.empty()) return HandoverNotice();
  const auto rate = parse_quantity(rate_text, BIT_RATE).value;
  const auto rtt = parse_quantity(rtt_text, DURATION).value;
  constexpr double kFastest = 100e9;  // bit/s
  constexpr double kMaxRtt = 3600e9;  // ns
  if (!rate || !rtt || *rate <= 0 || *rtt < 1 || *rate > kFastest || *rtt > kMaxRtt) return {};
  return HandoverNotice{*rate, static_cast<std::int64_t>(*rtt)};
}

}  // namespace seawind
