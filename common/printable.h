// SPDX-License-Identifier: GPL-3.0-or-later
// Makes texts from files, the network and stores safe to show in a terminal, a page or a window. A
// control character could move the cursor, hide text or send keys. A bidirectional control
// character could make one name look like another.
#pragma once

#include <string>
#include <string_view>

namespace seawind {

/// Whether printable() would leave the text unchanged.
bool is_printable(std::string_view text);

/// The text with control characters (but tabs and line feeds), characters that turn the direction
/// of writing, and bytes that are not UTF-8 written as \x1b or \u202e.
std::string printable(std::string_view text);

/// The first `most` bytes of the printable text, cut between characters; "..." replaces the rest.
std::string excerpt(std::string_view text, std::size_t most);

}  // namespace seawind
