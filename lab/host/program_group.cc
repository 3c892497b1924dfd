// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/host/program_group.h"

#include <fmt/format.h>
#include <mntent.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <fstream>
#include <memory>
#include <sstream>

#include "common/error.h"

namespace seawind::lab {
namespace {

/// Where the groups of a controller are. The name of its limit depends on the version.
struct Hierarchy {
  std::filesystem::path top;
  bool second_version = false;
};

bool has_word(std::istream&& words, const std::string& wanted, char separator) {
  for (std::string word; std::getline(words >> std::ws, word, separator);)
    if (word == wanted || word == wanted + '\n') return true;
  return false;
}

void write_line(const std::filesystem::path& file, const std::string& line) {
  std::ofstream out(file);
  if (!(out << line << std::flush)) throw system_error("write " + file.string());
}

Hierarchy hierarchy_of(const std::string& controller) {
  const std::unique_ptr<FILE, int (*)(FILE*)> mounts(setmntent("/proc/self/mounts", "re"),
                                                     endmntent);
  if (!mounts) throw system_error("read /proc/self/mounts");
  while (const mntent* mount = getmntent(mounts.get())) {
    const std::string type = mount->mnt_type;
    const std::filesystem::path top = mount->mnt_dir;
    if (type == "cgroup" && has_word(std::istringstream(mount->mnt_opts), controller, ','))
      return {top};
    if (type == "cgroup2" && has_word(std::ifstream(top / "cgroup.controllers"), controller, ' '))
      return {top, true};
  }
  throw Error(fmt::format("this kernel has no control groups for {}", controller));
}

long long threads_max() {
  long long out = 0;
  if (!(std::ifstream("/proc/sys/kernel/threads-max") >> out))
    throw system_error("read kernel.threads-max");
  return out;
}

}  // namespace

ProgramGroup::ProgramGroup(const std::string& name) {
  try {
    const long long memory =
        static_cast<long long>(sysconf(_SC_PHYS_PAGES)) * sysconf(_SC_PAGESIZE);
    add("memory", memory / kMaxMemoryDivisor, name);
    add("pids", threads_max() / kMaxThreadsDivisor, name);
  } catch (const Error& error) {
    remove();
    throw Error(fmt::format("cannot limit the programs of `command` flows: {}", error.what()));
  }
}

void ProgramGroup::add(const char* controller, long long limit, const std::string& name) {
  const Hierarchy in = hierarchy_of(controller);
  if (in.second_version)
    write_line(in.top / "cgroup.subtree_control", std::string("+") + controller);
  const std::filesystem::path group = in.top / name;
  if (mkdir(group.c_str(), 0755) != 0 && errno != EEXIST)
    throw system_error("make the control group " + group.string());
  if (std::ranges::count(groups_, group) == 0) groups_.push_back(group);
  const bool memory_of_first = !in.second_version && std::string(controller) == "memory";
  write_line(group / (memory_of_first ? "memory.limit_in_bytes" : controller + std::string(".max")),
             std::to_string(limit));
}

void ProgramGroup::remove() {
  for (const auto& group : groups_) rmdir(group.c_str());
}

std::vector<std::string> ProgramGroup::entries() const {
  std::vector<std::string> out;
  for (const auto& group : groups_) out.push_back(group / "cgroup.procs");
  return out;
}

}  // namespace seawind::lab
