// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/host/member_program.h"

#include <fmt/format.h>
#include <linux/close_range.h>
#include <signal.h>
#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

#include "common/error.h"
#include "common/open_files.h"
#include "common/printable.h"
#include "common/unix_time.h"
#include "lab/endpoint.h"
#include "lab/host/lab_host_server.h"
#include "lab/host/program_group.h"
#include "lab/member_folder.h"
#include "lab/services.h"
#include "lab/tls_listener.h"
#include "namespaces/holder.h"

namespace seawind::lab {
namespace {

constexpr std::array kCommands{"key", "join", "leave", "serve"};

struct Options {
  std::string folder = "/var/lib/seawind/lab";
  std::string line;
  bool emulator = false;
  std::string listen = "0.0.0.0:7600";
  bool root_programs = false;
  std::string programs = PermittedPrograms::kNone;
  std::vector<std::string> interfaces;
  std::uint16_t tunnel_port = kTunnelPort;
};

int key(const Options& options) {
  fmt::print("{}\n", MemberFolder(options.folder).key_line());
  return 0;
}

int join(const Options& options) {
  MemberFolder folder(options.folder, options.emulator ? Role::kEmulator : Role::kAgent);
  const Identity who = folder.join(options.line, unix_seconds());
  fmt::print("This host is the {} of the lab {}. Start `seawind-agent serve` on it.\n",
             to_string(who), lab_of(folder.membership()->authority.get()));
  return 0;
}

int leave(const Options& options) {
  MemberFolder(options.folder).leave();
  return 0;
}

/// A name that is the same after the service has been killed, and differs between services of a
/// machine.
std::string group_name(const Directory& state) {
  return fmt::format("seawind-programs-{:x}", state.status().st_ino);
}

/// Serves until SIGTERM, SIGINT, or the host has left the lab.
int serve(const Options& options) {
  if (geteuid() != 0) throw Error("cannot serve a lab: run as root, which slots on this host need");
  raise_open_files();
  spdlog::set_default_logger(spdlog::stderr_color_mt("seawind-agent"));
  // Before any thread exists, so that only sigwait receives the signals.
  sigset_t stop;
  sigemptyset(&stop);
  for (const int number : {SIGTERM, SIGINT, SIGHUP}) sigaddset(&stop, number);
  pthread_sigmask(SIG_BLOCK, &stop, nullptr);
  signal(SIGPIPE, SIG_IGN);
  setenv("GRPC_ENABLE_FORK_SUPPORT", "0", 1);  // the holder is forked
  if (close_range(3, ~0U, CLOSE_RANGE_CLOEXEC) != 0)
    throw system_error("set close-on-exec on inherited descriptors");

  MemberFolder folder(options.folder);
  const auto credentials = folder.credentials();
  const Identity who = identity_of(credentials->certificate.get());
  const Endpoint at = endpoint_of(options.listen);
  const Directory state{options.folder};
  std::optional<ProgramGroup> group;
  if (options.programs != PermittedPrograms::kNone) group.emplace(group_name(state));
  std::mutex mutex;
  TlsListener* members = nullptr;  // under the mutex
  LabHostServer server({.role = who.role,
                        .root_programs = options.root_programs,
                        .programs = PermittedPrograms(options.programs),
                        .program_groups = group ? group->entries() : std::vector<std::string>(),
                        .interfaces = options.interfaces,
                        .tunnel_port = options.tunnel_port},
                       state.open_or_make("work"), [&](const MemberUpdate& update) {
                         if (!update.join_line().empty())
                           folder.join(update.join_line(), unix_seconds());
                         folder.take_revoked(update.revoked());
                         const std::lock_guard lock(mutex);
                         if (members != nullptr) members->use(folder.credentials());
                       });
  TlsListener listener(
      {.at = at,
       .admitted = {Role::kController},
       .greeting = greeting(),
       .reach = [&server](const Identity&,
                          const std::string& service) { return server.reach(service); },
       .refused = [](const std::string& line) { spdlog::warn("{}", line); }},
      credentials);
  const auto announce = [&](TlsListener* to) {
    const std::lock_guard lock(mutex);
    members = to;
  };
  announce(&listener);
  // Calls may still run when the listener ends.
  const std::shared_ptr<void> forget(nullptr, [&](void*) { announce(nullptr); });
  spdlog::info("{} of the lab {}: listening at {}", to_string(who),
               lab_of(credentials->authority.get()), options.listen);
  constexpr timespec kPollInterval{.tv_sec = 1, .tv_nsec = 0};
  for (;;) {
    const int received = sigtimedwait(&stop, nullptr, &kPollInterval);
    if (received == SIGTERM || received == SIGINT) {
      spdlog::info("ending: {}", strsignal(received));
      return 0;
    }
    server.tidy();
    if (!folder.membership()) {
      spdlog::info("ending: this host has left the lab");
      return 0;
    }
  }
}

}  // namespace

bool is_member_command(int argc, const char* const* argv) {
  if (argc < 2) return false;
  const std::string_view first = argv[1];
  return first == kHolderCommand ||
         std::find(kCommands.begin(), kCommands.end(), first) != kCommands.end();
}

int run_member_program(int argc, char** argv) {
  if (argc == 3 && std::strcmp(argv[1], kHolderCommand) == 0) return run_holder(std::atoi(argv[2]));
  CLI::App app{"Makes this host part of a lab.", "seawind-agent"};
  app.require_subcommand(1);
  Options options;
  int (*action)(const Options&) = nullptr;
  const auto add = [&](const char* name, const char* what, int (*does)(const Options&)) {
    CLI::App* const command = app.add_subcommand(name, what);
    command->add_option("--folder", options.folder, "Where this host keeps its key and membership")
        ->capture_default_str();
    command->callback([&action, does] { action = does; });
    return command;
  };
  add("key", "Prints the line to give to `seawind lab add`; makes this host's key if it has none",
      key);
  CLI::App* const joining = add("join", "Becomes a member of a lab", join);
  joining->add_option("line", options.line, "What `seawind lab add` has printed")->required();
  joining->add_flag("--emulator", options.emulator, "This host is the lab's emulator");
  add("leave", "Forgets the lab, and this host's key", leave);
  CLI::App* const serving = add("serve", "Works for the lab's controller", serve);
  serving->add_option("--listen", options.listen, "IPv4 or IPv6 address and TCP port")
      ->capture_default_str();
  serving->add_flag("--allow-root-programs", options.root_programs,
                    "Permit `user: root` in `command` flows");
  serving
      ->add_option("--programs", options.programs,
                   "Programs that `command` flows may run here: any, none, or names and files "
                   "with commas between them")
      ->capture_default_str();
  serving
      ->add_option("--interfaces", options.interfaces,
                   "Network interfaces of this host that may carry a link in place of a tunnel, "
                   "with commas between them")
      ->delimiter(',');
  serving
      ->add_option("--tunnel-port", options.tunnel_port,
                   "UDP port of the tunnels, as of the lab's file; meanwhile no other service of "
                   "this host may have it")
      ->check(CLI::Range(1, 65535))
      ->capture_default_str();
  try {
    app.parse(argc, argv);
    return action(options);
  } catch (const CLI::Success& wanted) {
    return app.exit(wanted);
  } catch (const CLI::ParseError& error) {
    std::cerr << "seawind-agent: " << printable(error.what()) << '\n';
    return 2;
  } catch (const std::exception& error) {
    std::cerr << "seawind-agent: " << printable(error.what()) << '\n';
    return 3;
  }
}

}  // namespace seawind::lab
