// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace seawind {

/// A picture for inclusion in a page.
struct Picture {
  std::string title;  // plain text
  std::string svg;
};

}  // namespace seawind
