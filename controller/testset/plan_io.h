// SPDX-License-Identifier: GPL-3.0-or-later
// The resolved plan as text: what a campaign directory keeps, and the hash that tells whether a
// directory belongs to a test set.
#pragma once

#include <string>
#include <string_view>

#include "controller/testset/testset.pb.h"

namespace seawind {

/// Canonical JSON: field names as in the .proto files, keys of every object sorted, two spaces of
/// indentation, 64-bit numbers as strings (the protobuf mapping), a newline at the end. Equal plans
/// give equal text, and parsing the text gives an equal plan.
std::string plan_to_json(const Plan& plan);

/// The reverse. Throws Error with the reason when the text is not a plan; unknown fields are
/// refused, so that a directory of a newer version is not half understood.
Plan plan_from_json(std::string_view json);

/// SHA-256 of `text` as 64 hexadecimal digits; the plan's hash is that of its canonical JSON.
std::string sha256(std::string_view text);

}  // namespace seawind
