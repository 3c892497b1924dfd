// SPDX-License-Identifier: GPL-3.0-or-later
// Log lines about rejected peers: one for each peer, but in a flood one per second with the number
// of the others, so that it does not fill the log.
#pragma once

#include <chrono>
#include <optional>
#include <string>

namespace seawind::lab {

class Refusals {
 public:
  using Instant = std::chrono::steady_clock::time_point;
  static constexpr int kAtOnce = 10;
  static constexpr std::chrono::seconds kBetween{1};

  /// The line to write now; empty: it is counted in a later one.
  std::optional<std::string> line(Instant now, const std::string& address,
                                  const std::string& reason);

 private:
  double left_ = kAtOnce;
  Instant last_{};
  int unreported_ = 0;
};

}  // namespace seawind::lab
