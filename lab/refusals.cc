// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/refusals.h"

#include <fmt/format.h>

#include <algorithm>

#include "common/printable.h"

namespace seawind::lab {

std::optional<std::string> Refusals::line(Instant now, const std::string& address,
                                          const std::string& reason) {
  if (last_ != Instant())
    left_ =
        std::min<double>(kAtOnce, left_ + std::chrono::duration<double>(now - last_) / kBetween);
  last_ = now;
  if (left_ < 1) {
    ++unreported_;
    return {};
  }
  left_ -= 1;
  std::string out = fmt::format("rejected a connection from {}: {}", address, printable(reason));
  if (unreported_ > 0) out += fmt::format("; {} more since the last line", unreported_);
  unreported_ = 0;
  return out;
}

}  // namespace seawind::lab
