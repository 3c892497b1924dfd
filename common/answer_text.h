// SPDX-License-Identifier: GPL-3.0-or-later
// Bounded texts for answers and logs of the services.
#pragma once

#include <string>
#include <string_view>

namespace seawind {

/// The text of a gRPC status. gRPC encodes a byte outside ASCII in three, and a caller rejects a
/// status beyond 8 KiB whole. Contains whole lines up to 2400 bytes, each cut at 400 bytes, then
/// the number of lines left out; control characters are escaped (printable.h).
std::string answer_text(std::string_view text);

/// The same as a value of a service's log: one line without double quotes, so that a caller cannot
/// write log lines.
std::string log_text(std::string_view text);

}  // namespace seawind
