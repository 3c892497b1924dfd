// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/store/read_plan.h"

#include <fmt/format.h>
#include <google/protobuf/util/json_util.h>

#include "common/directory.h"
#include "common/error.h"
#include "common/sha256.h"
#include "controller/store/layout.h"
#include "controller/store/store.h"
#include "controller/testset/plan_check.h"

namespace seawind {

Plan read_plan(const std::filesystem::path& campaign) {
  const auto file = campaign / kResolvedFile;
  const Directory directory(campaign);
  const std::string text = directory.read_text(kResolvedFile, kLargestPlan);
  const CampaignInfo stored = Store(directory, kStoreFile, Store::Access::kReadOnly).campaign();
  if (sha256(text) != stored.resolved_sha256)
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
  return plan;
}

std::vector<std::string> channel_states(const Case& planned) {
  std::vector<std::string> names;
  for (const auto& state : planned.link().channel().states()) names.push_back(state.name());
  return names;
}

}  // namespace seawind
