// SPDX-License-Identifier: GPL-3.0-or-later
// Base64 (RFC 4648) in one block: without line breaks, and one text for the same bytes.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace seawind {

/// `bytes`: less than 1.5 GiB.
std::string base64(std::string_view bytes);

/// The inverse of base64(). Nothing for an empty text and for a text that base64() does not return.
/// `text`: less than 2 GiB.
std::optional<std::string> bytes_of_base64(std::string_view text);

}  // namespace seawind
