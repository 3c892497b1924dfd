// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/bridge/running_links.h"

#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <string_view>
#include <thread>

#include "common/error.h"
#include "common/pidfd.h"
#include "common/process.h"
#include "namespaces/netns.h"
#include "namespaces/runtime_directory.h"

namespace seawind {
namespace {

constexpr auto kRootFolder = "/run";
constexpr auto kFolder = "seawind-links";
constexpr std::size_t kEntryBytes = 65536;
constexpr int kMostOfOneName = 1000;

/// The folder that contains kFolder; empty: this user has none.
std::filesystem::path runtime_folder() {
  if (::geteuid() == 0 && in_initial_user_namespace()) return kRootFolder;
  const char* const own = std::getenv("XDG_RUNTIME_DIR");
  if (own == nullptr || *own == '\0') return {};
  if (const std::string problem = runtime_root_problem(own); !problem.empty())
    throw Error("cannot keep the link's name: " + problem);
  return own;
}

Directory open_or_make_links(const std::filesystem::path& runtime) {
  constexpr mode_t kOwn = 0700;
  if (runtime.empty()) throw Error("cannot keep the link's name: XDG_RUNTIME_DIR is not set");
  return Directory(runtime).open_or_make(kFolder, kOwn);
}

/// Locks a name's file. False: another link has it. running_links() shares the lock for a moment;
/// only a link excludes others from sharing it.
bool lock(const Fd& file) {
  constexpr std::chrono::milliseconds kStep{5};
  constexpr int kTries = 40;
  for (int i = 0; i < kTries; ++i) {
    if (::flock(file.get(), LOCK_EX | LOCK_NB) == 0) return true;
    if (::flock(file.get(), LOCK_SH | LOCK_NB) != 0) return false;
    ::flock(file.get(), LOCK_UN);
    std::this_thread::sleep_for(kStep);
  }
  return false;
}

/// Whether `file` is still that of this name: its former owner may have removed it.
bool is_entry(const Directory& directory, const std::string& name, const Fd& file) {
  struct stat own {};
  const auto entry = directory.status_of(name);
  return entry && ::fstat(file.get(), &own) == 0 && entry->st_ino == own.st_ino;
}

/// Opens and locks the file of a name; empty: another link has it.
Fd take(const Directory& directory, const std::string& name) {
  for (;;) {
    Fd file = directory.open_or_create(name);
    if (!lock(file)) return {};
    if (is_entry(directory, name, file)) return file;
  }
}

}  // namespace

RunningLink::RunningLink(const std::string& name, const std::string& proposal)
    : directory_(open_or_make_links(runtime_folder())), name_(name.empty() ? proposal : name) {
  file_ = take(directory_, name_);
  for (int i = 2; !file_ && name.empty() && i <= kMostOfOneName; ++i) {
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
  } catch (const Error&) {  // the next link of this name reuses it
  }
}

void RunningLink::announce(const std::string& socket, const std::vector<Device>& devices) const {
  std::string text = fmt::format("{} {}\n", ::getpid(), socket);
  for (const Device& one : devices)
    text += fmt::format("0 {} {} {}\n", one.mac, one.address, one.name.empty() ? "*" : one.name);
  if (text.size() > kEntryBytes) text.resize(text.rfind('\n', kEntryBytes - 1) + 1);
  // A reader never finds it empty: the link would seem to have ended.
  const auto size = static_cast<ssize_t>(text.size());
  if (::pwrite(file_.get(), text.data(), text.size(), 0) != size ||
      ::ftruncate(file_.get(), size) != 0)
    throw system_error("keep the link's name");
}

std::vector<KnownLink> running_links() {
  std::vector<KnownLink> out;
  const std::filesystem::path runtime = runtime_folder();
  if (runtime.empty()) return out;  // and no bridges
  const Directory directory = open_or_make_links(runtime);
  for (const std::string& name : directory.names()) {
    Fd file;
    try {
      file = directory.read(name);
    } catch (const SystemError&) {  // has just ended
      continue;
    }
    if (::flock(file.get(), LOCK_SH | LOCK_NB) == 0) continue;  // left by a killed one
    std::string text(kEntryBytes, '\0');
    const ssize_t got = ::read(file.get(), text.data(), text.size());
    if (got <= 0) continue;  // not announced yet
    text.resize(static_cast<std::size_t>(got));
    const auto blank = text.find(' ');
    const auto line = text.find('\n');
    int pid = 0;
    std::from_chars(text.data(), text.data() + text.size(), pid);
    if (line == std::string::npos || blank > line || pid <= 0) continue;
    out.push_back({.name = name,
                   .socket = text.substr(blank + 1, line - blank - 1),
                   .bridge = pid,
                   .devices = devices_of(std::string_view(text).substr(line + 1))});
  }
  std::sort(out.begin(), out.end(),
            [](const KnownLink& a, const KnownLink& b) { return a.name < b.name; });
  return out;
}

void end_bridge(const KnownLink& link) {
  constexpr std::chrono::seconds kForTheEnd{90};
  const Fd process(pidfd_open(link.bridge, 0));
  if (!process && errno == ESRCH) return;
  if (!process) throw system_error("end the link " + link.name);
  // The process that has this pid now is the bridge if the link still runs.
  const auto now = running_links();
  if (std::none_of(now.begin(), now.end(), [&](const KnownLink& one) {
        return one.name == link.name && one.bridge == link.bridge;
      }))
    return;
  if (pidfd_send_signal(process.get(), SIGTERM, nullptr, 0) != 0 && errno != ESRCH)
    throw system_error("end the link " + link.name);
  if (!ended_within(process, kForTheEnd))
    throw Error(fmt::format("the link {} does not end within {} s", link.name, kForTheEnd.count()));
}

}  // namespace seawind
