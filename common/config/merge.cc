// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/config/merge.h"

namespace seawind::config {
namespace {

bool own_to_each_file(const std::string& key) {
  return key == "name" || key == "description" || key == "extends";
}

// Whether the child names another member of the oneof that `field` belongs to.
bool displaced(const FieldDescriptor& field, const Node& child) {
  const auto* oneof = field.real_containing_oneof();
  if (oneof == nullptr) return false;
  for (int i = 0; i < oneof->field_count(); ++i) {
    const FieldDescriptor& other = *oneof->field(i);
    if (&other != &field && find_entry(child, other.name()) != nullptr) return true;
  }
  return false;
}

/// Removes from the values of `states:` what a key of `child`, the enclosing section, replaces.
void drop_replaced(Node& states, const Node& child, const Descriptor& type) {
  for (Entry& state : states.entries) {
    std::erase_if(state.value.entries, [&](const Entry& entry) {
      const FieldDescriptor* field = type.FindFieldByName(entry.key);
      return field != nullptr && is_replaced(*field, child);
    });
  }
}

Node merge_section(const Node& child, const Node& parent, const Descriptor& type, bool root);

// The values of a map field: entries of both, sections merged where both have one.
Node merge_map(const Node& child, const Node& parent, const FieldDescriptor& field) {
  Node merged = child;
  const FieldDescriptor& value = *field.message_type()->map_value();
  for (const Entry& inherited : parent.entries) {
    bool found = false;
    for (Entry& own : merged.entries) {
      if (own.key != inherited.key) continue;
      found = true;
      if (is_section(value) && own.value.kind == Node::Kind::kMap) {
        own.value = merge_section(own.value, inherited.value, *value.message_type(), false);
      }
    }
    if (!found) merged.entries.push_back(inherited);
  }
  return merged;
}

Node merge_section(const Node& child, const Node& parent, const Descriptor& type, bool root) {
  Node merged = child;
  for (const Entry& of_parent : parent.entries) {
    const FieldDescriptor* field = type.FindFieldByName(of_parent.key);
    if (field == nullptr || (root && own_to_each_file(of_parent.key))) continue;
    if (displaced(*field, child) || is_replaced(*field, child)) continue;
    Entry inherited = of_parent;
    if (is_overrides(*field)) drop_replaced(inherited.value, child, type);
    bool found = false;
    for (Entry& own : merged.entries) {
      if (own.key != inherited.key) continue;
      found = true;
      const bool both = own.value.kind == Node::Kind::kMap &&
                        inherited.value.kind == Node::Kind::kMap && !field->is_repeated();
      if (field->is_map() && own.value.kind == Node::Kind::kMap) {
        own.value = merge_map(own.value, inherited.value, *field);
      } else if (both && is_section(*field)) {
        own.value = merge_section(own.value, inherited.value, *field->message_type(), false);
      }
    }
    if (!found) merged.entries.push_back(std::move(inherited));
  }
  return merged;
}

}  // namespace

bool is_replaced(const FieldDescriptor& field, const Node& section) {
  for (const std::string& other : words(rules_of(field).unless())) {
    const Entry* entry = find_entry(section, other);
    if (entry == nullptr) continue;
    if (entry->value.kind != Node::Kind::kScalar || entry->value.text != "off") return true;
  }
  return false;
}

Node merge(const Node& child, const Node& parent, const Descriptor& type) {
  return merge_section(child, parent, type, true);
}

}  // namespace seawind::config
