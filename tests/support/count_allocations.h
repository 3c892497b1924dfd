// SPDX-License-Identifier: GPL-3.0-or-later
// Counts every operator new and delete of a program that links seawind_count_allocations.
#pragma once

#include <cstddef>

namespace seawind::test {

inline std::size_t allocations = 0;
inline std::size_t allocated_bytes = 0;
inline std::size_t deallocations = 0;

}  // namespace seawind::test
