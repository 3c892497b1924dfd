// SPDX-License-Identifier: GPL-3.0-or-later
#include "namespaces/runtime_directory.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <random>
#include <sstream>

#include "common/error.h"
#include "common/listed_files.h"
#include "common/print_error.h"
#include "common/printable.h"
#include "common/remove_tree.h"

namespace seawind {
namespace {

namespace fs = std::filesystem;

/// Field 22 of /proc/PID/stat. Together with the pid it identifies a process. Nothing: no such
/// process. Throws Error when the field cannot be read, for example without a free descriptor.
std::optional<unsigned long long> start_time(long pid) {
  const std::string path = fmt::format("/proc/{}/stat", pid);
  const Fd file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file && errno == ENOENT) return {};
  std::array<char, 4096> buffer;
  const ssize_t got = file ? read(file.get(), buffer.data(), buffer.size()) : -1;
  if (got < 0 && errno == ESRCH) return {};  // ended after the file was opened
  if (got < 0) throw system_error("read " + path);
  const std::string text(buffer.data(), static_cast<std::size_t>(got));
  const auto name_end = text.rfind(')');
  if (name_end == std::string::npos) throw Error("cannot read " + path + ": it has no program");
  std::istringstream fields(text.substr(name_end + 1));
  std::string skipped;
  fields >> skipped;
  if (skipped == "Z") return {};  // ended but not reaped, as in a container without init
  for (int field = 4; field < 22; ++field) fields >> skipped;
  unsigned long long ticks = 0;
  fields >> ticks;
  return ticks;
}

Fd open_directory(int root, const std::string& name) {
  return Fd(openat(root, name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
}

bool is_ours(int fd) {
  struct stat info {};
  return fstat(fd, &info) == 0 && info.st_uid == geteuid();
}

/// Whether `directory` is this user's, and is still what has the name.
bool is_own_entry(int root, const std::string& name, const Fd& directory) {
  struct stat own {};
  struct stat found {};
  return fstat(directory.get(), &own) == 0 && own.st_uid == geteuid() &&
         fstatat(root, name.c_str(), &found, AT_SYMLINK_NOFOLLOW) == 0 &&
         found.st_ino == own.st_ino && found.st_dev == own.st_dev;
}

void remove_if_stale(int root, const fs::path& shown, const std::string& name) {
  long pid = 0;
  unsigned long long ticks = 0;
  unsigned random = 0;
  int used = 0;
  if (std::sscanf(name.c_str(), "seawind-%ld-%llu-%8x%n", &pid, &ticks, &random, &used) != 3 ||
      static_cast<std::size_t>(used) != name.size())
    return;
  // Checked first, because another user may have made very many.
  struct stat info {};
  if (::fstatat(root, name.c_str(), &info, AT_SYMLINK_NOFOLLOW) != 0 || info.st_uid != geteuid())
    return;
  try {
    if (start_time(pid) == ticks) return;
    const Fd held = open_directory(root, name);
    if (!held || !is_ours(held.get()) || flock(held.get(), LOCK_EX | LOCK_NB) != 0) return;
    remove_tree_at(root, name, (shown / name).string());
  } catch (const Error&) {  // a later run removes it
  }
}

fs::path choose_root() {
  if (const char* given = std::getenv("XDG_RUNTIME_DIR"); given != nullptr && *given != 0) {
    const std::string problem = runtime_root_problem(given);
    if (problem.empty()) return given;
    print_error("seawind: XDG_RUNTIME_DIR={} is ignored: {}\n", printable(given), problem);
  }
  struct stat info {};
  if (lstat("/tmp", &info) != 0 || !S_ISDIR(info.st_mode) ||
      ((info.st_mode & 022) != 0 && (info.st_mode & S_ISVTX) == 0))
    throw Error(
        "cannot use /tmp for sockets: others can rename what is in it; set XDG_RUNTIME_DIR");
  return "/tmp";
}

}  // namespace

std::string runtime_root_problem(const fs::path& directory) {
  struct stat info {};
  if (lstat(directory.c_str(), &info) != 0) return std::strerror(errno);
  if (S_ISLNK(info.st_mode)) return "it is a symbolic link";
  if (!S_ISDIR(info.st_mode)) return "it is not a directory";
  if (info.st_uid != geteuid())
    return fmt::format("it belongs to user {}, not to {}", info.st_uid, geteuid());
  if ((info.st_mode & 022) != 0) return "others may write to it";
  return access(directory.c_str(), W_OK | X_OK) == 0 ? "" : std::strerror(errno);
}

RuntimeDirectory::RuntimeDirectory() : RuntimeDirectory(choose_root()) {}

RuntimeDirectory::RuntimeDirectory(const fs::path& root) {
  root_ = Fd(open(root.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!root_) throw system_error("open " + root.string());
  for (const auto& entry : listed_files(root)) remove_if_stale(root_.get(), root, entry.filename());
  const auto started = start_time(getpid());
  if (!started) throw Error("cannot find this process in /proc: mount a proc file system there");
  // Another user can predict the name except for its last part. Until the directory is locked, a
  // process that does not see this one, of another PID namespace, may remove it.
  constexpr int kTries = 100;
  std::random_device entropy;
  for (int i = 0; i < kTries; ++i) {
    const std::string name = fmt::format("seawind-{}-{}-{:08x}", getpid(), *started, entropy());
    path_ = root / name;
    if (mkdirat(root_.get(), name.c_str(), 0700) != 0) {
      if (errno == EEXIST) continue;
      throw system_error("make the directory " + path_.string());
    }
    lock_ = open_directory(root_.get(), name);
    if (lock_ && flock(lock_.get(), LOCK_EX | LOCK_NB) == 0) {
      if (is_own_entry(root_.get(), name, lock_)) return;
      continue;  // removed, and perhaps another's in its place
    }
    const SystemError refused = system_error("lock the directory " + path_.string());
    unlinkat(root_.get(), name.c_str(), AT_REMOVEDIR);
    if (refused.number() != ENOENT && refused.number() != EWOULDBLOCK) throw refused;
  }
  throw Error("cannot make the directory " + path_.string() +
              ": another process removes it again and again");
}

RuntimeDirectory::~RuntimeDirectory() {
  lock_.reset();  // the removal needs a descriptor
  try {
    remove_tree_at(root_.get(), path_.filename(), path_.string());
  } catch (const Error& error) {
    print_error("seawind: {}\n", error.what());
  }
}

}  // namespace seawind
