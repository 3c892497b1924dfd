// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/testset/root_programs.h"

#include <fmt/format.h>

namespace seawind {
namespace {

bool is_root_program(const Flow& flow) {
  return flow.has_command() && flow.command().user() == Command::ROOT;
}

}  // namespace

void refuse_root_programs(const Document<Workload>& workload, Diagnostics& problems) {
  for (int i = 0; i < workload.message.flows_size(); ++i) {
    const Flow& flow = workload.message.flows(i);
    if (!is_root_program(flow)) continue;
    problems.add(
        workload.at(fmt::format("flows[{}].command.user", i)),
        fmt::format("the programs of flow `{}` would run as root", flow.name()),
        fmt::format("if you trust them, give {}; otherwise leave `user` out", kAllowRootPrograms));
  }
}

std::string root_program(const Plan& plan) {
  for (const Case& one : plan.cases()) {
    for (const Flow& flow : one.workload().flows()) {
      if (!is_root_program(flow)) continue;
      return fmt::format("the programs of flow `{}` of case {} would run as root; {} allows it",
                         flow.name(), one.id(), kAllowRootPrograms);
    }
  }
  return {};
}

}  // namespace seawind
