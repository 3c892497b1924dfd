// SPDX-License-Identifier: GPL-3.0-or-later
// The script of a repetition (`timeline:` of a test set). Every entry is resolved and checked
// before anything runs. Each change is the whole configuration of the link from that instant on. A
// profile without channel states fits any channel: the state process of the case continues, and the
// profile's values hold in all states.
#pragma once

#include <cstddef>
#include <filesystem>
#include <map>

#include "common/config_reader.h"
#include "controller/testset/cross_checks.h"

namespace seawind {

/// Sets the name that a profile leaves out: that of its file, if it is one. The emulator detects a
/// handover by this name (Nat::network).
void name_after_file(const std::filesystem::path& file, LinkProfile& link);

/// Outages of all entries; their instants are link time.
std::vector<OutageSpec> timeline_outages(const TestSet& test_set);

/// The files that entries name; each is read once.
template <typename Message>
struct NamedDocuments {
  std::map<std::filesystem::path, Document<Message>> documents;
  std::map<int, const Document<Message>*> of_entry;
};

class TimelineScript {
 public:
  /// Reads the profiles and routers that the timeline names.
  TimelineScript(const Document<TestSet>& test_set, const SearchPath& search,
                 Diagnostics& problems);

  /// Checks the rules that do not depend on a case: order, names of flows (`workloads`: those of
  /// the matrix).
  void check(const std::vector<const Workload*>& workloads, Diagnostics& problems) const;

  /// Adds the changes to a case; their instants are link time. Problems name the entry and the
  /// case. `room`: bytes that all changes may still have; at 0 they are left out.
  void resolve(Case& test_case, std::size_t& room, Diagnostics& problems) const;

 private:
  std::size_t size_of_changes(std::size_t link) const;
  void apply(int entry, LinkProfile& link) const;
  void check_result(int entry, const Case& test_case, const LinkProfile& link, bool router,
                    Diagnostics& problems) const;

  const Document<TestSet>& set_;
  NamedDocuments<LinkProfile> links_;
  NamedDocuments<Router> routers_;
};

}  // namespace seawind
