// SPDX-License-Identifier: GPL-3.0-or-later
// seawind-workload: one end of one traffic flow. Each end is a separate process, so that its
// timing, its sockets and its failures do not affect other ends. The agent starts it and reads one
// JSON object per line from its output.
#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <iostream>
#include <string_view>

#include "common/error.h"
#include "workloads/command_line.h"
#include "workloads/control.h"
#include "workloads/drop_rights.h"

int main(int argc, char** argv) {
  using namespace seawind;
  if (argc > 1 && std::string_view(argv[1]).starts_with(kRightsOption)) {
    try {
      drop_rights(parse_rights_argument(argv[1]));
    } catch (const std::exception& e) {
      std::cout << outcome_line({.ok = false, .bytes = 0, .start_late_ns = {}, .error = e.what()})
                << std::flush;
      return 1;
    }
    argv[1] = argv[0];
    --argc;
    ++argv;
  }
  // Set after the change of the user, which clears it. The kernel kills a generator when the thread
  // of the agent that started it ends. If the agent ended before this line, the generator detects
  // its closed pipe (Control).
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  prctl(PR_SET_NAME, "seawind-workload");  // the agent executes a descriptor
  signal(SIGPIPE, SIG_IGN);
  const CommandLine command = parse_command_line(argc, argv, std::cout, std::cerr);
  if (!command.generator) return command.exit_code;
  try {
    Control control(STDIN_FILENO, STDOUT_FILENO);
    Outcome outcome;
    try {
      outcome = command.generator->run(control);
    } catch (const SystemError& e) {
      outcome.error = e.what();
      outcome.error_number = e.number();
    } catch (const Error& e) {
      outcome = {.ok = false, .bytes = 0, .start_late_ns = {}, .error = e.what()};
    }
    control.report(outcome);
    return outcome.ok ? 0 : 1;
  } catch (const std::exception& e) {
    std::cerr << "seawind-workload: " << e.what() << "\n";
    return 1;
  }
}
