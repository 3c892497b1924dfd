// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "workloads/api/agent.pb.h"

namespace seawind {

/// The name of the flow's generator as test sets write it (`bulk_tcp`, `ping`, ...); empty: none.
inline std::string generator_name(const Flow& flow) {
  const auto* field = Flow::descriptor()->FindFieldByNumber(flow.generator_case());
  return field == nullptr ? std::string() : std::string(field->name());
}

}  // namespace seawind
