// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/program.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>

#include "common/error.h"
#include "workloads/output_file.h"

extern "C" {  // glibc 2.36 forgot it
#include <sys/pidfd.h>
}

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

std::vector<char*> pointers(const std::vector<std::string>& words) {
  std::vector<char*> out;
  for (const std::string& word : words) out.push_back(const_cast<char*>(word.c_str()));
  out.push_back(nullptr);
  return out;
}

/// The child between fork and exec: only calls that are safe there. The step that failed and its
/// errno go to `report`.
[[noreturn]] void become(const char* folder, int output, char* const* argv, char* const* env,
                         pid_t parent, int report) {
  std::array<int, 2> failed{0, 0};  // step, errno
  const auto give_up = [&](int step) {
    failed = {step, errno};
    [[maybe_unused]] const ssize_t n = write(report, failed.data(), sizeof failed);
    _exit(127);
  };
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(127);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  ::signal(SIGPIPE, SIG_DFL);
  const int null = open("/dev/null", O_RDONLY);
  if (null < 0 || dup2(null, STDIN_FILENO) < 0) give_up(1);
  if (dup2(output, STDOUT_FILENO) < 0 || dup2(output, STDERR_FILENO) < 0) give_up(1);
  if (chdir(folder) != 0) give_up(2);
  // A program that never stops writing must not fill the disk: it gets SIGXFSZ.
  const rlimit largest{kLargestProgramFile, kLargestProgramFile};
  if (setrlimit(RLIMIT_FSIZE, &largest) != 0) give_up(1);
  close_range(STDERR_FILENO + 1, ~0U, CLOSE_RANGE_CLOEXEC);
  execvpe(argv[0], argv, env);
  give_up(3);
  _exit(127);
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
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) throw system_error("open a pipe");
  const Fd report(ends[0]);
  Fd write_end(ends[1]);
  const auto env = environment(options.env);
  const auto argv = pointers(options.argv);
  const auto envp = pointers(env);
  const pid_t parent = getpid();
  pid_ = fork();
  if (pid_ < 0) throw system_error("start " + options.argv.front());
  if (pid_ == 0) {
    become(options.folder.c_str(), output.get(), argv.data(), envp.data(), parent, write_end.get());
  }
  setpgid(pid_, pid_);  // whichever of the two is first
  write_end.reset();
  std::array<int, 2> failed{};
  ssize_t n = 0;
  while ((n = read(report.get(), failed.data(), sizeof failed)) < 0 && errno == EINTR) {
  }
  if (n != 0) {
    waitpid(pid_, nullptr, 0);
    pid_ = -1;
    throw system_error(failed[0] == 2 ? "enter " + options.folder : "run " + options.argv.front(),
                       failed[1]);
  }
  process_ = Fd(pidfd_open(pid_, 0));
  if (!process_) {
    const Error error = system_error("watch " + options.argv.front());
    kill(-pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
    throw error;
  }
}

ExternalProgram::~ExternalProgram() {
  if (pid_ < 0) return;
  kill(-pid_, SIGKILL);
  if (!ended_) waitpid(pid_, nullptr, 0);
}

bool ExternalProgram::ended() {
  if (ended_) return true;
  siginfo_t info{};
  while (waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid != 0 &&
         info.si_pid != pid_) {
    waitpid(info.si_pid, nullptr, 0);
  }
  info = {};
  if (waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOHANG | WNOWAIT) != 0 ||
      info.si_pid == 0) {
    return false;
  }
  // Kills the rest of the process group while the zombie still reserves the group's number.
  kill(-pid_, SIGKILL);
  waitpid(pid_, nullptr, 0);
  ended_ = true;
  if (info.si_code == CLD_EXITED) {
    if (info.si_status != 0) how_ = fmt::format("ended with status {}", info.si_status);
  } else {
    how_ = fmt::format("was ended by signal {} ({})", info.si_status, strsignal(info.si_status));
  }
  return true;
}

void ExternalProgram::signal(int signal) {
  if (!ended_) kill(-pid_, signal);
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
