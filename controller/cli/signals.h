// SPDX-License-Identifier: GPL-3.0-or-later
// Ctrl-C: the first one asks, the second one does not wait.
#pragma once

#include <stop_token>
#include <thread>

namespace seawind {

/// While it lives, SIGINT and SIGTERM stop `token()`; a second one ends the process at once with
/// exit code 130 (the kernel removes the test bed). Made before any other thread, so that all
/// inherit the mask.
class StopOnSignal {
 public:
  StopOnSignal();
  ~StopOnSignal();
  std::stop_token token() const { return source_.get_token(); }

 private:
  std::stop_source source_;
  std::thread thread_;
};

}  // namespace seawind
