// SPDX-License-Identifier: GPL-3.0-or-later
// seawind-agent: runs in the network namespace of an end host (the caller puts it there), applies
// TCP variants and runs traffic generators on behalf of the controller.
#include <fcntl.h>
#include <linux/close_range.h>
#include <signal.h>
#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <filesystem>

#include "common/directory.h"
#include "common/error.h"
#include "common/fds.h"
#include "common/inherited.h"
#include "common/open_files.h"
#include "common/permitted_programs.h"
#include "common/printable.h"
#include "common/process.h"
#include "lab/host/member_program.h"
#include "workloads/agent/host_rights.h"
#include "workloads/agent/service.h"
#include "workloads/agent/supervisor.h"

namespace {

std::string beside_this_program(const char* name) {
  return std::filesystem::read_symlink("/proc/self/exe").parent_path() / name;
}

}  // namespace

int main(int argc, char** argv) {
  const pid_t parent = getppid();
  seawind::correct_inherited_state();
  if (seawind::lab::is_member_command(argc, argv))
    return seawind::lab::run_member_program(argc, argv);
  CLI::App app{
      "Applies TCP variants and runs traffic generators on an end host. As a host of a lab: "
      "seawind-agent key, join, leave, serve.",
      "seawind-agent"};
  std::string socket;
  std::string workload;
  std::string log_dir = "/var/lib/seawind/logs";
  std::string level = "info";
  bool tied = false;
  bool root_programs = false;
  std::string programs = seawind::PermittedPrograms::kAny;
  std::vector<std::string> program_groups;
  app.set_version_flag("--version", "seawind-agent " SEAWIND_VERSION);
  app.add_option("--socket", socket, "UNIX socket to listen on; only root and this user may call")
      ->required();
  app.add_option("--workload", workload,
                 "The generator program [seawind-workload beside this one]");
  app.add_option("--log-dir", log_dir,
                 "Directory of the generators' logs; a client names them relative to it")
      ->capture_default_str();
  app.add_option("--log-level", level, "Lowest level that is logged to standard error")
      ->check(CLI::IsMember({"trace", "debug", "info", "warning", "error", "critical", "off"}))
      ->capture_default_str();
  app.add_flag("--die-with-parent", tied, "End at once when the parent process (thread) ends");
  app.add_flag("--allow-root-programs", root_programs, "Permit `user: root` in `command` flows");
  app.add_option("--programs", programs,
                 "Programs that `command` flows may run: any, none, or names and files with commas "
                 "between them")
      ->capture_default_str();
  app.add_option("--program-group", program_groups,
                 "File `cgroup.procs` of a control group for generators of `command` flows; may be "
                 "repeated");
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& e) {
    return app.exit(e);
  } catch (const CLI::ParseError& e) {
    std::cerr << "seawind-agent: " << seawind::printable(e.what()) << "\n";
    return 2;
  }
  try {
    seawind::restrict_rights(seawind::agent_rights(root_programs));
    if (tied) seawind::die_with_parent(parent, SIGKILL);
    seawind::raise_open_files();
    spdlog::set_default_logger(spdlog::stderr_color_mt("seawind-agent"));
    spdlog::set_level(spdlog::level::from_str(level));
    // Called before any thread exists, so that all threads inherit the mask and only sigwait
    // receives the signals.
    sigset_t stop;
    sigemptyset(&stop);
    for (const int s : {SIGTERM, SIGINT, SIGHUP}) sigaddset(&stop, s);
    pthread_sigmask(SIG_BLOCK, &stop, nullptr);
    signal(SIGPIPE, SIG_IGN);

    if (workload.empty()) workload = beside_this_program("seawind-workload");
    if (access(workload.c_str(), X_OK) != 0)
      throw seawind::Error(std::string(seawind::system_error("run " + workload).what()) +
                           "; the generators' program is needed there: install or build the whole "
                           "of Seawind");
    seawind::Directory logs(log_dir);
    // Generators must not inherit the descriptors with which this program was started.
    if (close_range(3, ~0U, CLOSE_RANGE_CLOEXEC) != 0)
      throw seawind::system_error("set close-on-exec on inherited descriptors");
    // An upgrade of Seawind must not mix programs of two versions in one campaign.
    const seawind::Fd program(open(workload.c_str(), O_PATH | O_CLOEXEC));
    // A number above the descriptors that a generator gets for its files.
    const seawind::Fd kept(program ? fcntl(program.get(), F_DUPFD_CLOEXEC, 64) : -1);
    if (!kept) throw seawind::system_error("open " + workload);
    seawind::Supervisor supervisor({});
    const seawind::AgentServer server(
        socket,
        {workload, "/proc/self/fd/" + std::to_string(kept.get()), root_programs,
         seawind::PermittedPrograms(programs), program_groups},
        std::move(logs), supervisor);
    if (!seawind::can_confine())
      spdlog::warn(
          "generators run with the agent's rights, because the agent lacks the capabilities to "
          "restrict them");
    spdlog::info("listening on {}", socket);
    int received = SIGHUP;  // SIGHUP is ignored: there is no configuration to read again
    while (received == SIGHUP) sigwait(&stop, &received);
    spdlog::info("ending: {}", strsignal(received));
    return 0;
  } catch (const std::exception& e) {
    std::cerr << "seawind-agent: " << seawind::printable(e.what()) << "\n";
    return 3;
  }
}
