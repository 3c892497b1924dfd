// SPDX-License-Identifier: GPL-3.0-or-later
// Texts from files, from the network and from stores, on their way to a terminal, a page or a
// window: a control character in them could move the cursor, hide what stands before it or send
// keys; a character that turns the direction of writing could make a name look like another.
#pragma once

#include <string>
#include <string_view>

namespace seawind {

/// Whether a text has none of what printable() replaces.
bool is_printable(std::string_view text);

/// The text with control characters (but tabs and line feeds), characters that turn the direction
/// of writing, and bytes that are not UTF-8 written as \x1b or \u202e.
std::string printable(std::string_view text);

/// At most `most` bytes of the printable text, whole characters, with "..." for what is cut off.
std::string excerpt(std::string_view text, std::size_t most);

}  // namespace seawind
