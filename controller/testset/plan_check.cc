// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/testset/plan_check.h"

#include <fmt/format.h>

#include <set>
#include <sstream>

#include "common/config/names.h"
#include "common/config_reader.h"
#include "common/error.h"
#include "controller/testset/plan.h"

namespace seawind {

void check_size(std::string_view json) {
  constexpr int kDeepest = 100;  // the limit of protobuf, which does not count lists in lists
  std::size_t objects = 0;
  std::size_t values = 0;
  int depth = 0;
  char quote = 0;  // of the string; protobuf also takes the other kind; 0: outside of strings
  for (std::size_t i = 0; i < json.size(); ++i) {
    const char c = json[i];
    if (quote != 0) {
      if (c == '\\') ++i;
      if (c == quote) quote = 0;
      continue;
    }
    if (c == '"' || c == '\'') quote = c;
    if (c == '[' || c == '{') ++depth;
    if (c == ']' || c == '}') --depth;
    if (c == '{' && ++objects > kMaxPlanObjects)
      throw Error(
          fmt::format("cannot read the plan: it has more than {} objects", kMaxPlanObjects));
    if (c == ',' && ++values > kMaxPlanValues)
      throw Error(fmt::format("cannot read the plan: it has more than {} values", kMaxPlanValues));
    if (depth > kDeepest) throw Error("cannot read the plan: it is nested deeper than 100 levels");
  }
}

std::string case_name_problem(const std::string& name) {
  std::istringstream parts(name + "/");
  for (std::string part; std::getline(parts, part, '/');)
    if (std::string problem = config::name_problem(part, PLAIN_NAME); !problem.empty())
      return problem;
  return {};
}

void check_plan(const Plan& plan) {
  const auto refuse = [](const std::string& why) { throw Error("cannot read the plan: " + why); };
  const auto problems = check_texts(plan);
  if (!problems.empty()) refuse(problems.front());
  if (plan.has_lab())
    if (const auto wrong = check_message(plan.lab()); !wrong.empty())
      refuse("lab." + wrong.front());
  if (!plan.engine().empty() && plan.engine() != kSlurm)
    refuse(fmt::format("its engine `{}` is unknown", plan.engine()));
  if (plan.cases_size() > kMaxCases) refuse(fmt::format("it has more than {} cases", kMaxCases));
  std::set<std::string> ids;
  for (int i = 0; i < plan.cases_size(); ++i) {
    const Case& one = plan.cases(i);
    if (one.index() != static_cast<std::uint32_t>(i)) {
      refuse(fmt::format("case {} has the number {}", i, one.index()));
    }
    if (one.workload().flows_size() > kMaxFlows)
      refuse(fmt::format("case {} has more than {} flows", i, kMaxFlows));
    if (const auto wrong = check_message(one.tcp()); !wrong.empty())
      refuse(fmt::format("cases[{}].tcp.{}", i, wrong.front()));
    if (one.id().empty()) continue;
    if (const std::string problem = case_name_problem(one.id()); !problem.empty())
      refuse(fmt::format("cases[{}].id: {}", i, problem));
    if (!ids.insert(one.id()).second) refuse(fmt::format("two cases are called {}", one.id()));
  }
}

}  // namespace seawind
