// SPDX-License-Identifier: GPL-3.0-or-later
// The rules of distributions, shared by the reader, the range check and the JSON Schema.
#pragma once

#include <string>

#include "common/config/rules.h"

namespace seawind::config {

/// The rules of one number of a distribution. `outer` are the rules of the parameter that holds the
/// distribution. The number's own rules apply; without them, the parameter's unit and range.
Param number_rules(const FieldDescriptor& number, const Param& outer);

/// The list of values that a document may write in the place of the distribution's map (`list: [1s,
/// 2s]`) or file, or null.
const FieldDescriptor* written_list(const Descriptor& type);

/// Whether a distribution requires the field: a single number, or a list that cannot be read from a
/// file.
bool distribution_needs(const FieldDescriptor& field);

/// Checks the order of a distribution's numbers. Returns "`min` 5s is above `mean` 3s", or empty.
/// The caller has checked the ranges.
std::string order_problem(const Distribution& value, Unit unit);

}  // namespace seawind::config
