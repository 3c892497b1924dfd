// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace seawind {

/// Bounds and typical value of a quantity: seconds, or bytes.
struct Range {
  double least = 0;
  double typical = 0;
  double most = 0;
};

}  // namespace seawind
