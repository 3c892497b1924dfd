// SPDX-License-Identifier: GPL-3.0-or-later
// Applies TCP variants to this host: writes and reads back every knob. Knobs that only an earlier
// variant set are restored to their values before the agent's first write.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "workloads/agent/route_metrics.h"
#include "workloads/agent/sysctl.h"

namespace seawind {

class TcpVariant;

struct KnobState {
  std::string name;  // "tcp_sack", "route initcwnd"
  std::string wanted;
  std::string found;
};

/// Not thread-safe.
class VariantApplier {
 public:
  explicit VariantApplier(SysctlTree sysctls = SysctlTree()) : sysctls_(std::move(sysctls)) {}

  /// Applies the variant and returns all its knobs as read back. `peer` and `interface` are needed
  /// only if the variant has route metrics. Throws Failure. kInvalid: the request is invalid and
  /// nothing was changed. kPrecondition: the kernel did not accept some knobs (one line each) and
  /// all knobs are restored.
  std::vector<KnobState> apply(const TcpVariant& variant, const std::string& interface,
                               const std::string& peer);

 private:
  struct Plan;
  /// Restores every changed sysctl that is not in `keep`, and the routes. Returns one line per
  /// failure.
  std::vector<std::string> restore(const std::map<std::string, std::string>& keep);
  void write_sysctls(Plan& plan);
  void write_routes(Plan& plan, const std::string& interface, const std::string& peer);
  void read_back(Plan& plan);

  SysctlTree sysctls_;
  std::map<std::string, std::string> originals_;  // by name, before the agent first wrote
  std::vector<Route> routes_;                     // those that carry our metrics
};

}  // namespace seawind
