// SPDX-License-Identifier: GPL-3.0-or-later
// The script of a repetition (`timeline:` of a test set). Every entry is resolved and checked
// before anything runs. Each change is the whole configuration of the link from that instant on. A
// profile without channel states fits any channel: the state process of the case continues, and the
// profile's values hold in all states.
#pragma once

#include <map>

#include "common/config_reader.h"
#include "controller/testset/cross_checks.h"

namespace seawind {

/// Outages of all entries; their instants are link time.
std::vector<OutageSpec> timeline_outages(const TestSet& test_set);

class TimelineScript {
 public:
  /// Reads the profiles and routers that the timeline names.
  TimelineScript(const Document<TestSet>& test_set, const SearchPath& search,
                 Diagnostics& problems);

  /// Checks the rules that do not depend on a case: order, names of flows (`workloads`: those of
  /// the matrix).
  void check(const std::vector<const Workload*>& workloads, Diagnostics& problems) const;

  /// Adds the changes to a case; their instants are link time. Problems name the entry and the
  /// case.
  void resolve(Case& test_case, Diagnostics& problems) const;

 private:
  void apply(int entry, LinkProfile& link) const;
  void check_result(int entry, const Case& test_case, const LinkProfile& link, bool router,
                    Diagnostics& problems) const;

  const Document<TestSet>& set_;
  std::map<int, Document<LinkProfile>> links_;  // by entry
  std::map<int, Document<Router>> routers_;
};

}  // namespace seawind
