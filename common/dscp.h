// SPDX-License-Identifier: GPL-3.0-or-later
// Differentiated services code points by name (RFC 2474, 2597, 3246, 5865, 8622).
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace seawind {

/// The forms that dscp_of() accepts, for messages.
inline constexpr char kDscpForms[] =
    "a code point: 0 to 63, EF, AF11 to AF43, CS0 to CS7, VA, LE, BE";

/// Parses a code point given by name or number. Nothing for any other text.
std::optional<std::uint8_t> dscp_of(std::string_view text);

}  // namespace seawind
