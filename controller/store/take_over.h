// SPDX-License-Identifier: GPL-3.0-or-later
// Attempts of a task of a batch system, from the task's store into that of the campaign.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <utility>

#include "controller/store/sqlite.h"
#include "controller/store/store.h"

namespace seawind {

/// Store::take_over() within a transaction.
Takeover take_over(const Task& task, Database& from, int most,
                   const std::function<bool(const std::string&)>& exists, Database& into);

/// `attempt`: the one that counts when the repetition (case, number) is done.
void set_state(Database& database, const std::pair<int, int>& repetition, RepetitionState state,
               std::int64_t attempt);

}  // namespace seawind
