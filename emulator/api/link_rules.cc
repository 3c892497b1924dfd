// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/api/link_rules.h"

#include <fmt/format.h>
#include <google/protobuf/text_format.h>

#include "common/config/rules.h"
#include "emulator/api/rules_internal.h"

namespace seawind {
namespace link_rules {
namespace {

std::string text_of(const LinkDirection& values, const google::protobuf::FieldDescriptor& field) {
  std::string text;
  google::protobuf::TextFormat::PrintFieldValueToString(values, &field, -1, &text);
  return text;
}

bool is_set(const LinkDirection& values, const google::protobuf::FieldDescriptor& field) {
  const auto* reflection = values.GetReflection();
  return field.is_repeated() ? reflection->FieldSize(values, &field) > 0
                             : reflection->HasField(values, &field);
}

}  // namespace

bool is_given(const LinkDirection& values, const char* key) {
  const auto& field = *LinkDirection::descriptor()->FindFieldByName(key);
  if (!is_set(values, field)) return false;
  if (field.is_repeated() || !config::has_default(field)) return true;
  LinkDirection by_default;
  config::set_default(by_default, field);
  return text_of(values, field) != text_of(by_default, field);
}

void report_unused(const DirectionView& d, std::initializer_list<const char*> keys,
                   const std::string& why, const std::string& hint, Problems& problems) {
  for (const char* key : keys) {
    for (const auto& state : d.states) {
      if (!is_given(state.values, key)) continue;
      problems.add(path_in(d, state.name, key), fmt::format("`{}` has no effect {}", key, why),
                   hint);
      break;
    }
  }
}

// A key beside another one that replaces it, such as `rate_base` beside `delivery_trace`.
void check_replaced(const DirectionView& d, Problems& problems) {
  const auto& type = *LinkDirection::descriptor();
  for (int i = 0; i < type.field_count(); ++i) {
    const auto& field = *type.field(i);
    for (const std::string& other : config::words(config::rules_of(field).unless())) {
      if (!is_set(d.values, *type.FindFieldByName(other))) continue;
      for (const auto& state : d.states) {
        if (!is_set(state.values, field)) continue;
        problems.add(
            path_in(d, state.name, field.name().c_str()),
            fmt::format("`{}` has no effect beside `{}`, which replaces it", field.name(), other),
            fmt::format("leave it out, or write `{}: off`", other));
        break;
      }
    }
  }
}

}  // namespace link_rules

std::vector<LinkProblem> link_problems(const LinkProfile& link) {
  using namespace link_rules;
  std::vector<LinkProblem> all;
  Problems problems(all);
  check_channel(link, problems);
  for (const auto& [name, values] :
       {std::pair<const char*, const LinkDirection&>{"downlink", link.downlink()},
        {"uplink", link.uplink()}}) {
    DirectionView direction{name, values, {}};
    const LinkDirection plain = without_contents(values);
    for (const ChannelState& state : link.channel().states()) {
      direction.states.push_back({state.name(), in_state(plain, state.name())});
    }
    if (direction.states.empty()) direction.states.push_back({"", in_state(plain, "")});
    for (const auto check : {check_replaced, check_queues, check_framing, check_acknowledgements,
                             check_order, check_rates, check_background, check_gates, check_errors,
                             check_loss_pattern, check_persistency, check_stages, check_output}) {
      check(direction, problems);
    }
  }
  check_shared(link, problems);
  return all;
}

}  // namespace seawind
