// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/program.h"

#include <fmt/format.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <sstream>

#include "common/error.h"
#include "common/permitted_programs.h"
#include "common/printable.h"
#include "common/process.h"
#include "common/whole_file.h"
#include "workloads/output_file.h"

namespace seawind {
namespace {

std::vector<std::string> environment(const std::map<std::string, std::string>& more) {
  std::vector<std::string> out;
  for (char** variable = environ; *variable != nullptr; ++variable) {
    const std::string text = *variable;
    if (!more.contains(text.substr(0, text.find('=')))) out.push_back(text);
  }
  for (const auto& [name, value] : more) out.push_back(name + "=" + value);
  return out;
}

/// Whether the error of an exec is due to the file or the rights, so that it will recur.
bool is_refusal(int error_number) {
  constexpr int kRefusals[] = {ENOENT, EACCES, EPERM,        ENOEXEC, ENOTDIR,
                               ELOOP,  EISDIR, ENAMETOOLONG, E2BIG,   ELIBBAD};
  return std::find(std::begin(kRefusals), std::end(kRefusals), error_number) != std::end(kRefusals);
}

/// The largest number of processes and threads of the user.
rlim_t most_tasks() {
  constexpr rlim_t kOfASmallMachine = 16384;  // kernel.threads-max, if it cannot be read
  return number_in("/proc/sys/kernel/threads-max", kOfASmallMachine) / kThreadsMaxDivisor;
}

/// Lowers a limit of this process. Async-signal-safe; false with errno.
bool lower(__rlimit_resource resource, rlim_t most) {
  rlimit limit{};
  if (getrlimit(resource, &limit) != 0) return false;
  limit = {std::min(limit.rlim_cur, most), std::min(limit.rlim_max, most)};
  return setrlimit(resource, &limit) == 0;
}

std::string refusal(const SystemError& error, const std::string& program) {
  std::string text = error.what();
  if (error.number() != EPERM) return text;
  const std::string file = program_file(program);
  if (getxattr(file.c_str(), "security.capability", nullptr, 0) > 0)
    text += fmt::format(
        ": {} has capabilities (`getcap {}` lists them) that programs of a workload cannot have; "
        "use a copy of the file, which has none",
        file, file);
  return text;
}

}  // namespace

std::string substitute(const std::string& text, const std::map<std::string, std::string>& values) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text[at] == '{' ? text.find('}', at) : std::string::npos;
    const auto value =
        end == std::string::npos ? values.end() : values.find(text.substr(at + 1, end - at - 1));
    if (value == values.end()) {
      out += text[at++];
    } else {
      out += value->second;
      at = end + 1;
    }
  }
  return out;
}

ExternalProgram::ExternalProgram(const ProgramOptions& options) {
  output_ = open_output(options.output, options.output_descriptor);
  const rlim_t tasks = most_tasks();
  try {
    process_ = start_program({.arguments = options.argv,
                              .environment = environment(options.env),
                              .files = {kNothing, output_.get(), output_.get()},
                              .folder = options.folder,
                              .ignores_signals = false,
                              .dies_with_parent = true,
                              .prepare = [tasks] {
                                // A program must not fill the disk (it receives SIGXFSZ), the
                                // memory or the table of processes.
                                return setpgid(0, 0) == 0 &&
                                       lower(RLIMIT_FSIZE, kLargestProgramFile) &&
                                       lower(RLIMIT_DATA, kLargestProgramMemory) &&
                                       lower(RLIMIT_NPROC, tasks);
                              }});
  } catch (const SystemError& error) {
    if (is_refusal(error.number())) throw ProgramRefused(refusal(error, options.argv.front()));
    throw;
  }
}

ExternalProgram::~ExternalProgram() {
  if (ended_) return;  // ended() has killed the group, and its number may have been reused
  kill(-process_.pid, SIGKILL);
  waitpid(process_.pid, nullptr, 0);
}

bool ExternalProgram::ended() {
  if (ended_) return true;
  siginfo_t info{};
  while (waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid != 0 &&
         info.si_pid != process_.pid) {
    waitpid(info.si_pid, nullptr, 0);
  }
  info = {};
  if (waitid(P_PID, static_cast<id_t>(process_.pid), &info, WEXITED | WNOHANG | WNOWAIT) != 0 ||
      info.si_pid == 0) {
    return false;
  }
  // Kills the rest of the process group while the zombie still reserves the group's number.
  kill(-process_.pid, SIGKILL);
  const int status = reap(process_.pid);
  ended_ = true;
  if (status != 0) end_text_ = describe_end(status);
  exited_ = WIFEXITED(status);
  return true;
}

std::string ExternalProgram::last_output_line() const {
  constexpr off_t kTail = 4096;
  constexpr std::size_t kShown = 300;  // bytes
  const off_t size = lseek(output_.get(), 0, SEEK_END);
  std::string text(static_cast<std::size_t>(std::clamp<off_t>(size, 0, kTail)), '\0');
  const ssize_t got =
      pread(output_.get(), text.data(), text.size(), size - static_cast<off_t>(text.size()));
  text.resize(got > 0 ? static_cast<std::size_t>(got) : 0);
  constexpr const char* kBlank = " \t\r\n";
  const std::size_t end = text.find_last_not_of(kBlank);
  if (end == std::string::npos) return {};
  text.resize(end + 1);
  const std::size_t begin = text.find_last_of("\r\n");
  return excerpt(begin == std::string::npos ? text : text.substr(begin + 1), kShown);
}

void ExternalProgram::signal(int signal) {
  if (!ended_) kill(-process_.pid, signal);
}

bool is_listening(std::uint16_t port) {
  const auto listed = [&](const char* file, const char* state) {
    std::ifstream in(file);
    std::string line;
    std::getline(in, line);  // the heading
    while (std::getline(in, line)) {
      std::istringstream words(line);
      std::string slot, local, remote, found;
      words >> slot >> local >> remote >> found;
      const std::size_t colon = local.rfind(':');
      if (colon == std::string::npos || found != state) continue;
      if (std::stoul(local.substr(colon + 1), nullptr, 16) == port) return true;
    }
    return false;
  };
  return listed("/proc/self/net/tcp", "0A") || listed("/proc/self/net/tcp6", "0A") ||
         listed("/proc/self/net/udp", "07") || listed("/proc/self/net/udp6", "07");
}

}  // namespace seawind
