// SPDX-License-Identifier: GPL-3.0-or-later
// A strict check of markup: every element closed in order, every & an entity, no stray < or >.
#pragma once

#include <string>

namespace seawind::test {

/// Empty when the document is well-formed; otherwise what is wrong and where.
std::string markup_problem(const std::string& html);
/// The first id that two elements have, or empty.
std::string duplicate_id(const std::string& html);

}  // namespace seawind::test
