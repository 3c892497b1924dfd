// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/cli/in_child.h"

#include <unistd.h>

#include <array>
#include <cerrno>

#include "common/error.h"
#include "common/process.h"

namespace seawind {

std::string try_in_child(const std::function<void()>& action) {
  Pipe pipe = open_pipe();
  const pid_t child = fork();
  if (child < 0) throw system_error("start a process");
  if (child == 0) {
    std::string text;
    try {
      action();
    } catch (const std::exception& error) {
      text = error.what();
    }
    (void)!write(pipe.write_end.get(), text.data(), text.size());
    _exit(0);
  }
  pipe.write_end.reset();
  std::string text;
  std::array<char, 4096> buffer;
  for (ssize_t got; (got = read(pipe.read_end.get(), buffer.data(), buffer.size())) != 0;) {
    if (got < 0 && errno != EINTR) break;
    if (got > 0) text.append(buffer.data(), static_cast<std::size_t>(got));
  }
  const int status = reap(child);
  if (text.empty() && status != 0) text = "the check ended by itself";
  return text;
}

}  // namespace seawind
