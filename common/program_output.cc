// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/program_output.h"

#include <signal.h>
#include <unistd.h>

#include <algorithm>

#include "common/error.h"
#include "common/memory_file.h"

namespace seawind {
namespace {

constexpr auto kTried = "make room for the output of a program";

std::string read(const Fd& file, std::size_t limit) {
  auto text = content_of(file, limit);
  if (!text) throw system_error("read the output of a program");
  return std::move(*text);
}

}  // namespace

std::optional<ProgramOutput> program_output(ProgramStart start, std::chrono::seconds patience,
                                            std::size_t limit) {
  const Fd output = memory_file(kTried);
  const Fd messages = memory_file(kTried);
  start.files.resize(std::max<std::size_t>(start.files.size(), STDERR_FILENO + 1), kNothing);
  start.files[STDOUT_FILENO] = output.get();
  start.files[STDERR_FILENO] = messages.get();
  const Process program = start_program(start);
  const bool ended = ended_within(program.handle, patience);
  if (!ended) ::kill(program.pid, SIGKILL);
  const int status = reap(program.pid);
  if (!ended) return {};
  return ProgramOutput{status, read(output, limit), read(messages, limit)};
}

}  // namespace seawind
