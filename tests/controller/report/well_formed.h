// SPDX-License-Identifier: GPL-3.0-or-later
// A strict check of markup: every element is closed in order, every & is an entity, there is no
// stray < or >.
#pragma once

#include <string>

namespace seawind::test {

/// Empty when the document is well-formed; otherwise the problem and its position.
std::string markup_problem(const std::string& html);
/// The first id that two elements share; empty: none.
std::string duplicate_id(const std::string& html);

}  // namespace seawind::test
