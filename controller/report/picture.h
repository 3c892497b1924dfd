// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace seawind {

/// A picture for inclusion in a page.
struct Picture {
  std::string title;  // plain text
  std::string svg;
};

/// The SVG, or another text, with each colour of the page, var(--text), replaced by its value.
std::string with_colours(std::string_view text, bool dark);

/// The text as a file name: any character other than letters, digits, `._-` and those beyond ASCII
/// becomes `-`, so that no text leads to another folder or is an option.
std::string picture_file(const std::string& text);

}  // namespace seawind
