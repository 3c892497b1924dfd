// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/refusals.h"

#include <fmt/format.h>

#include <algorithm>

#include "common/printable.h"

namespace seawind {

std::optional<std::string> Refusals::line(Instant now, const std::string& peer,
                                          const std::string& reason) {
  if (last_ != Instant()) left_ = std::min(at_once_, left_ + (now - last_) / between_);
  last_ = now;
  if (left_ < 1) {
    ++unreported_;
    return {};
  }
  left_ -= 1;
  std::string out = fmt::format("rejected a connection {}: {}", peer, printable(reason));
  if (unreported_ > 0) out += fmt::format("; {} more since the last line", unreported_);
  unreported_ = 0;
  return out;
}

}  // namespace seawind
