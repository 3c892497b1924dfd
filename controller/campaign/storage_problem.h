// SPDX-License-Identifier: GPL-3.0-or-later
// Failures of storage that are temporary or that another process can end. The campaign waits for
// them.
#pragma once

#include <exception>
#include <functional>
#include <string>

#include "controller/store/store.h"

namespace seawind {

enum class StorageProblem {
  kNone,    // waiting does not help
  kRoom,    // no space left on the device or in the quota
  kLocked,  // another process holds a lock on the store
};

/// The storage problem behind `error`, determined from its type and errno.
StorageProblem storage_problem_of(const std::exception& error);
/// For people: "waiting for room: WORDS".
std::string waiting_text(StorageProblem problem, const std::string& words);

/// The cause of an attempt that failed with `error`: kNoRoom or kError.
Cause cause_of(const std::exception& error);
/// The same, from an errno.
Cause cause_of(int error_number);
/// Makes the cause of an attempt that failed while there is no room kNoRoom, because not every
/// program reports why it failed. `check_room` throws when there is none.
void judge_room(AttemptRecord& record, const std::function<void()>& check_room);

}  // namespace seawind
