// SPDX-License-Identifier: GPL-3.0-or-later
// A campaign directory made by the test: store, resolved test set, one directory with an event log
// per attempt. Removed with the object.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "controller/store/store.h"
#include "controller/testset/testset.pb.h"
#include "tests/support/temp_tree.h"

namespace seawind::test {

struct StoredCase {
  std::string link;
  std::string tcp;
  bool errors = false;             // the channel has the states good and bad; bad corrupts
  std::vector<double> throughput;  // overall throughput, one value per valid repetition
  int failed = 0;                  // number of additional, failed repetitions
  int pending = 0;
  std::string router = "tail-drop-20";
  std::string workload = "w1";
};

class StoredCampaign {
 public:
  explicit StoredCampaign(const std::vector<StoredCase>& cases,
                          const std::string& name = "quickstart",
                          const std::optional<Until>& until = {});

  const std::filesystem::path& directory() const { return tree_.root(); }
  /// "e0/tail-drop-20/baseline/w1"
  static std::string case_name(const StoredCase& c);

 private:
  TempTree tree_;
};

/// Two links, Baseline and Enhanced, six repetitions each: e0 is close to the published values, r4
/// has errors.
std::vector<StoredCase> quickstart_cases();

std::string read_text(const std::filesystem::path& file);

}  // namespace seawind::test
