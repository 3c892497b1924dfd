// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace seawind {

/// A picture for inclusion in a page.
struct Picture {
  std::string title;  // plain text
  std::string svg;
};

/// The text as a file name: any character other than letters, digits, `._-` and those beyond ASCII
/// becomes `-`, so that no text leads to another folder or is an option.
std::string picture_file(const std::string& text);

}  // namespace seawind
