// SPDX-License-Identifier: GPL-3.0-or-later
// `extends`: a child's document laid over its parent's.
#pragma once

#include "common/config/rules.h"
#include "common/config/tree.h"

namespace seawind::config {

/// `child` with what only `parent` says added. Sections and maps merge key by key, also the values
/// of `states:`; lists, limits and distributions are replaced whole; a child that names one member
/// of a oneof drops the parent's other one. `name`, `description` and `extends` of the file itself
/// are not inherited.
Node merge(const Node& child, const Node& parent, const Descriptor& type);

}  // namespace seawind::config
