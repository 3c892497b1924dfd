// SPDX-License-Identifier: GPL-3.0-or-later
// What a service says when it refuses.
#pragma once

#include <string>
#include <string_view>

namespace seawind {

/// The text of a gRPC status: a caller takes 8 KiB of it, three for each byte that is no plain
/// ASCII, and gets nothing at all of a longer one. Whole lines as far as they fit, at most 400
/// bytes of each, then how many more there are; what steers a terminal is replaced (printable.h).
std::string answer_text(std::string_view text);

/// The same in one line without quotes, as a value of a service's own log: a caller writes no lines
/// of its own there.
std::string log_text(std::string_view text);

}  // namespace seawind
