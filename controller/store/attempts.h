// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the attempts of a campaign as they are committed, for displays of a running campaign.
// Read-only and cheap to poll. Works while a controller writes. For use by one thread. Throws
// StoreError.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "controller/store/sqlite.h"
#include "controller/store/store.h"

namespace seawind {

/// One committed attempt, without its flows and metrics.
struct AttemptSummary {
  std::int64_t id = 0;  // in commit order
  int case_id = 0;
  int number = 0;   // of the repetition, from 0
  int attempt = 0;  // of the repetition, from 1
  int slot = 0;
  std::int64_t started_unix_ns = 0;
  std::int64_t ended_unix_ns = 0;
  Verdict verdict = Verdict::kFailed;
  std::string reason;
  std::string directory;  // relative to the campaign
  struct Lateness {       // ns
    std::int64_t p50 = 0;
    std::int64_t p99 = 0;
    std::int64_t p999 = 0;
    std::int64_t max = 0;
  };
  std::optional<Lateness> lateness;  // empty: the link reported nothing
};

class AttemptReader {
 public:
  /// `campaign`: the campaign's directory. Throws Error as open_store() does.
  explicit AttemptReader(const std::filesystem::path& campaign);

  CampaignInfo campaign();
  /// The cases' names, by case id.
  std::vector<std::string> case_names();
  /// The attempts with an id above `id`, oldest first, at most `most` of them.
  std::vector<AttemptSummary> after(std::int64_t id, int most);
  /// Whether anything was committed since the last call; true the first time.
  bool has_changed();
  StoreProgress progress();

 private:
  std::unique_ptr<Database> database_;
  std::int64_t seen_ = -1;  // SQLite's data_version
};

}  // namespace seawind
