// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/testset/plan_io.h"

#include <google/protobuf/util/json_util.h>

#include <nlohmann/json.hpp>

#include "common/config_reader.h"
#include "common/error.h"
#include "controller/testset/plan_check.h"

namespace seawind {

std::string plan_to_json(const Plan& plan) {
  google::protobuf::util::JsonPrintOptions options;
  options.preserve_proto_field_names = true;
  std::string text;
  const auto status = google::protobuf::util::MessageToJsonString(plan, &text, options);
  if (!status.ok()) throw Error("cannot write the plan as JSON: " + status.ToString());
  // protobuf does not define the order of map entries; nlohmann sorts the keys of objects.
  return nlohmann::json::parse(text).dump(2) + "\n";
}

Plan plan_from_json(std::string_view json) {
  Plan plan;
  check_size(json);
  const google::protobuf::StringPiece text(json.data(), json.size());
  const auto status = google::protobuf::util::JsonStringToMessage(text, &plan);
  if (!status.ok()) throw Error("cannot read the plan: " + status.ToString());
  check_plan(plan);
  TestSet numbers = plan.test_set();  // the code that uses the other parts checks them
  numbers.clear_timeline();
  const auto problems = numbers.has_matrix() ? check_message(numbers) : std::vector<std::string>();
  if (!problems.empty()) throw Error("cannot read the plan: test_set." + problems.front());
  return plan;
}

}  // namespace seawind
