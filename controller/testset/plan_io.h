// SPDX-License-Identifier: GPL-3.0-or-later
// The resolved plan as text. A campaign directory contains the text; its store has the text's
// SHA-256.
#pragma once

#include <string>
#include <string_view>

#include "controller/testset/testset.pb.h"

namespace seawind {

/// Canonical JSON: field names as in the .proto files, sorted keys, two spaces of indentation,
/// 64-bit numbers as strings (the protobuf mapping), a final newline. Equal plans give equal texts,
/// and parsing the text gives an equal plan.
std::string plan_to_json(const Plan& plan);

/// Parses a plan. Throws Error with the reason when the text is not a plan. Unknown fields are
/// rejected, so that the plan of a newer version is not misread.
Plan plan_from_json(std::string_view json);

}  // namespace seawind
