// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/bridge/running_links.h"

#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

#include "common/error.h"
#include "namespaces/netns.h"
#include "namespaces/runtime_directory.h"

namespace seawind {
namespace {

constexpr auto kRootFolder = "/run";
constexpr auto kFolder = "seawind-links";
constexpr std::size_t kPathBytes = 4096;
constexpr int kMostOfOneName = 1000;

std::filesystem::path runtime_folder() {
  if (::geteuid() == 0 && in_initial_user_namespace()) return kRootFolder;
  const char* const own = std::getenv("XDG_RUNTIME_DIR");
  if (own == nullptr || *own == '\0')
    throw Error("cannot keep the link's name: XDG_RUNTIME_DIR is not set");
  if (const std::string problem = runtime_root_problem(own); !problem.empty())
    throw Error("cannot keep the link's name: " + problem);
  return own;
}

Directory open_or_make_links() {
  constexpr mode_t kOwn = 0700;
  const Directory parent(runtime_folder());
  return parent.status_of(kFolder) ? parent.open(kFolder) : parent.make(kFolder, kOwn);
}

/// False: another process has it.
bool lock(const Fd& file) {
  return ::flock(file.get(), LOCK_EX | LOCK_NB) == 0;
}

/// Whether `file` is still that of this name: its former owner may have removed it.
bool is_entry(const Directory& directory, const std::string& name, const Fd& file) {
  struct stat own {};
  const auto entry = directory.status_of(name);
  return entry && ::fstat(file.get(), &own) == 0 && entry->st_ino == own.st_ino;
}

/// Empty: another link has the name.
Fd take(const Directory& directory, const std::string& name) {
  for (;;) {
    Fd file = directory.open_or_create(name);
    if (!lock(file)) return {};
    if (is_entry(directory, name, file)) return file;
  }
}

}  // namespace

RunningLink::RunningLink(const std::string& name, const std::string& proposal)
    : directory_(open_or_make_links()), name_(name.empty() ? proposal : name) {
  file_ = take(directory_, name_);
  for (int i = 2; !file_ && name.empty() && i < kMostOfOneName; ++i) {
    name_ = fmt::format("{}-{}", proposal, i);
    file_ = take(directory_, name_);
  }
  if (!file_)
    throw UsageError(fmt::format("a link `{}` runs already; see `seawind link list`", name_));
  if (::ftruncate(file_.get(), 0) != 0) throw system_error("keep the link's name");
}

RunningLink::~RunningLink() {
  try {
    directory_.remove(name_);
  } catch (const Error&) {  // the next one of this name takes it
  }
}

void RunningLink::set_socket(const std::string& path) const {
  if (!write_all(file_.get(), path)) throw system_error("keep the link's name");
}

std::vector<KnownLink> running_links() {
  std::vector<KnownLink> out;
  const Directory directory = open_or_make_links();
  for (const std::string& name : directory.names()) {
    Fd file;
    try {
      file = directory.read(name);
    } catch (const SystemError&) {  // has just ended
      continue;
    }
    if (::flock(file.get(), LOCK_SH | LOCK_NB) == 0) continue;  // left by a killed one
    std::string socket(kPathBytes, '\0');
    const ssize_t got = ::read(file.get(), socket.data(), socket.size());
    if (got <= 0) continue;  // not yet known
    socket.resize(static_cast<std::size_t>(got));
    out.push_back({name, std::move(socket)});
  }
  std::sort(out.begin(), out.end(),
            [](const KnownLink& a, const KnownLink& b) { return a.name < b.name; });
  return out;
}

}  // namespace seawind
