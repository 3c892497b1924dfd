// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/remove_tree.h"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <memory>
#include <tuple>

#include "common/error.h"

namespace seawind {
namespace {

constexpr int kDeepest = 64;

/// Identifies the mount of a descriptor. The device number alone does not reveal a bind mount of
/// the same file system.
using Mount = std::tuple<std::uint32_t, std::uint32_t, std::uint64_t>;

Mount mount_of(int fd, const std::string& shown) {
  struct statx found {};
  if (statx(fd, "", AT_EMPTY_PATH, STATX_BASIC_STATS | STATX_MNT_ID, &found) != 0)
    throw system_error("remove " + shown);
  return {found.stx_dev_major, found.stx_dev_minor,
          (found.stx_mask & STATX_MNT_ID) != 0 ? found.stx_mnt_id : 0};
}

void remove(int directory, const char* name, const Mount& mount, int depth,
            const std::string& shown) {
  if (unlinkat(directory, name, 0) == 0 || errno == ENOENT) return;
  if (errno != EISDIR && errno != EPERM) throw system_error("remove " + shown);
  if (depth > kDeepest)
    throw Error(fmt::format("cannot remove {}: it is nested more than {} directories deep", shown,
                            kDeepest));
  const int fd = openat(directory, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (fd < 0 && errno == ENOENT) return;  // another process removes it, too
  const std::unique_ptr<DIR, int (*)(DIR*)> list(fd < 0 ? nullptr : fdopendir(fd), closedir);
  if (!list) throw system_error("remove " + shown);
  if (mount_of(fd, shown) != mount)
    throw Error("cannot remove " + shown + ": another file system is mounted there");
  while (const dirent* entry = readdir(list.get())) {
    const std::string inner = entry->d_name;
    if (inner == "." || inner == "..") continue;
    remove(fd, inner.c_str(), mount, depth + 1, shown + "/" + inner);
  }
  if (unlinkat(directory, name, AT_REMOVEDIR) != 0 && errno != ENOENT)
    throw system_error("remove " + shown);
}

}  // namespace

bool same_mount(int one, int other) {
  return mount_of(one, "a directory") == mount_of(other, "a directory");
}

void remove_tree_at(int directory, const std::string& name, const std::string& shown) {
  remove(directory, name.c_str(), mount_of(directory, shown), 0, shown);
}

}  // namespace seawind
