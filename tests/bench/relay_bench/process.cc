// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/relay_bench/process.h"

#include <fmt/format.h>
#include <linux/capability.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <climits>
#include <fstream>

#include "common/error.h"
#include "namespaces/netns.h"
#include "tests/bench/relay_bench/clocks.h"

namespace seawind::bench {

Process::Process(int network_namespace, const std::vector<std::string>& arguments, int output)
    : pid_(spawn_in_network_namespace(network_namespace, arguments, output)) {}

Process::~Process() {
  if (!alive()) return;
  kill(pid_, SIGTERM);
  for (const auto end = monotonic_ns() + 5'000'000'000; alive() && monotonic_ns() < end;)
    sleep_until_ns(monotonic_ns() + 5'000'000);
  if (!alive()) return;
  kill(pid_, SIGKILL);
  waitpid(pid_, nullptr, 0);
}

bool Process::alive() {
  if (!ended_ && waitpid(pid_, nullptr, WNOHANG) == pid_) ended_ = true;
  return !ended_;
}

Usage Process::usage() const {
  Usage usage;
  clockid_t clock{};
  if (clock_getcpuclockid(pid_, &clock) == 0)
    usage.cpu_seconds = static_cast<double>(clock_ns(clock)) / 1e9;
  std::ifstream status(fmt::format("/proc/{}/status", pid_));
  for (std::string line; std::getline(status, line);) {
    if (line.rfind("VmRSS:", 0) == 0) usage.resident_mb = std::stod(line.substr(6)) / 1024;
    if (line.rfind("VmHWM:", 0) == 0) usage.resident_peak_mb = std::stod(line.substr(6)) / 1024;
  }
  return usage;
}

std::string own_program() {
  char path[PATH_MAX];
  const auto length = readlink("/proc/self/exe", path, sizeof path);
  if (length < 0) throw system_error("read /proc/self/exe");
  return {path, static_cast<std::size_t>(length)};
}

std::vector<std::string> busy_command(double seconds) {
  return {own_program(), "busy", "--seconds", fmt::format("{}", seconds)};
}

void be_busy(double seconds) {
  const auto end = monotonic_ns() + static_cast<std::int64_t>(seconds * 1e9);
  while (monotonic_ns() < end) {
  }
}

void exec_without_priority_rights(const std::vector<std::string>& arguments) {
  // If this is not permitted, the process has no such right to drop.
  prctl(PR_CAPBSET_DROP, CAP_SYS_NICE);
  const rlimit none{0, 0};
  setrlimit(RLIMIT_RTPRIO, &none);
  setrlimit(RLIMIT_NICE, &none);
  std::vector<char*> argv;
  for (const auto& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  execvp(argv[0], argv.data());
  throw system_error("start " + arguments.at(0));
}

}  // namespace seawind::bench
