// SPDX-License-Identifier: GPL-3.0-or-later
// Every key of every kind of file rejects a value out of its range, without its unit or of another
// kind, and a misspelt key. The table of keys is the descriptors.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

#include "common/config/rules.h"
#include "common/config_reader.h"
#include "common/units.h"
#include "tests/configs/documents_fixture.h"
#include "tests/support/temp_tree.h"

namespace seawind {
namespace {

using google::protobuf::FieldDescriptor;

// A key and the text around it: "downlink: {", "}".
struct Place {
  const FieldDescriptor* field;
  std::string before;
  std::string after;
};

void collect(const google::protobuf::Descriptor& type, const std::string& before,
             const std::string& after, std::vector<Place>& places,
             std::vector<const google::protobuf::Descriptor*> above = {}) {
  // A type that contains itself is visited once.
  if (std::find(above.begin(), above.end(), &type) != above.end()) return;
  above.push_back(&type);
  for (int i = 0; i < type.field_count(); ++i) {
    const FieldDescriptor& field = *type.field(i);
    if (config::is_internal(field)) continue;
    places.push_back({&field, before, after});
    if (config::is_section(field)) {
      const bool list = field.is_repeated();
      collect(*field.message_type(), before + field.name() + (list ? ": [{" : ": {"),
              (list ? "}]" : "}") + after, places, above);
    } else if (config::is_overrides(field)) {
      for (int k = 0; k < type.field_count(); ++k) {
        if (!config::rules_of(*type.field(k)).per_state()) continue;
        places.push_back({type.field(k), before + "states: {bad: {", "}}" + after});
      }
    }
  }
}

bool is_number(const FieldDescriptor& field) {
  return field.cpp_type() == FieldDescriptor::CPPTYPE_INT64 ||
         field.cpp_type() == FieldDescriptor::CPPTYPE_DOUBLE || config::is_distribution(field);
}

class Rejection : public testing::TestWithParam<DocumentKind> {
 protected:
  std::string problems_of(const Place& place, const std::string& key, const std::string& value) {
    const auto message = test::new_message(GetParam());
    Diagnostics problems;
    const std::string text = place.before + key + ": " + value + place.after;
    read_config(tree_.write("x.yaml", "{" + text + "}\n"), SearchPath{}, *message, problems);
    return problems.render();
  }
  void expect_problem(const Place& place, const std::string& value, const std::string& words) {
    const std::string key = "`" + place.field->name() + "`";
    EXPECT_THAT(problems_of(place, place.field->name(), value),
                testing::AllOf(testing::HasSubstr(key), testing::HasSubstr(words)))
        << place.before << place.field->name() << ": " << value;
  }
  std::vector<Place> places() const {
    std::vector<Place> all;
    collect(*GetParam().type, "", "", all);
    return all;
  }

  const test::TempTree tree_;
};

TEST_P(Rejection, NumbersOutOfRangeAndWithoutUnit) {
  for (const Place& place : places()) {
    const FieldDescriptor& field = *place.field;
    const Param& rules = config::rules_of(field);
    if (field.is_map() || (!is_number(field) && !config::is_limit(field))) continue;
    const Unit unit = config::is_limit(field) ? BYTES : rules.unit();
    EXPECT_FALSE(rules.min().empty() && rules.max().empty()) << field.full_name() << ": no range";
    if (!rules.min().empty()) {
      const double min = *parse_quantity(rules.min(), rules.unit()).value;
      expect_problem(place, format_quantity(min - 1, unit), "is below");
    }
    if (!rules.max().empty()) {
      const double max = *parse_quantity(rules.max(), rules.unit()).value;
      expect_problem(place, format_quantity(max * 2, unit), "is above");
    }
    if (unit == NONE || unit == PROBABILITY) continue;
    expect_problem(place, "7", "needs a unit");
  }
}

TEST_P(Rejection, LabelsFlagsAndSections) {
  for (const Place& place : places()) {
    const FieldDescriptor& field = *place.field;
    if (field.cpp_type() == FieldDescriptor::CPPTYPE_ENUM) {
      expect_problem(place, "no-such-label", "is not one of");
    } else if (field.cpp_type() == FieldDescriptor::CPPTYPE_BOOL) {
      expect_problem(place, "maybe", "must be true or false");
    } else if (field.is_map() || config::is_section(field)) {
      expect_problem(place, "7", "needs a");
    }
  }
}

TEST_P(Rejection, MisspeltKeys) {
  for (const Place& place : places()) {
    const std::string wrong = place.field->name() + "_x";
    EXPECT_THAT(problems_of(place, wrong, "7"), testing::HasSubstr("unknown key `" + wrong + "`"))
        << place.before << wrong;
  }
}

INSTANTIATE_TEST_SUITE_P(Configs, Rejection, testing::ValuesIn(document_kinds()),
                         [](const auto& one) { return one.param.folder; });

}  // namespace
}  // namespace seawind
