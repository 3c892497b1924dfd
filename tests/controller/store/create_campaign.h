// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <google/protobuf/util/json_util.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "common/sha256.h"
#include "common/split_mix.h"
#include "controller/store/layout.h"
#include "controller/store/store.h"
#include "controller/testset/testset.pb.h"

namespace seawind::test {

/// Creates a campaign directory without attempts, and opens its store. `repetitions`: of each case.
inline Store create_campaign(const std::filesystem::path& directory, CampaignInfo campaign,
                             Plan plan, const std::vector<CaseInfo>& cases,
                             const std::vector<int>& repetitions) {
  std::filesystem::create_directories(directory);
  plan.mutable_test_set()->set_seed(campaign.seed);
  for (const CaseInfo& info : cases) {
    Case& planned = *plan.mutable_cases(info.id);
    planned.set_id(info.name);
    for (const auto& [axis, value] : {std::pair{"link", &info.link},
                                      {"router", &info.router},
                                      {"tcp", &info.tcp},
                                      {"workload", &info.workload}})
      (*planned.mutable_axes())[axis] = *value;
  }
  std::string json;
  (void)google::protobuf::util::MessageToJsonString(plan, &json);
  std::ofstream(directory / kResolvedFile) << json;
  campaign.resolved_sha256 = sha256(json);
  std::vector<RepetitionInfo> all;
  for (std::size_t i = 0; i < cases.size(); ++i)
    for (int n = 0; n < repetitions[i]; ++n)
      all.push_back({.case_id = cases[i].id,
                     .number = n,
                     .seed = split_mix(campaign.seed, static_cast<std::uint64_t>(n))});
  Store::create(Directory(directory), kStoreFile, campaign, cases, all);
  return Store(directory / kStoreFile);
}

}  // namespace seawind::test
