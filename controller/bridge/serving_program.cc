// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/bridge/serving_program.h"

#include <fmt/format.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>

#include "common/error.h"
#include "common/print_error.h"
#include "common/printable.h"
#include "controller/campaign/rpc.h"
#include "namespaces/programs.h"

namespace seawind {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr std::chrono::seconds kForReady{30};  // an access point may first scan for others
constexpr std::chrono::seconds kForTheEnd{5};
constexpr std::size_t kLogBytes = 65536;

}  // namespace

ServingProgram::ServingProgram(const ServingStart& start, const Directory& logs,
                               const std::stop_token& stop) {
  const std::string log_name = start.program + ".log";
  const Fd log = logs.append(log_name);
  struct stat before {};
  if (fstat(log.get(), &before) != 0) throw system_error("look at " + logs.path_of(log_name));
  const auto size_before = static_cast<std::size_t>(before.st_size);  // of what others have printed
  std::vector<std::string> arguments{
      start.file.empty() ? find_program(start.program, "this mobile end", start.package).string()
                         : start.program};
  arguments.insert(arguments.end(), start.arguments.begin(), start.arguments.end());
  const pid_t parent = getpid();
  // In a group of its own, so that Ctrl-C of the terminal does not end it before the link.
  const auto prepare = [&] {
    if (setpgid(0, 0) != 0) return false;
    if (start.network_namespace >= 0 && setns(start.network_namespace, CLONE_NEWNET) != 0)
      return false;
    try {
      if (start.rights) restrict_rights(*start.rights);  // before prctl(), whose setting it clears
    } catch (const SystemError& error) {
      errno = error.number();
      return false;
    }
    return prctl(PR_SET_PDEATHSIG, SIGTERM) == 0 && getppid() == parent;
  };
  process_ = start_program({.arguments = arguments,
                            .file = start.file,
                            .environment = start.environment,
                            .files = {start.input, log.get(), log.get()},
                            .prepare = prepare});
  try {
    for (const auto deadline = steady_clock::now() + kForReady;;) {
      const bool ended = ended_within(process_.handle, milliseconds(20));
      const std::string printed =
          logs.read_text(log_name, size_before + kLogBytes).substr(size_before);
      if (!ended && printed.find(start.ready) != std::string::npos) return;
      if (stop.stop_requested()) throw Stopped();
      if (ended || steady_clock::now() >= deadline)
        throw ProgramNotReady(fmt::format("{} {}:\n{}", start.program,
                                          ended ? "has ended" : "does not get ready",
                                          printable(printed)));
    }
  } catch (...) {
    end();
    throw;
  }
}

ServingProgram::~ServingProgram() {
  end();
}

void ServingProgram::end() {
  kill(process_.pid, SIGTERM);
  if (!ended_within(process_.handle, kForTheEnd)) kill(process_.pid, SIGKILL);
  if (ended_within(process_.handle, kForTheEnd))
    reap(process_.pid);
  else  // root without CAP_KILL, and a program of another user
    print_error("seawind: warning: process {} does not end\n", process_.pid);
}

bool ServingProgram::has_ended() const {
  return ended_within(process_.handle, milliseconds(0));
}

}  // namespace seawind
