// SPDX-License-Identifier: GPL-3.0-or-later
// Limits that a campaign with very many simultaneous repetitions can reach. Some limits are not
// checked, because they cannot be reached: the neighbour table (our entries are permanent and do
// not count), connection tracking (our namespaces have no rules), inotify (only the window watches
// files).
#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <limits>
#include <string>

#include "common/whole_file.h"
#include "controller/campaign/admission.h"
#include "controller/campaign/machine.h"
#include "controller/cli/checks.h"
#include "controller/testset/plan.h"

namespace seawind {
namespace {

using V = Check::Verdict;
constexpr std::uint64_t kUnlimited = std::numeric_limits<std::uint64_t>::max();

/// Processes and threads of a slot: two agents with about ten each, and as many generators as
/// Admission counts.
constexpr std::uint64_t kSlotTasks = 36;

/// The limit in the file. kUnlimited when the file contains `max` or does not exist.
std::uint64_t limit_in(const std::filesystem::path& file) {
  return number_in(file, kUnlimited);
}

std::string in_words(std::uint64_t limit) {
  return limit == kUnlimited ? "no limit" : std::to_string(limit);
}

Check room(const std::string& name, std::uint64_t limit, int slots, const std::string& advice) {
  const std::string finding =
      limit == kUnlimited ? "no limit"
                          : fmt::format("{}: room for {} repetitions at a time", limit, slots);
  const bool little = slots < kMaxSlots;
  return {name, little ? V::kWarn : V::kOk, finding, little ? advice : ""};
}

int slots_of(std::uint64_t limit, std::uint64_t each) {
  return static_cast<int>(std::min<std::uint64_t>(limit / each, kMaxSlots));
}

Check open_files() {
  const std::uint64_t limit = open_files_limit();
  return room("open files", limit, slots_in_descriptors(limit),
              "no more are run at a time; raise the hard limit (`nofile` in "
              "/etc/security/limits.conf, LimitNOFILE= of a service)");
}

/// The smallest limit on tasks: of the user (except root), of the cgroups, of the kernel.
Check tasks() {
  std::uint64_t limit =
      std::min(limit_in("/proc/sys/kernel/threads-max"), limit_in("/proc/sys/kernel/pid_max"));
  std::string advice = "raise kernel.threads-max and kernel.pid_max";
  rlimit user{};
  if (geteuid() != 0 && getrlimit(RLIMIT_NPROC, &user) == 0 && user.rlim_cur < limit) {
    limit = user.rlim_cur;
    advice = "raise `nproc` in /etc/security/limits.conf";
  }
  std::ifstream in("/proc/self/cgroup");
  for (std::string line; std::getline(in, line);) {
    if (!line.starts_with("0::/")) continue;
    const std::filesystem::path top = "/sys/fs/cgroup";
    for (auto group = top / line.substr(4); group != top && group.has_relative_path();
         group = group.parent_path()) {
      if (const auto its = limit_in(group / "pids.max"); its < limit) {
        limit = its;
        advice = "raise TasksMax= of the unit (" + (group / "pids.max").string() + ")";
      }
    }
  }
  return room("processes", limit, slots_of(limit, kSlotTasks), advice);
}

Check namespaces() {
  const NamespaceLimits limits = namespace_limits();
  const int slots = slots_in_namespaces(limits, geteuid() == 0);
  const std::uint64_t least = std::min({limits.user, limits.network, limits.pid});
  Check check = room("namespaces", least, slots,
                     "raise user.max_net_namespaces and user.max_pid_namespaces (and "
                     "user.max_user_namespaces from 0, unless root runs it)");
  check.finding =
      fmt::format("user {}, network {}, PID {}: room for {} repetitions at a time",
                  in_words(limits.user), in_words(limits.network), in_words(limits.pid), slots);
  if (slots == 0) check.verdict = V::kFail;
  return check;
}

}  // namespace

std::vector<Check> check_limits() {
  return {open_files(), tasks(), namespaces()};
}

}  // namespace seawind
