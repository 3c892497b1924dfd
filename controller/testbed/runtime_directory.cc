// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/testbed/runtime_directory.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>

#include "common/error.h"

namespace seawind {
namespace {

namespace fs = std::filesystem;

/// Field 22 of /proc/PID/stat: with the pid it names a process uniquely. 0: there is none.
unsigned long long start_time(long pid) {
  std::ifstream file(fmt::format("/proc/{}/stat", pid));
  std::string text((std::istreambuf_iterator<char>(file)), {});
  const auto name_end = text.rfind(')');
  if (name_end == std::string::npos) return 0;
  std::istringstream fields(text.substr(name_end + 1));
  std::string skipped;
  fields >> skipped;
  if (skipped == "Z")
    return 0;  // has ended; nobody has waited for it, as in a container without init
  for (int field = 4; field < 22; ++field) fields >> skipped;
  unsigned long long ticks = 0;
  fields >> ticks;
  return ticks;
}

Fd lock(const fs::path& directory) {
  Fd fd(open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  if (fd && flock(fd.get(), LOCK_EX | LOCK_NB) != 0) fd.reset();
  return fd;
}

void remove_if_stale(const fs::path& directory) {
  long pid = 0;
  unsigned long long ticks = 0;
  int used = 0;
  const auto name = directory.filename().string();
  if (std::sscanf(name.c_str(), "seawind-%ld-%llu%n", &pid, &ticks, &used) != 2 ||
      static_cast<std::size_t>(used) != name.size())
    return;
  struct stat info {};
  if (lstat(directory.c_str(), &info) != 0 || !S_ISDIR(info.st_mode) || info.st_uid != geteuid())
    return;
  if (start_time(pid) == ticks) return;
  const Fd held = lock(directory);
  std::error_code ignored;
  if (held) fs::remove_all(directory, ignored);
}

}  // namespace

RuntimeDirectory::RuntimeDirectory() {
  const char* base = std::getenv("XDG_RUNTIME_DIR");
  fs::path root = base != nullptr && access(base, W_OK) == 0 ? base : "/tmp";
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(root, ignored)) remove_if_stale(entry.path());
  path_ = root / fmt::format("seawind-{}-{}", getpid(), start_time(getpid()));
  if (mkdir(path_.c_str(), 0700) != 0) throw system_error("make the directory " + path_.string());
  lock_ = lock(path_);
  if (!lock_) throw system_error("lock the directory " + path_.string());
}

RuntimeDirectory::~RuntimeDirectory() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

}  // namespace seawind
