// SPDX-License-Identifier: GPL-3.0-or-later
// Log lines about rejected peers: one for each peer, but in a flood one per interval with the
// number of the others, so that it does not fill the log.
#pragma once

#include <chrono>
#include <optional>
#include <string>

namespace seawind {

class Refusals {
 public:
  using Instant = std::chrono::steady_clock::time_point;

  /// `at_once` lines are written without delay; later ones `between` apart.
  Refusals(int at_once, std::chrono::seconds between)
      : at_once_(at_once), between_(between), left_(at_once) {}

  /// The line to write now; empty: it is counted in a later one. `peer`: "from 192.0.2.1".
  std::optional<std::string> line(Instant now, const std::string& peer, const std::string& reason);

 private:
  const double at_once_;
  const std::chrono::duration<double> between_;
  double left_;
  Instant last_{};
  int unreported_ = 0;
};

}  // namespace seawind
