// SPDX-License-Identifier: GPL-3.0-or-later
// What no single value can say: rules between the values of one file, and between files that meet
// in a case. Each problem is located at the value that has to change.
#pragma once

#include "common/config_reader.h"
#include "controller/testset/testset.pb.h"

namespace seawind {

/// A message as read, and where its values stand.
template <typename Message>
struct Document {
  std::filesystem::path file;
  Message message;
  Places places;
  bool ok = false;  // read without problems; only then is anything checked against it

  /// The place of a value, or of what holds it, or the file.
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
void check_tcp(const Document<TcpVariant>& tcp, Diagnostics& problems);
void check_workload(const Document<Workload>& workload, Diagnostics& problems);
/// Values of the test set that need nothing else: `parallel`.
void check_test_set(const Document<TestSet>& test_set, Diagnostics& problems);

void check_mtu(const Document<TestSet>& test_set, const Document<LinkProfile>& link,
               Diagnostics& problems);
void check_router_holds_mtu(const Document<TestSet>& test_set, const Document<Router>& router,
                            Diagnostics& problems);
void check_timeout(const Document<TestSet>& test_set, const Document<Workload>& workload,
                   Diagnostics& problems);
/// A bounded input queue stops taking packets when it is full; without a router nobody would hold
/// them.
void check_flow_control(const Document<LinkProfile>& link, bool downlink_router,
                        Diagnostics& problems);

}  // namespace seawind
