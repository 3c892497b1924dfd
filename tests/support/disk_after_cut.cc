// SPDX-License-Identifier: GPL-3.0-or-later
#include <fstream>
#include <map>
#include <random>
#include <set>

#include "tests/support/disk_changes.h"

namespace seawind::test {
namespace {

using Node = DiskChange::Node;
using Kind = DiskChange::Kind;

/// Which of the first `count` changes were flushed.
std::vector<bool> flushed(const std::vector<DiskChange>& changes, std::size_t count) {
  std::vector<bool> result(count);
  std::set<Node> later;  // nodes that are flushed after the change
  for (std::size_t i = count; i-- > 0;) {
    const DiskChange& change = changes[i];
    switch (change.kind) {
      case Kind::kFlush:
        later.insert(change.node);
        break;
      case Kind::kWrite:
      case Kind::kResize:
        result[i] = later.contains(change.node);
        break;
      case Kind::kRename:
        result[i] = later.contains(change.folder) || later.contains(change.to_folder);
        break;
      case Kind::kMake:
      case Kind::kRemove:
        result[i] = later.contains(change.folder);
        break;
    }
  }
  return result;
}

class Disk {
 public:
  explicit Disk(const Survival& survival)
      : survival_(survival), random_(survival.seed), survives_(survival.share) {
    folders_[0];
  }

  void apply(const DiskChange& change, bool is_flushed) {
    switch (change.kind) {
      case Kind::kWrite:
        write(files_[change.node], change.offset, change.bytes, is_flushed);
        break;
      case Kind::kResize:
        if (is_flushed || survives_(random_)) files_[change.node].resize(change.offset);
        break;
      case Kind::kMake:
        if (change.is_folder)
          folders_[change.node];
        else
          files_[change.node];
        if (is_flushed || survives_(random_)) folders_[change.folder][change.name] = change.node;
        break;
      case Kind::kRemove:
        if (is_flushed || survives_(random_)) remove(change);
        break;
      case Kind::kRename:
        if (!is_flushed && !survives_(random_)) break;
        remove(change);
        folders_[change.to_folder][change.to_name] = change.node;
        break;
      case Kind::kFlush:
        break;
    }
  }

  void store(Node folder, const std::filesystem::path& target) const {
    for (const auto& [name, node] : folders_.at(folder)) {
      if (const auto file = files_.find(node); file != files_.end()) {
        std::ofstream(target / name, std::ios::binary) << file->second;
      } else {
        std::filesystem::create_directory(target / name);
        store(node, target / name);
      }
    }
  }

 private:
  /// The entry may be that of a later file, or may not have reached the disk.
  void remove(const DiskChange& change) {
    auto& entries = folders_[change.folder];
    const auto found = entries.find(change.name);
    if (found != entries.end() && found->second == change.node) entries.erase(found);
  }

  void write(std::string& file, std::uint64_t offset, const std::string& bytes, bool is_flushed) {
    if (offset + bytes.size() > file.size() && (is_flushed || survives_(random_)))
      file.resize(offset + bytes.size());
    for (std::uint64_t done = 0; done < bytes.size();) {
      const std::uint64_t at = offset + done;
      const std::uint64_t part =
          std::min<std::uint64_t>(survival_.sector - at % survival_.sector, bytes.size() - done);
      if ((is_flushed || survives_(random_)) && at < file.size())
        file.replace(at, std::min<std::uint64_t>(part, file.size() - at), bytes, done,
                     std::min<std::uint64_t>(part, file.size() - at));
      done += part;
    }
  }

  const Survival survival_;
  std::mt19937_64 random_;
  std::bernoulli_distribution survives_;
  std::map<Node, std::string> files_;
  std::map<Node, std::map<std::string, Node>> folders_;
};

}  // namespace

void disk_after_cut(const std::vector<DiskChange>& changes, std::size_t count,
                    const Survival& survival, const std::filesystem::path& target) {
  const auto is_flushed = flushed(changes, count);
  Disk disk(survival);
  for (std::size_t i = 0; i < count; ++i) disk.apply(changes[i], is_flushed[i]);
  disk.store(0, target);
}

}  // namespace seawind::test
