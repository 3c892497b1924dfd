// SPDX-License-Identifier: GPL-3.0-or-later
// Writes the parts that a JSON Schema repeats once.
#pragma once

#include <nlohmann/json_fwd.hpp>

namespace seawind {

/// Moves every schema of eight or more lines that is used more than once to `$defs`, named after
/// the key in which it is used first, and refers to it. (`definitions` has the types that contain
/// themselves, which cannot be written out.)
void share_parts(nlohmann::ordered_json& document);

}  // namespace seawind
