// SPDX-License-Identifier: GPL-3.0-or-later
// `extends`: merges a child document over its parent.
#pragma once

#include "common/config/rules.h"
#include "common/config/tree.h"

namespace seawind::config {

/// Whether `section` has a key that replaces `field` (Param.unless) and is not off.
bool is_replaced(const FieldDescriptor& field, const Node& section);

/// Returns `child` plus the keys that only `parent` has. Sections and maps, including the values of
/// `states:`, merge key by key. A child's lists, limits and distributions replace the parent's. A
/// member of a oneof in the child drops the parent's other member; a key in the child drops those
/// that it replaces. `name`, `description` and `extends` at the root are not inherited.
Node merge(const Node& child, const Node& parent, const Descriptor& type);

}  // namespace seawind::config
