// SPDX-License-Identifier: GPL-3.0-or-later
// Room for the files of another repetition.
#pragma once

#include <cstdint>
#include <string_view>

#include "common/directory.h"

namespace seawind {

/// No attempt begins with less than this available on a file system that it writes to.
inline constexpr std::uintmax_t kReservedSpace = 8U << 20U;  // bytes

/// Bytes available in the file system of `folder`; the largest number when that is unknown.
std::uintmax_t available_space(const Directory& folder);
/// Throws SystemError with ENOSPC when less than kReservedSpace is available. `where`: for what().
void require_space(std::string_view where, std::uintmax_t available);

}  // namespace seawind
