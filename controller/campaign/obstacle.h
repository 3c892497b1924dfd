// SPDX-License-Identifier: GPL-3.0-or-later
// Failures of storage that are temporary or that another process can end. The campaign waits for
// them.
#pragma once

#include <exception>
#include <string>

namespace seawind {

enum class Obstacle {
  kNone,    // waiting does not help
  kRoom,    // no space left on the device or in the quota
  kLocked,  // another process holds a lock on the store
};

/// The obstacle behind `error`, determined from its type and errno.
Obstacle obstacle_of(const std::exception& error);
/// For people: "waiting for room: WORDS".
std::string waiting_text(Obstacle obstacle, const std::string& words);

}  // namespace seawind
