// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/marker.h"

#include <sys/file.h>
#include <sys/stat.h>

#include <chrono>
#include <optional>
#include <thread>

#include "common/error.h"
#include "common/remove_tree.h"

namespace seawind {
namespace {

enum class Lock { kTaken, kHeld };

/// On a file system without locks, the lock counts as taken.
Lock lock(const Directory& directory) {
  return flock(directory.fd(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK ? Lock::kHeld
                                                                               : Lock::kTaken;
}

/// Whether `name` is still this directory.
bool is_at(const Directory& parent, const std::string& name, const Directory& directory) {
  const auto found = parent.status_of(name);
  return found && found->st_ino == directory.status().st_ino &&
         found->st_dev == directory.status().st_dev;
}

}  // namespace

void mark(const Directory& directory) {
  if (directory.status_of(kMarkerFile)) return;
  directory.write_new(kMarkerFile,
                      "Seawind made this directory, and removes it when it is left over.\n");
  directory.flush_all();
}

bool is_marked(const Directory& parent, const std::string& name) {
  const auto found = parent.status_of(name);
  if (!found || !S_ISDIR(found->st_mode)) return false;
  const auto marker = parent.status_of(name + "/" + kMarkerFile);
  return marker && S_ISREG(marker->st_mode);
}

void remove_marked(const Directory& parent, const std::string& name) {
  const Directory directory = parent.open(name);
  if (!same_mount(parent.fd(), directory.fd()))
    throw Error("cannot remove " + parent.path_of(name) + ": another file system is mounted there");
  for (const auto& inner : directory.names())
    if (inner != kMarkerFile) directory.remove_tree(inner);
  directory.flush();
  parent.remove_tree(name);
}

Directory make_in_use(const Directory& parent, const std::string& name, mode_t mode) {
  constexpr int kTries = 100;
  constexpr std::chrono::milliseconds kPause{1};
  // Until it has the lock, the directory is empty, and another process may be removing it.
  std::optional<SystemError> last;
  for (int i = 0; i < kTries; ++i, std::this_thread::sleep_for(kPause)) {
    try {
      Directory made = parent.make(name, mode);
      if (lock(made) == Lock::kHeld || !is_at(parent, name, made)) continue;
      try {
        mark(made);
      } catch (const Error&) {
        if (is_at(parent, name, made)) parent.remove_tree(name);
        throw;
      }
      return made;
    } catch (const SystemError& error) {
      const bool raced = error.number() == ENOENT || (i > 0 && error.number() == EEXIST);
      if (!raced) throw;
      last = error;
    }
  }
  if (last) throw SystemError(*last);
  throw Error("cannot make the directory " + parent.path_of(name) +
              ": another process removes it again and again");
}

Leftover remove_unused(const Directory& parent, const std::string& name) {
  const auto found = parent.status_of(name);
  if (!found) return Leftover::kRemoved;
  if (!S_ISDIR(found->st_mode)) return Leftover::kForeign;
  try {
    const Directory left = parent.open(name);
    if (lock(left) == Lock::kHeld || !is_at(parent, name, left)) return Leftover::kInUse;
    if (is_marked(parent, name)) {
      remove_marked(parent, name);
    } else if (!parent.remove_empty(name)) {
      return Leftover::kForeign;
    }
  } catch (const SystemError& error) {
    if (error.number() == EACCES || error.number() == EPERM) return Leftover::kForeign;
    if (error.number() != ENOENT) throw;  // removed meanwhile
  }
  return Leftover::kRemoved;
}

}  // namespace seawind
