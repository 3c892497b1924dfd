// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/offline/link_program.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>

#include "common/error.h"
#include "common/fds.h"
#include "controller/testbed/programs.h"

namespace seawind {
namespace {

constexpr const char* kProgram = "seawind-link";

/// A file in memory, positioned at its beginning. A pipe would need a second thread.
Fd file_in_memory(const char* name) {
  Fd file(::memfd_create(name, MFD_CLOEXEC));
  if (!file) throw system_error("make a file in memory");
  return file;
}

Fd hop_in_memory(const HopSpec& hop) {
  Fd file = file_in_memory("hop");
  if (!hop.SerializeToFileDescriptor(file.get()) || ::lseek(file.get(), 0, SEEK_SET) != 0) {
    throw system_error("write the hop for seawind-link");
  }
  return file;
}

struct Arguments {
  explicit Arguments(const std::vector<std::string>& given)
      : program(find_program(kProgram).string()), texts(given) {
    pointers.push_back(program.data());
    for (std::string& text : texts) pointers.push_back(text.data());
    pointers.push_back(nullptr);
  }
  std::string program;
  std::vector<std::string> texts;
  std::vector<char*> pointers;
};

std::string read_to_end(int fd) {
  std::string text;
  std::array<char, 65536> part;
  for (ssize_t got; (got = ::read(fd, part.data(), part.size())) != 0;) {
    if (got < 0 && errno != EINTR) throw system_error("read what seawind-link says");
    if (got > 0) text.append(part.data(), static_cast<std::size_t>(got));
  }
  return text;
}

}  // namespace

void become_seawind_link(const std::vector<std::string>& arguments, const HopSpec& hop) {
  Arguments command(arguments);
  const Fd input = hop_in_memory(hop);
  if (::dup2(input.get(), STDIN_FILENO) < 0) throw system_error("hand over the hop");
  ::execv(command.program.c_str(), command.pointers.data());
  throw system_error("run " + command.program);
}

int run_seawind_link(const std::vector<std::string>& arguments, const HopSpec& hop,
                     std::string& out, const std::stop_token& stop, std::string* said) {
  Arguments command(arguments);
  const Fd input = hop_in_memory(hop);
  const Fd complaints = file_in_memory("complaints");
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) throw system_error("make a pipe");
  const Fd from(ends[0]);
  Fd in(ends[1]);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, input.get(), STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, in.get(), STDOUT_FILENO);
  if (said != nullptr) posix_spawn_file_actions_adddup2(&actions, complaints.get(), STDERR_FILENO);
  pid_t child = 0;
  const int failed = ::posix_spawn(&child, command.program.c_str(), &actions, nullptr,
                                   command.pointers.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (failed != 0) throw system_error("run " + command.program, failed);
  in.reset();
  {
    // Destroyed before the child is reaped, because its pid may be reused afterwards.
    const std::stop_callback killer(stop, [child] { ::kill(child, SIGKILL); });
    out = read_to_end(from.get());
  }
  int status = 0;
  while (::waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) throw system_error("wait for seawind-link");
  }
  if (said != nullptr) {
    ::lseek(complaints.get(), 0, SEEK_SET);
    *said = read_to_end(complaints.get());
  }
  if (!WIFEXITED(status)) {
    if (stop.stop_requested()) return kLinkStopped;
    throw Error(command.program + " was killed");
  }
  return WEXITSTATUS(status);
}

std::vector<std::string> preview_arguments(const PreviewChoice& choice, std::uint64_t seed) {
  return {"preview",
          "--hop",
          "-",
          "--seed",
          std::to_string(seed),
          "--duration",
          choice.duration,
          "--probe-size",
          choice.probe_size,
          "--probe-interval",
          choice.probe_interval};
}

}  // namespace seawind
