// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/config/fill.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "common/config/content.h"
#include "common/config/merge.h"
#include "common/diagnostics.h"
#include "common/units.h"

namespace seawind::config {
namespace {

std::string child_path(const std::string& path, const std::string& key) {
  return path.empty() ? key : path + "." + key;
}

bool is_off(const Node& node) {
  return node.kind == Node::Kind::kScalar && node.text == "off";
}

// The meaning of a parameter up to its first semicolon: the rest is for the reference page.
std::string gist(const std::string& doc) {
  return doc.substr(0, doc.find(';'));
}

}  // namespace

void MessageBuilder::fill(const Node& node, Message& out, const std::string& path) {
  fill_section(node, out, path, Role::kSection);
}

void MessageBuilder::wrong_kind(const std::string& key, const Node& node,
                                const std::string& wanted) {
  const char* found = "a plain value";
  if (node.kind == Node::Kind::kNull) found = "nothing";
  if (node.kind == Node::Kind::kList) found = "a list";
  if (node.kind == Node::Kind::kMap) found = "a map";
  problems_.add(node.at, fmt::format("`{}` needs {}, found {}", key, wanted, found));
}

void MessageBuilder::unknown_key(const Node& node, const Entry& entry, const Descriptor& type,
                                 Role role) {
  if (&node != unused_of_) {  // once a map: it may have thousands of unknown keys
    unused_of_ = &node;
    unused_.clear();
    for (int i = 0; i < type.field_count(); ++i) {
      const FieldDescriptor& field = *type.field(i);
      if (role == Role::kOverrides && !rules_of(field).per_state()) continue;
      if (is_internal(field)) continue;
      if (find_entry(node, field.name()) == nullptr) unused_.push_back(field.name());
    }
  }
  std::string hint = did_you_mean(entry.key, unused_);
  if (hint.empty()) hint = type.options().GetExtension(seawind::otherwise);
  problems_.add(entry.at, fmt::format("unknown key `{}`", entry.key), hint);
}

void MessageBuilder::fill_section(const Node& node, Message& out, const std::string& path,
                                  Role role) {
  const Descriptor& type = *out.GetDescriptor();
  unused_of_ = nullptr;
  std::map<const void*, std::string> chosen;  // oneof -> its first key
  for (const Entry& entry : node.entries) {
    const FieldDescriptor* field = key_field(type, entry.key);
    if (field == nullptr) {
      unknown_key(node, entry, type, role);
      continue;
    }
    if (role == Role::kOverrides && !rules_of(*field).per_state()) {
      problems_.add(
          entry.at,
          fmt::format("`{}` cannot differ from state to state; set it in the direction itself",
                      entry.key));
      continue;
    }
    if (const auto* oneof = field->real_containing_oneof(); oneof != nullptr) {
      const auto [first, is_new] = chosen.emplace(oneof, entry.key);
      if (!is_new) {
        problems_.add(entry.at, fmt::format("`{}` and `{}` exclude each other: give exactly one",
                                            first->second, entry.key));
        continue;
      }
    }
    const std::string here = child_path(path, entry.key);
    if (places_ != nullptr) (*places_)[here] = entry.value.at;
    if (role == Role::kOverrides && is_off(entry.value) && rules_of(*field).off()) {
      problems_.add(entry.value.at,
                    fmt::format("`{0}` cannot be off in one state only: leave it out of the "
                                "direction and give it in the other states",
                                entry.key));
      continue;
    }
    fill_field(entry, out, *field, here);
  }
  fill_content(node, out, Param::default_instance());
  if (whole_ && role == Role::kSection) fill_missing(node, out, path);
}

void MessageBuilder::fill_missing(const Node& node, Message& out, const std::string& path) {
  const Descriptor& type = *out.GetDescriptor();
  const std::string inside =
      path.empty() ? "" : fmt::format("`{}`: ", path.substr(path.rfind('.') + 1));
  for (int i = 0; i < type.field_count(); ++i) {
    const FieldDescriptor& field = *type.field(i);
    if (find_entry(node, field.name()) != nullptr) continue;
    const Param& rules = rules_of(field);
    if (is_internal(field) || is_replaced(field, node)) continue;
    if (rules.required()) {
      problems_.add(node.at,
                    fmt::format("{}`{}` is missing ({})", inside, field.name(), gist(rules.doc())),
                    rules.example().empty()
                        ? ""
                        : fmt::format("for example `{}: {}`", field.name(), rules.example()));
    } else {
      set_default(out, field);
    }
  }
  for (int i = 0; i < type.real_oneof_decl_count(); ++i) {
    std::vector<std::string> members;
    bool given = false;
    for (int k = 0; k < type.oneof_decl(i)->field_count(); ++k) {
      members.push_back(fmt::format("`{}`", type.oneof_decl(i)->field(k)->name()));
      given = given || find_entry(node, type.oneof_decl(i)->field(k)->name()) != nullptr;
    }
    if (!given) {
      problems_.add(node.at,
                    fmt::format("{}needs {}{}", inside, members.size() > 1 ? "one of " : "",
                                fmt::join(members, ", ")));
    }
  }
}

void MessageBuilder::fill_field(const Entry& entry, Message& out, const FieldDescriptor& field,
                                const std::string& path) {
  const Param& rules = rules_of(field);
  const Node& node = entry.value;
  if (is_off(node) && rules.off()) return;
  if (field.is_map()) return fill_map(entry, out, field, path);
  if (field.is_repeated()) return fill_list(entry, out, field, path);
  const auto* reflection = out.GetReflection();
  if (is_limit(field)) {
    return fill_limit(entry.key, node,
                      dynamic_cast<Limit&>(*reflection->MutableMessage(&out, &field)), rules);
  }
  if (is_distribution(field)) {
    return fill_distribution(entry.key, node,
                             dynamic_cast<Distribution&>(*reflection->MutableMessage(&out, &field)),
                             rules);
  }
  if (is_section(field)) {
    if (node.kind != Node::Kind::kMap) return wrong_kind(entry.key, node, "a map of keys");
    return fill_section(node, *reflection->MutableMessage(&out, &field), path,
                        rules.partial() ? Role::kPartial : Role::kSection);
  }
  fill_scalar(entry.key, node, out, field);
}

void MessageBuilder::fill_map(const Entry& entry, Message& out, const FieldDescriptor& field,
                              const std::string& path) {
  if (entry.value.kind != Node::Kind::kMap) {
    return wrong_kind(entry.key, entry.value, "a map of keys");
  }
  const auto* reflection = out.GetReflection();
  const Descriptor& pair = *field.message_type();
  for (const Entry& inner : entry.value.entries) {
    Message& added = *reflection->AddMessage(&out, &field);
    const auto* added_reflection = added.GetReflection();
    added_reflection->SetString(&added, pair.map_key(), inner.key);
    const std::string here = child_path(path, inner.key);
    if (places_ != nullptr) (*places_)[here] = inner.at;
    if (pair.map_value()->cpp_type() != FieldDescriptor::CPPTYPE_MESSAGE) {
      fill_map_value(inner, added, *pair.map_value(), rules_of(field));
    } else if (inner.value.kind != Node::Kind::kMap) {
      wrong_kind(inner.key, inner.value, "a map of keys");
    } else {
      fill_section(inner.value, *added_reflection->MutableMessage(&added, pair.map_value()), here,
                   is_overrides(field) ? Role::kOverrides : Role::kSection);
    }
  }
}

void MessageBuilder::fill_list(const Entry& entry, Message& out, const FieldDescriptor& field,
                               const std::string& path) {
  const Node& node = entry.value;
  const bool sections = field.cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE;
  std::vector<const Node*> items;
  if (node.kind == Node::Kind::kList) {
    for (const Node& item : node.items) items.push_back(&item);
  } else if (node.kind == Node::Kind::kScalar && !sections) {
    items.push_back(&node);  // a single value is accepted as a list of one
  } else {
    return wrong_kind(entry.key, node, sections ? "a list of maps" : "a list of values");
  }
  if (items.empty() && rules_of(field).required()) {
    problems_.add(node.at, fmt::format("`{}` is an empty list: at least one is needed", entry.key));
  }
  const auto* reflection = out.GetReflection();
  for (std::size_t i = 0; i < items.size(); ++i) {
    const std::string here = fmt::format("{}[{}]", path, i);
    if (places_ != nullptr) (*places_)[here] = items[i]->at;
    if (sections) {
      if (items[i]->kind != Node::Kind::kMap) {
        wrong_kind(entry.key, *items[i], "a map in each place of the list");
        continue;
      }
      // Merging replaces lists whole, so each element must be complete in its own file. The merged
      // pass checks this, so that nothing is reported twice.
      fill_section(*items[i], *reflection->AddMessage(&out, &field), here, Role::kSection);
    } else if (items[i]->kind != Node::Kind::kScalar) {
      wrong_kind(entry.key, *items[i], "a plain value in each place of the list");
    } else if (items[i]->text.empty()) {
      problems_.add(items[i]->at, fmt::format("`{}` holds an empty text", entry.key));
    } else if (field.cpp_type() == FieldDescriptor::CPPTYPE_STRING) {
      reflection->AddString(&out, &field, items[i]->text);
    } else if (const auto value = whole_number(entry.key, *items[i], rules_of(field))) {
      reflection->AddInt64(&out, &field, *value);
    }
  }
}

void MessageBuilder::fill_map_value(const Entry& entry, Message& pair, const FieldDescriptor& field,
                                    const Param& rules) {
  if (field.cpp_type() != FieldDescriptor::CPPTYPE_DOUBLE) {
    return fill_scalar(entry.key, entry.value, pair, field);
  }
  if (entry.value.kind != Node::Kind::kScalar) {
    return wrong_kind(entry.key, entry.value, "a plain value");
  }
  if (const auto value = number(entry.key, entry.value, rules, rules.unit())) {
    set_number(pair, field, *value);
  }
}

void MessageBuilder::fill_content(const Node& node, Message& out, const Param& outer) {
  if (!reads_files()) return;
  for (const Entry& entry : node.entries) {
    const FieldDescriptor* field = key_field(*out.GetDescriptor(), entry.key);
    if (field == nullptr || rules_of(*field).reads().empty()) continue;
    if (entry.value.kind != Node::Kind::kScalar || entry.value.text.empty()) continue;
    read_content(*field, outer, entry.value, out, content_left_, problems_);
  }
}

}  // namespace seawind::config
