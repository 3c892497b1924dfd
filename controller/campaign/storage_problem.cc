// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/campaign/storage_problem.h"

#include <cerrno>
#include <system_error>

#include "common/error.h"
#include "controller/store/sqlite.h"

namespace seawind {
namespace {

StorageProblem of_number(int number) {
  return number == ENOSPC || number == EDQUOT ? StorageProblem::kRoom : StorageProblem::kNone;
}

}  // namespace

StorageProblem storage_problem_of(const std::exception& error) {
  if (const auto* store = dynamic_cast<const StoreError*>(&error)) {
    if (store->kind() == StoreError::Kind::kFull) return StorageProblem::kRoom;
    return store->kind() == StoreError::Kind::kBusy ? StorageProblem::kLocked
                                                    : StorageProblem::kNone;
  }
  if (const auto* system = dynamic_cast<const SystemError*>(&error))
    return of_number(system->number());
  if (const auto* standard = dynamic_cast<const std::system_error*>(&error))
    return of_number(standard->code().value());
  return StorageProblem::kNone;
}

std::string waiting_text(StorageProblem problem, const std::string& words) {
  switch (problem) {
    case StorageProblem::kNone:
      return {};
    case StorageProblem::kRoom:
      return "waiting for room: " + words;
    case StorageProblem::kLocked:
      return "waiting for the store, locked by another process";
  }
  return {};
}

Cause cause_of(const std::exception& error) {
  return storage_problem_of(error) == StorageProblem::kRoom ? Cause::kNoRoom : Cause::kError;
}

Cause cause_of(int error_number) {
  return of_number(error_number) == StorageProblem::kRoom ? Cause::kNoRoom : Cause::kError;
}

void judge_room(AttemptRecord& record, const std::function<void()>& check_room) {
  if (record.cause == Cause::kError) {
    try {
      check_room();
    } catch (const std::exception& error) {
      record.cause = cause_of(error);
    }
  }
  if (record.cause == Cause::kNoRoom) record.reason.insert(0, "no room: ");
}

}  // namespace seawind
