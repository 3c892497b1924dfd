// SPDX-License-Identifier: GPL-3.0-or-later
// What a program does to a file tree, call by call, and what a power cut leaves of it.
//
// While a DiskRecorder exists, the C library's calls that change files below its root are recorded
// in order. disk_recorder.cc replaces these functions in the executable that links it; changes
// through mmap are not recorded. disk_after_cut() creates the tree that the disk may hold when the
// power fails after any of these changes:
//
//  1. Flushed data are present: a file's bytes and length as of its last fsync, a folder's entries
//  as of the folder's last fsync. 2. Any part of the changes that were not flushed may be present,
//  in any order: sectors of a write, growth of the file, a truncation, an entry created or removed.
//  Flushing a file does not flush its entry. 3. A rename takes effect as a whole or not at all. It
//  is flushed with either of its folders.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace seawind::test {

struct DiskChange {
  enum class Kind { kWrite, kResize, kMake, kRemove, kRename, kFlush };
  using Node = std::uint64_t;  // a file or folder; 0 is the root

  Kind kind = Kind::kFlush;
  Node node = 0;       // the file or folder that is written, resized, made, renamed or flushed
  Node folder = 0;     // kMake, kRemove, kRename: where its entry is
  std::string name{};  // of the entry
  Node to_folder = 0;  // kRename: where it is afterwards
  std::string to_name{};
  bool is_folder = false;    // kMake
  std::uint64_t offset = 0;  // kWrite: where; kResize: the new length
  std::string bytes{};       // kWrite
};

/// Journals this process's changes below `root`, an existing folder. One at a time.
class DiskRecorder {
 public:
  explicit DiskRecorder(const std::filesystem::path& root);
  ~DiskRecorder();
  DiskRecorder(const DiskRecorder&) = delete;
  DiskRecorder& operator=(const DiskRecorder&) = delete;

  const std::vector<DiskChange>& changes() const;
};

/// The share and selection of unflushed changes that survive.
struct Survival {
  double share = 0;  // 0: nothing; 1: everything
  std::uint64_t seed = 0;
  std::size_t sector = 512;  // bytes; a sector is written as a whole or not at all
};

/// Writes to the empty folder `target` what the disk holds when the power fails after the first
/// `count` changes.
void disk_after_cut(const std::vector<DiskChange>& changes, std::size_t count,
                    const Survival& survival, const std::filesystem::path& target);

}  // namespace seawind::test
