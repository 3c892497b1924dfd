// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/store/read_plan.h"

#include <fmt/format.h>
#include <google/protobuf/util/json_util.h>

#include "common/directory.h"
#include "common/error.h"
#include "common/sha256.h"
#include "common/split_mix.h"
#include "controller/store/layout.h"
#include "controller/store/store.h"
#include "controller/testset/plan_check.h"

namespace seawind {

Plan read_plan(const std::filesystem::path& campaign) {
  const auto file = campaign / kResolvedFile;
  const Directory directory(campaign);
  const std::string text = directory.read_text(kResolvedFile, kLargestPlan);
  const Store store(directory, kStoreFile, Store::Access::kReadOnly);
  if (sha256(text) != store.campaign().resolved_sha256)
    throw Error(fmt::format(
        "cannot read the campaign: {} has been changed since it began; restore it", file.string()));
  check_size(text);
  Plan plan;
  google::protobuf::util::JsonParseOptions options;
  options.ignore_unknown_fields = true;  // written by a newer program
  const auto status = google::protobuf::util::JsonStringToMessage(text, &plan, options);
  if (!status.ok())
    throw Error(fmt::format("cannot read {}: {}", file.string(), status.ToString()));
  check_plan(plan);
  if (const std::string misfit = misfit_of(store, plan); !misfit.empty())
    throw Error(fmt::format("cannot read the campaign {}: {}", campaign.string(), misfit));
  return plan;
}

CaseInfo case_info(const Case& planned) {
  const auto axis = [&planned](const char* name) {
    const auto found = planned.axes().find(name);
    return found == planned.axes().end() ? "" : found->second;
  };
  return {.id = static_cast<int>(planned.index()),
          .name = planned.id(),
          .link = axis("link"),
          .router = axis("router"),
          .tcp = axis("tcp"),
          .workload = axis("workload")};
}

std::string misfit_of(const Store& store, const Plan& plan) {
  const auto differ = [](const std::string& what) {
    return fmt::format("{} in {} and in {} differ", what, kStoreFile, kResolvedFile);
  };
  std::vector<CaseInfo> planned;
  for (const Case& one : plan.cases()) planned.push_back(case_info(one));
  if (store.cases() != planned) return differ("the cases");
  for (const auto& [number, seed] : store.seeds())
    if (seed != split_mix(plan.test_set().seed(), static_cast<std::uint64_t>(number)))
      return differ(fmt::format("the seeds of repetition {}", number));
  return {};
}

std::vector<std::string> channel_states(const Case& planned) {
  std::vector<std::string> names;
  for (const auto& state : planned.link().channel().states()) names.push_back(state.name());
  return names;
}

}  // namespace seawind
