// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/host/examination.h"

#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <utility>

#include "common/error.h"
#include "common/process.h"
#include "namespaces/programs.h"

namespace seawind::lab {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::seconds kLimit{20};
constexpr std::size_t kMostBytes = 256 * 1024;

/// Until the other end is closed. Throws Error at a limit.
std::string read_all(const Fd& from) {
  const auto give_up = Clock::now() + kLimit;
  std::string out;
  std::array<char, 4096> part{};
  for (;;) {
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(give_up - Clock::now()).count();
    pollfd ready{from.get(), POLLIN, 0};
    if (left <= 0 || ::poll(&ready, 1, static_cast<int>(left)) == 0)
      throw Error("it did not end in time");
    const ssize_t got = ::read(from.get(), part.data(), part.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) throw system_error("read its output");
    if (got == 0) return out;
    out.append(part.data(), static_cast<std::size_t>(got));
    if (out.size() > kMostBytes) throw Error("its output is too long");
  }
}

}  // namespace

std::string examine(const std::filesystem::path& folder, const std::vector<std::string>& peers,
                    const std::vector<std::string>& interfaces) {
  std::vector<std::string> arguments{find_program("seawind").string(), "doctor", "--host",
                                     "--json"};
  for (const std::string& peer : peers) arguments.push_back("--peer=" + peer);
  for (const std::string& interface : interfaces) arguments.push_back("--wire=" + interface);
  Pipe output = open_pipe();
  const Process doctor = start_program({.arguments = std::move(arguments),
                                        .files = {kNothing, output.write_end.get(), kInherit},
                                        .folder = folder.string(),
                                        .dies_with_parent = true});
  output.write_end.reset();
  try {
    std::string found = read_all(output.read_end);
    reap(doctor.pid);
    return found;
  } catch (const Error& error) {
    ::kill(doctor.pid, SIGKILL);
    reap(doctor.pid);
    throw Error(std::string("cannot examine this host: `seawind doctor`: ") + error.what());
  }
}

}  // namespace seawind::lab
