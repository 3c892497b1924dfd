// SPDX-License-Identifier: GPL-3.0-or-later
// Rules between several values of one file, and between files that are combined in a case. Each
// problem is located at the value that must change.
#pragma once

#include <string>
#include <vector>

#include "common/config_reader.h"
#include "controller/testset/testset.pb.h"

namespace seawind {

/// A message that was read from a file, and the locations of its values.
template <typename Message>
struct Document {
  std::filesystem::path file;
  Message message;
  Locations places;
  bool ok = false;  // read without problems; other files are only checked against such a document

  /// The location of a value, or else of its closest parent with one, or else of the file.
  Location at(std::string path) const {
    for (;;) {
      if (const auto found = places.find(path); found != places.end()) return found->second;
      const std::size_t cut = path.find_last_of(".[");
      if (cut == std::string::npos) return Location{file.string()};
      path.resize(cut);
    }
  }
};

void check_link(const Document<LinkProfile>& link, Diagnostics& problems);
/// Whether the profile has a NAT between the mobile hosts and the path.
bool has_nat(const LinkProfile& link);
void check_tcp(const Document<TcpVariant>& tcp, Diagnostics& problems);
void check_workload(const Document<Workload>& workload, Diagnostics& problems);
/// Checks the values of the test set that depend on no other file: `parallel`, `until`.
void check_test_set(const Document<TestSet>& test_set, Diagnostics& problems);

/// Reports a flow of `until` that no workload has.
void check_until_flow(const Document<TestSet>& test_set,
                      const std::vector<const Workload*>& workloads, Diagnostics& problems);

/// Why the link does not fit the test set's `mtu`.
std::vector<std::string> mtu_problems(const TestSet& test_set, const LinkProfile& link);
void check_mtu(const Document<TestSet>& test_set, const Document<LinkProfile>& link,
               Diagnostics& problems);
/// Rejects datagrams above the MTU: later fragments have no port for the metrics to follow.
void check_datagrams(const Document<TestSet>& test_set, const Document<Workload>& workload,
                     Diagnostics& problems);
void check_router_holds_mtu(const Document<TestSet>& test_set, const Document<Router>& router,
                            Diagnostics& problems);
/// Requires time before the first start: hosts get the instants when the link has started.
void check_first_start(const Document<TestSet>& test_set, const Document<Workload>& workload,
                       Diagnostics& problems);
void check_timeout(const Document<TestSet>& test_set, const Document<Workload>& workload,
                   Diagnostics& problems);
/// A bounded input queue accepts no packets when it is full. The direction therefore needs a router
/// to queue them.
void check_flow_control(const Document<LinkProfile>& link, bool downlink_router,
                        Diagnostics& problems);

}  // namespace seawind
