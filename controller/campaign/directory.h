// SPDX-License-Identifier: GPL-3.0-or-later
// A campaign directory: the store, the resolved plan, one directory per attempt.
//
//   campaign.db      the store (schema.sql)
//   resolved.json    the plan; its SHA-256 is in the store
//   campaign.lock    locked while a controller runs the campaign
//   control          what that controller is asked (control.h)
//   live.json        what it is doing (live.h)
//   attempts/CASE/REPETITION-ATTEMPT/
//   work/            attempts being written; renamed into attempts/ when whole
//   logs/            what seawindd, the agents and the test bed said
//
// Everything is opened beneath the directory's descriptor (common/directory.h), so that no link in
// it leads out. Directories of attempts carry a marker (common/marker.h): what has none is never
// removed.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "common/directory.h"
#include "controller/campaign/job.h"
#include "controller/results/layout.h"
#include "controller/results/store.h"
#include "controller/testset/plan.h"

namespace seawind {

/// The user named the wrong directory; what() says what to do. (What the system refuses is an
/// Error.)
class DirectoryError : public Error {
 public:
  using Error::Error;
};

/// Less than this is left on the file system: the next attempt is not begun.
inline constexpr std::uintmax_t kReservedSpace = 8U << 20U;  // bytes

/// Who may read a new campaign: its owner alone, or whoever the umask allows. A reader of another
/// user could hold a lock on the store.
enum class Readers { kOwner, kUmask };

class CampaignDirectory {
 public:
  /// Makes a new campaign at `root`, whole or not at all: written beside and renamed. `root` must
  /// not exist, or be an empty directory. `test_set_file`: as the user named it.
  static CampaignDirectory create(const std::filesystem::path& root, const Plan& plan,
                                  const std::string& test_set_file,
                                  Readers readers = Readers::kOwner);
  /// Opens an existing campaign for running: takes the lock, checks the plan's hash and the
  /// program's version, removes what interrupted attempts have left. Throws DirectoryError when
  /// something that is not ours has the name of an attempt.
  static CampaignDirectory open(const std::filesystem::path& root);

  const Directory& root() const { return root_; }
  /// Attempts being written.
  const Directory& work() const { return work_; }
  /// What seawindd, the agents and the test bed say.
  const Directory& logs() const { return logs_; }
  const Plan& plan() const { return plan_; }
  Store& store() { return *store_; }

  /// The repetitions still to be run: repetition by repetition over all cases, so that an
  /// unfinished campaign has about as many of each case.
  std::vector<Job> pending() const;
  /// Makes an attempt permanent: flushes and renames its directory, then commits its rows.
  void commit(const Job& job, AttemptRecord& record, RepetitionState state);
  /// The first repetition of the case that is not needed because the interval of the test set's
  /// `until` is narrow enough before it; it and those after it are marked so. Nothing: all are.
  std::optional<int> settle(int case_index);
  /// Removes what a stopped attempt has written.
  void discard(const Job& job);
  /// Throws Error when space is running out.
  void check_room() const;

 private:
  CampaignDirectory(Directory root, Plan plan, Fd lock, std::unique_ptr<Store> store);
  void remove_unknown_attempts();

  Directory root_;
  Directory attempts_;
  Directory work_;
  Directory logs_;
  Plan plan_;
  Fd lock_;
  std::unique_ptr<Store> store_;
};

/// Throws DirectoryError unless there is a campaign at `root`; gives the path of its store.
std::filesystem::path store_of(const std::filesystem::path& root);

}  // namespace seawind
