// SPDX-License-Identifier: GPL-3.0-or-later
// Distributions in a document: a plain value, or a map with the name of one distribution.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "common/config/content.h"
#include "common/config/distributions.h"
#include "common/config/fill.h"
#include "common/diagnostics.h"

namespace seawind::config {

void MessageBuilder::fill_distribution(const std::string& key, const Node& node, Distribution& out,
                                       const Param& rules) {
  if (node.kind == Node::Kind::kScalar) {
    if (const auto value = number(key, node, rules, rules.unit())) out.set_fixed(*value);
    return;
  }
  const Descriptor& type = *Distribution::descriptor();
  std::vector<std::string> kinds;
  for (int i = 0; i < type.field_count(); ++i) kinds.push_back(type.field(i)->name());
  if (node.kind != Node::Kind::kMap) {
    return wrong_kind(key, node, fmt::format("a value or one of {}", fmt::join(kinds, ", ")));
  }
  std::vector<const Entry*> known;
  for (const Entry& entry : node.entries) {
    if (type.FindFieldByName(entry.key) == nullptr) {
      problems_.add(entry.at,
                    fmt::format("unknown distribution `{}`: use one of {}", entry.key,
                                fmt::join(kinds, ", ")),
                    did_you_mean(entry.key, kinds));
    } else {
      known.push_back(&entry);
    }
  }
  if (known.empty() && node.entries.empty()) {
    problems_.add(node.at, fmt::format("`{}` needs one of {}", key, fmt::join(kinds, ", ")));
  }
  for (std::size_t i = 1; i < known.size(); ++i) {
    problems_.add(known[i]->at, fmt::format("`{}` and `{}` exclude each other: give exactly one",
                                            known[0]->key, known[i]->key));
  }
  if (known.empty()) return;
  const Entry& law = *known[0];
  if (law.key == "fixed") {
    if (law.value.kind != Node::Kind::kScalar) return wrong_kind(law.key, law.value, "a value");
    if (const auto value = number(law.key, law.value, rules, rules.unit())) out.set_fixed(*value);
    return;
  }
  const std::size_t before = problems_.all().size();
  fill_distribution_kind(law.key, law.value,
                         *out.GetReflection()->MutableMessage(&out, type.FindFieldByName(law.key)),
                         rules);
  if (problems_.all().size() != before) return;
  // Without the content of its file the distribution cannot be checked.
  if (!reads_files() && find_entry(law.value, "file") != nullptr) return;
  if (const std::string p = order_problem(out, rules.unit()); !p.empty()) {
    problems_.add(law.value.at, fmt::format("`{}`: {}", law.key, p));
  }
}

void MessageBuilder::fill_distribution_kind(const std::string& name, const Node& node, Message& out,
                                            const Param& outer) {
  const Descriptor& type = *out.GetDescriptor();
  const FieldDescriptor* list = written_list(type);
  if (node.kind == Node::Kind::kList && list != nullptr) {
    return fill_distribution_list(name, node, out, *list, outer);
  }
  if (node.kind != Node::Kind::kMap) {
    return wrong_kind(name, node, list == nullptr ? "a map of keys" : "a list or a map of keys");
  }
  for (const Entry& entry : node.entries) {
    const FieldDescriptor* field = key_field(type, entry.key);
    if (field == nullptr) {
      unknown_key(node, entry, type, Role::kSection);
    } else if (field->is_repeated()) {
      fill_distribution_list(entry.key, entry.value, out, *field, outer);
    } else if (field->cpp_type() != FieldDescriptor::CPPTYPE_DOUBLE) {
      fill_scalar(entry.key, entry.value, out, *field);
    } else if (entry.value.kind != Node::Kind::kScalar) {
      wrong_kind(entry.key, entry.value, "a plain value");
    } else {
      const Param rules = number_rules(*field, outer);
      if (const auto value = number(entry.key, entry.value, rules, rules.unit())) {
        set_number(out, *field, *value);
      }
    }
  }
  for (int i = 0; i < type.field_count(); ++i) {
    const FieldDescriptor& field = *type.field(i);
    if (distribution_needs(field) && find_entry(node, field.name()) == nullptr) {
      problems_.add(node.at, fmt::format("`{}`: `{}` is missing", name, field.name()));
    }
  }
  fill_content(node, out, outer);
}

void MessageBuilder::fill_distribution_list(const std::string& name, const Node& node, Message& out,
                                            const FieldDescriptor& field, const Param& outer) {
  const bool parts = field.cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE;
  if (node.kind != Node::Kind::kList) {
    return wrong_kind(name, node, parts ? "a list of maps" : "a list of values");
  }
  const auto* reflection = out.GetReflection();
  for (const Node& item : node.items) {
    if (parts) {
      fill_distribution_kind(name, item, *reflection->AddMessage(&out, &field), outer);
    } else if (item.kind != Node::Kind::kScalar) {
      wrong_kind(name, item, "a plain value in each place of the list");
    } else if (const auto value = number(name, item, outer, outer.unit())) {
      reflection->AddDouble(&out, &field, *value);
    }
  }
}

}  // namespace seawind::config
