// SPDX-License-Identifier: GPL-3.0-or-later
// Checks only the names and texts of a message; the numbers are checked elsewhere or later.
#include <fmt/format.h>

#include "common/config/names.h"
#include "common/config/rules.h"
#include "common/config_reader.h"
#include "common/printable.h"

namespace seawind {
namespace {

void check_one_text(const std::string& text, const config::FieldDescriptor& field,
                    const std::string& path, std::vector<std::string>& problems) {
  std::string problem =
      text.empty() ? "" : config::name_problem(text, config::rules_of(field).name());
  if (problem.empty() && !is_printable(text)) {
    problem = fmt::format("`{}` holds a control character", excerpt(text, 40));
  }
  if (!problem.empty()) problems.push_back(fmt::format("{}: {}", path, problem));
}

void check_texts_of(const google::protobuf::Message& message, const std::string& path,
                    std::vector<std::string>& problems) {
  const auto* reflection = message.GetReflection();
  std::vector<const config::FieldDescriptor*> given;
  reflection->ListFields(message, &given);
  for (const config::FieldDescriptor* field : given) {
    const std::string here = path.empty() ? field->name() : path + "." + field->name();
    const bool section = field->cpp_type() == config::FieldDescriptor::CPPTYPE_MESSAGE;
    if (!section && field->cpp_type() != config::FieldDescriptor::CPPTYPE_STRING) continue;
    if (!field->is_repeated()) {
      if (section) {
        check_texts_of(reflection->GetMessage(message, field), here, problems);
      } else {
        check_one_text(reflection->GetString(message, field), *field, here, problems);
      }
      continue;
    }
    for (int i = 0; i < reflection->FieldSize(message, field); ++i) {
      const std::string place = fmt::format("{}[{}]", here, i);
      if (section) {  // maps too: their entries have the keys `key` and `value`
        check_texts_of(reflection->GetRepeatedMessage(message, field, i), place, problems);
      } else {
        check_one_text(reflection->GetRepeatedString(message, field, i), *field, place, problems);
      }
    }
  }
}

}  // namespace

std::vector<std::string> check_texts(const google::protobuf::Message& message) {
  std::vector<std::string> problems;
  check_texts_of(message, "", problems);
  return problems;
}

}  // namespace seawind
