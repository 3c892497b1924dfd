// SPDX-License-Identifier: GPL-3.0-or-later
// Applies TCP variants to this host: writes every knob, reads everything back, and puts knobs that
// only an earlier variant named back to the values they had before the agent first touched them.
#pragma once

#include <map>
#include <memory>
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

  /// All knobs of the variant as they were read back. `peer` and `interface` are needed only if the
  /// variant has route metrics. Throws Failure: kInvalid when the request itself is wrong (nothing
  /// was changed), kPrecondition when knobs did not take (one line per knob; everything is put
  /// back).
  std::vector<KnobState> apply(const TcpVariant& variant, const std::string& interface,
                               const std::string& peer);

 private:
  struct Plan;
  /// Puts every touched sysctl that is not in `keep`, and the route, back; lines for what failed.
  std::vector<std::string> restore(const std::map<std::string, std::string>& keep);
  void write_sysctls(Plan& plan);
  void write_route(Plan& plan, const std::string& interface, const std::string& peer);
  void read_back(Plan& plan);

  SysctlTree sysctls_;
  std::map<std::string, std::string> originals_;  // by name, before the agent first wrote
  std::unique_ptr<PeerRoute> route_;              // the route that carries our metrics
};

}  // namespace seawind
