// SPDX-License-Identifier: GPL-3.0-or-later
// A campaign directory: the store, the resolved plan, one directory per attempt.
//
//   campaign.db      the store (schema.sql)
//   resolved.json    the plan; its SHA-256 is in the store
//   campaign.lock    locked while a controller runs the campaign
//   control          the request to that controller (control.h)
//   live.json        the state of that controller (live.h)
//   attempts/CASE/REPETITION-ATTEMPT/
//   work/            attempts being written; renamed into attempts/ when complete
//   logs/            output of seawindd, the agents and the test bed
//
// Every file is opened beneath the directory's descriptor (common/directory.h), so that no link in
// it leads out. Directories of attempts carry a marker (common/marker.h). A directory without the
// marker is never removed.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "common/directory.h"
#include "controller/campaign/job.h"
#include "controller/store/layout.h"
#include "controller/store/store.h"
#include "controller/testset/plan.h"

namespace seawind {

/// The user named the wrong directory. Refusals by the system are reported as Error instead.
class DirectoryError : public UsageError {
 public:
  using UsageError::UsageError;
};

/// Users that may read a new campaign: only its owner, or every user that the umask permits. A
/// reader that is another user could hold a lock on the store.
enum class ReadAccess { kOwner, kUmask };

class CampaignDirectory {
 public:
  /// Creates a campaign at `root`, whole or not at all: it is written beside `root` and renamed.
  /// `root` must not exist, or be an empty directory. `test_set_file`: as the user named it.
  /// `begin`: called last; when it throws, the campaign is removed.
  using Begin = std::function<void(CampaignDirectory& made)>;
  static CampaignDirectory create(const std::filesystem::path& root, const Plan& plan,
                                  const std::string& test_set_file,
                                  ReadAccess access = ReadAccess::kOwner, const Begin& begin = {});
  /// As create(), with only these repetitions of the plan.
  static CampaignDirectory create_part(const std::filesystem::path& root, const Plan& plan,
                                       const std::string& test_set_file,
                                       const std::vector<Job>& jobs);
  /// Opens an existing campaign for running: takes the lock, checks the plan's hash and the
  /// program's version, removes the remains of interrupted attempts. Throws DirectoryError when an
  /// entry has the name of an attempt and lacks our marker.
  static CampaignDirectory open(const std::filesystem::path& root);

  const Directory& root() const { return root_; }
  /// work/: attempts being written.
  const Directory& work() const { return work_; }
  /// logs/: output of seawindd, the agents and the test bed.
  const Directory& logs() const { return logs_; }
  const Plan& plan() const { return plan_; }
  Store& store() { return *store_; }

  /// The repetitions still to be run, in the order of their numbers over all cases, so that an
  /// unfinished campaign has about equally many of each case.
  std::vector<Job> pending() const;
  /// Makes an attempt permanent: flushes and renames its directory, then commits its rows. Throws
  /// Error, also if the store's file was moved or removed meanwhile.
  void commit(const Job& job, AttemptRecord& record, RepetitionState state);
  /// Applies the test set's `until` to the case. When its interval is narrow enough, returns the
  /// first repetition that is not needed and marks it and those after it as skipped. Returns
  /// nothing when all repetitions are needed.
  std::optional<int> apply_until(int case_index);
  /// Removes the files of a stopped attempt.
  void discard(const Job& job);
  /// Throws SystemError when there is no room (common/disk_space.h).
  void check_room() const;

 private:
  static CampaignDirectory create(const std::filesystem::path& root, const Plan& plan,
                                  const std::string& test_set_file, ReadAccess access,
                                  const std::vector<Job>& jobs, const Begin& begin);
  CampaignDirectory(Directory root, Plan plan, Fd lock, std::unique_ptr<Store> store);
  void remove_unknown_attempts();

  Directory root_;
  Directory attempts_;
  Directory work_;
  Directory logs_;
  Plan plan_;
  Fd lock_;
  std::unique_ptr<Store> store_;
  ino_t store_inode_ = 0;  // of its file
};

/// The path of the store of the campaign at `root`. Throws DirectoryError when there is no
/// campaign.
std::filesystem::path store_of(const std::filesystem::path& root);

}  // namespace seawind
