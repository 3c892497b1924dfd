// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/offline/link_program.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <utility>
#include <vector>

#include "common/error.h"
#include "common/memory_file.h"
#include "common/process.h"
#include "namespaces/programs.h"

namespace seawind {
namespace {

constexpr const char* kProgram = "seawind-link";
constexpr const char* kTried = "make a file in memory";

Fd hop_in_memory(const HopSpec& hop) {
  Fd file = memory_file(kTried);
  if (!hop.SerializeToFileDescriptor(file.get()) || ::lseek(file.get(), 0, SEEK_SET) != 0) {
    throw system_error("write the hop for seawind-link");
  }
  return file;
}

std::vector<std::string> command(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), find_program(kProgram).string());
  return arguments;
}

std::string read_to_end(int fd) {
  std::string text;
  std::vector<char> part(65536);
  for (ssize_t got; (got = ::read(fd, part.data(), part.size())) != 0;) {
    if (got < 0 && errno != EINTR) throw system_error("read the output of seawind-link");
    if (got > 0) text.append(part.data(), static_cast<std::size_t>(got));
  }
  return text;
}

}  // namespace

void exec_seawind_link(const std::vector<std::string>& arguments, const HopSpec& hop) {
  const std::vector<std::string> words = command(arguments);
  const Fd input = hop_in_memory(hop);
  if (::dup2(input.get(), STDIN_FILENO) < 0) throw system_error("hand over the hop");
  ::execv(words.front().c_str(), exec_words(words).data());
  throw system_error("run " + words.front());
}

int run_seawind_link(const std::vector<std::string>& arguments, const HopSpec& hop,
                     std::string& out, const std::stop_token& stop, std::string* messages) {
  const Fd input = hop_in_memory(hop);
  const Fd errors = memory_file(kTried);  // a pipe would need a second thread
  Pipe output = open_pipe();
  const Process program = start_program({.arguments = command(arguments),
                                         .files = {input.get(), output.write_end.get(),
                                                   messages != nullptr ? errors.get() : kInherit}});
  output.write_end.reset();
  {
    // Destroyed before the child is reaped, because its pid may be reused afterwards.
    const std::stop_callback killer(stop, [&] { ::kill(program.pid, SIGKILL); });
    out = read_to_end(output.read_end.get());
  }
  const int status = reap(program.pid);
  if (messages != nullptr) {
    auto text = content_of(errors);
    if (!text) throw system_error("read the output of seawind-link");
    *messages = std::move(*text);
  }
  if (!WIFEXITED(status)) {
    if (stop.stop_requested()) return kLinkStopped;
    throw Error(std::string(kProgram) + " " + describe_end(status));
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
