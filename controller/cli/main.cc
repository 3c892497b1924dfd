// SPDX-License-Identifier: GPL-3.0-or-later
// seawind: the controller's command line.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>

#include "common/caller.h"
#include "common/error.h"
#include "common/inherited.h"
#include "common/open_files.h"
#include "common/out_of_memory.h"
#include "common/printable.h"
#include "controller/bridge/page_process.h"
#include "controller/cli/exit_codes.h"
#include "controller/cli/signals.h"
#include "controller/cli/usage.h"
#include "controller/cli/verbs.h"
#include "controller/exec/gateway_process.h"
#include "controller/exec/host_guard.h"
#include "namespaces/holder.h"

namespace seawind {
namespace {

/// `code`, or that of an error if what was printed could not be written: a full disk is often
/// reported only at the end.
int when_written(int code) {
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return code;
  std::cerr << "seawind: " << system_error("write the output").what() << '\n';
  return code == kOk ? kCannotSetUp : code;
}

}  // namespace
}  // namespace seawind

int main(int argc, char** argv) {
  using namespace seawind;
  correct_inherited_state();
  if (argc == 3 && std::strcmp(argv[1], kHolderCommand) == 0) return run_holder(std::atoi(argv[2]));
  if (argc == 2 && std::strcmp(argv[1], kGatewayCommand) == 0) return run_gateway();
  if (argc == 2 && std::strcmp(argv[1], kHostGuardCommand) == 0) return run_host_guard();
  if (argc > 2 && std::strcmp(argv[1], kPageCommand) == 0) return run_page(argc, argv);
  exit_when_out_of_memory("seawind", kCannotSetUp);
  end_on_interrupt();
  end_on_cut_file();
  caller();  // before the changes below, which are not for the command of `seawind exec`
  raise_open_files();
  // Test bed and checks fork. gRPC must not install fork handlers.
  setenv("GRPC_ENABLE_FORK_SUPPORT", "0", 1);
  CLI::App app{"Runs test sets of real traffic over emulated wireless links.", "seawind"};
  app.set_version_flag("--version", "seawind " SEAWIND_VERSION);
  app.require_subcommand(1);
  Action action;
  for (const auto add :
       {add_exec,     add_bridge,   add_attach, add_run,     add_resume,  add_shard,  add_status,
        add_pause,    add_continue, add_stop,   add_report,  add_compare, add_export, add_plot,
        add_validate, add_link,     add_import, add_configs, add_lab,     add_doctor})
    add(app, action);
  try {
    if (const auto problem = usage_problem(app, argc, argv); !problem.empty()) {
      std::cerr << "seawind: " << printable(problem) << "\nSee `seawind --help`.\n";
      return kUsage;
    }
    app.parse(words_to_parse(app, argc, argv));
    return when_written(action());
  } catch (const CLI::Success& wanted) {
    return when_written(app.exit(wanted));
  } catch (const CLI::ParseError& error) {
    std::cerr << "seawind: " << printable(error.what()) << "\nSee `seawind --help`.\n";
    return kUsage;
  } catch (const std::exception&) {
    return report_failure();
  }
}
