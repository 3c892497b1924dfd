// SPDX-License-Identifier: GPL-3.0-or-later
// The rules of a Distribution's laws, for the reader, the range check and the JSON Schema alike.
#pragma once

#include <string>

#include "common/config/rules.h"

namespace seawind::config {

/// The rules of one number of a law that stands in a parameter with the rules `outer`: its own, or
/// the parameter's unit and range.
Param law_rules(const FieldDescriptor& number, const Param& outer);

/// Whether a law cannot do without the field: a single number, or a list no file can stand for.
bool law_needs(const FieldDescriptor& field);

/// Rules between the numbers of a distribution: "`min` 5s is above `mean` 3s", or empty. Ranges are
/// checked before.
std::string order_problem(const Distribution& value, Unit unit);

}  // namespace seawind::config
