// SPDX-License-Identifier: GPL-3.0-or-later
// RED as in the published experiments (RQ1 to RQ5).
#pragma once

#include "emulator/router/red.h"

namespace seawind::test {

inline RedConfig reference() {
  RedConfig config;
  config.limit.bytes = 11'520;
  config.min_threshold = 1728;
  config.max_threshold = 5184;
  return config;
}

}  // namespace seawind::test
