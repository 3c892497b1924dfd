// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/results/read_plan.h"

#include <fmt/format.h>
#include <google/protobuf/util/json_util.h>

#include <fstream>
#include <sstream>

#include "common/error.h"
#include "controller/results/layout.h"
#include "controller/testset/plan_upgrade.h"

namespace seawind {

Plan read_plan(const std::filesystem::path& campaign) {
  const auto file = campaign / kResolvedFile;
  std::ifstream in(file, std::ios::binary);
  if (!in) throw system_error("read " + file.string());
  std::ostringstream text;
  text << in.rdbuf();
  Plan plan;
  google::protobuf::util::JsonParseOptions options;
  options.ignore_unknown_fields = true;  // of a newer program
  const auto status =
      google::protobuf::util::JsonStringToMessage(upgraded_plan(text.str()), &plan, options);
  if (!status.ok())
    throw Error(fmt::format("cannot read {}: {}", file.string(), status.ToString()));
  return plan;
}

}  // namespace seawind
