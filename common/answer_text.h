// SPDX-License-Identifier: GPL-3.0-or-later
// Bounded texts for answers and logs of the services.
#pragma once

#include <string>
#include <string_view>

namespace seawind {

/// The text of a gRPC status. gRPC encodes a byte outside ASCII in three bytes, and a client
/// rejects the whole status if it exceeds 8 KiB. The text contains whole lines up to 2400 bytes in
/// total, each cut at 400 bytes, then the number of lines left out. Control characters are escaped
/// (printable.h).
std::string answer_text(std::string_view text);

/// Returns the same text for a service's log: one line without double quotes, so that a client
/// cannot forge log lines.
std::string log_text(std::string_view text);

}  // namespace seawind
