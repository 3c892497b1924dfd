// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/program.h"

#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <sstream>

#include "common/error.h"
#include "common/process.h"
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
  const Fd output = open_output(options.output, options.output_descriptor);
  process_ = start_program({.arguments = options.argv,
                            .environment = environment(options.env),
                            .files = {kNothing, output.get(), output.get()},
                            .folder = options.folder,
                            .ignores_signals = false,
                            .dies_with_parent = true,
                            .prepare = [] {
                              // Keeps a program that writes without end from filling the disk: it
                              // receives SIGXFSZ.
                              const rlimit largest{kLargestProgramFile, kLargestProgramFile};
                              return setpgid(0, 0) == 0 && setrlimit(RLIMIT_FSIZE, &largest) == 0;
                            }});
}

ExternalProgram::~ExternalProgram() {
  kill(-process_.pid, SIGKILL);
  if (!ended_) waitpid(process_.pid, nullptr, 0);
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
  if (status != 0) how_ = describe_end(status);
  return true;
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
