// SPDX-License-Identifier: GPL-3.0-or-later
// Failures of storage that end by themselves, or by what somebody else does: a campaign waits.
#pragma once

#include <exception>
#include <string>

namespace seawind {

enum class Obstacle {
  kNone,    // waiting is no use
  kRoom,    // no room left on the device, or in the quota
  kLocked,  // another process holds a lock on the store
};

/// What has to go before what failed with `error` can succeed. Told by its type and error number.
Obstacle obstacle_of(const std::exception& error);
/// For people: "waiting for room: WORDS".
std::string waiting_text(Obstacle obstacle, const std::string& words);

}  // namespace seawind
