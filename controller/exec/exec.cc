// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/exec/exec.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <netinet/in.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <optional>

#include "common/error.h"
#include "common/inherited.h"
#include "common/print_error.h"
#include "common/whole_file.h"
#include "controller/campaign/clock.h"
#include "controller/campaign/congestion_control.h"
#include "controller/campaign/session.h"
#include "controller/campaign/storage_problem.h"
#include "controller/exec/command_signals.h"
#include "controller/exec/drain.h"
#include "controller/exec/exec_plan.h"
#include "controller/exec/fixed_commands.h"
#include "controller/exec/free_addresses.h"
#include "controller/exec/host_command.h"
#include "controller/exec/host_guard.h"
#include "controller/exec/name_server.h"
#include "controller/exec/outside_access.h"
#include "controller/exec/recording.h"
#include "controller/exec/summary.h"
#include "controller/store/layout.h"

namespace seawind {
namespace {

/// The number N of the outer call's hosts, when this call runs in one of them. The variables alone
/// are no proof: programs elsewhere may have inherited them.
std::optional<std::uint32_t> outer_number() {
  for (const char* variable : {kFixedAddressVariable, kMobileAddressVariable}) {
    const char* const text = std::getenv(variable);
    in_addr address{};
    if (text == nullptr || inet_pton(AF_INET, text, &address) != 1 || !is_own_address(address))
      continue;
    const std::uint32_t bits = ntohl(address.s_addr);
    if (bits >> 24U == 10 && (bits & 0xffffU) <= 2) return bits >> 16U & 0xffU;  // 10.N.0.1 or .2
  }
  return {};
}

/// The hosts of the outer calls are behind the default route. Their numbers are at most that of the
/// call around this one.
void add_outer_networks(std::uint32_t outer, std::vector<Network>& taken) {
  for (std::uint32_t n = 0; n <= std::min(outer, 254U); ++n)
    taken.push_back({10U << 24U | n << 16U, 23});
}

std::string warm_up_text(const TcpVariant& tcp) {
  if (!tcp.has_warm_up()) return {};
  const std::int64_t flows = std::max<std::int64_t>(1, tcp.warm_up_flows());
  return fmt::format("seawind: TCP variant `{}` is warmed up: {} transfer{} of {} B\n", tcp.name(),
                     flows, flows > 1 ? "s" : "", tcp.warm_up());
}

std::string greeting(const Plan& plan, const ExecOptions& options, const FreeAddresses& addresses,
                     const OutsideAccess& outside) {
  std::string text = fmt::format("seawind: {}, this host {}, fixed host {}", plan.cases(0).id(),
                                 addresses.hosts.mobile, addresses.hosts.fixed);
  if (!options.expose.empty())
    text += fmt::format(", port{} {} there forwarded to this machine",
                        options.expose.size() > 1 ? "s" : "", fmt::join(options.expose, ", "));
  if (options.nat) text += ", other destinations over the link";
  return text + "\n" + outside.greeting();
}

int exit_code(int status) {
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

/// Reaps the command, which has ended. A tracer in the mobile host that does not let it be reaped
/// ends after two seconds.
int reap_command(const Process& command, HostGuard& guard) {
  constexpr std::chrono::seconds kLimit{2};
  if (!reapable_within(command.pid, kLimit)) guard.end_mobile_programs();
  return reap(command.pid);
}

/// Waits for the command's end. A part of the test bed that is lost ends the command: SIGTERM, and
/// SIGKILL after kGrace. Returns the status of waitpid(), or nothing when the test bed was lost.
std::optional<int> wait_for(const Process& command, LocalTestBed& bed, HostGuard& guard,
                            OutsideAccess& outside, CommandSignals& signals) {
  constexpr std::chrono::milliseconds kPollInterval{200};
  constexpr std::chrono::seconds kGrace{5};
  using Clock = std::chrono::steady_clock;
  std::optional<Clock::time_point> lost;
  for (;;) {
    if (ended_within(command.handle, kPollInterval)) {
      signals.end();
      const int status = reap_command(command, guard);
      if (lost) return {};
      return status;
    }
    outside.update();
    for (const Loss& loss : bed.losses()) {
      print_error("seawind: the link is lost: {}; ending the command\n", loss.words);
      if (!lost) kill(command.pid, SIGTERM);
      lost = lost.value_or(Clock::now());
    }
    if (lost && Clock::now() > *lost + kGrace) kill(command.pid, SIGKILL);
  }
}

/// As LocalTestBed::access(), but waiting for the agents ends with an Error when a part of the test
/// bed ends.
SlotAccess access_to(LocalTestBed& bed) {
  SlotAccess access = bed.access(kExecSlot);
  access.agents_listen = [&bed, listen = access.agents_listen](std::chrono::milliseconds limit,
                                                               const std::stop_token& stop) {
    constexpr std::chrono::milliseconds kStep{50};
    for (; limit > kStep; limit -= kStep) {
      if (listen(kStep, stop)) return true;
      for (const Loss& loss : bed.losses()) throw Error("cannot make the hosts: " + loss.words);
      if (stop.stop_requested()) return false;
    }
    return listen(limit, stop);
  };
  return access;
}

/// Runs the command. Returns the exit code.
int run_in_mobile_host(const HostCommand& command, const LocalTestBed::Namespaces& hosts,
                       LocalTestBed& bed, HostGuard& guard, OutsideAccess& outside,
                       CommandSignals& signals, Recording& recording) {
  if (!signals.keep()) throw Stopped();
  Process process;
  try {
    process = start_in_mobile_host(hosts, command,
                                   [&](const Process& made) { signals.forward_to(made); });
  } catch (const SystemError& error) {
    signals.end();
    recording.fail(error.what(), cause_of(error));
    print_error("seawind: {}\n", error.what());
    return error.number() == ENOENT ? kCommandNotFound : kCannotExecute;
  }
  std::optional<int> status;
  try {
    status = wait_for(process, bed, guard, outside, signals);
  } catch (...) {
    signals.end();
    throw;
  }
  // A program that is left may keep the terminal (stty tostop). With a handler, the write would be
  // restarted without end.
  signal(SIGTTOU, SIG_IGN);
  if (status) return exit_code(*status);
  recording.fail("the test bed was lost", Cause::kTestBed);
  return kExecFailed;
}

/// The caller's /etc/hosts with the names of the hosts.
std::string host_names(const HostAddresses& addresses) {
  const auto [text, problem] = try_read_whole_file("/etc/hosts", SIZE_MAX);
  if (!problem.empty())
    print_error("seawind: warning: the names of /etc/hosts are missing: {}\n", problem);
  return fmt::format("{} fixed\n{} mobile\n{}", addresses.fixed, addresses.mobile, text);
}

/// Waits for what the command has sent and is still on its way. Returns whether all was delivered.
bool deliver_rest(const LocalTestBed::Namespaces& hosts, Session& session, OutsideAccess& outside,
                  const CommandSignals& signals, bool quiet) {
  const std::string lost = drain(
      {.hosts = hosts,
       .uplink_packets =
           [&] { return static_cast<std::int64_t>(session.report().uplink().held_packets()); },
       .passed_on = [&] { return outside.is_delivered(); },
       .interrupted = [&] { return signals.interrupted(); }},
      quiet);
  if (!lost.empty()) print_error("seawind: warning: not delivered: {}\n", lost);
  return lost.empty();
}

/// Throws Error, or Stopped before the command has run.
int run_in_test_bed(const Plan& plan, const ExecOptions& options, CommandSignals& signals,
                    Recording& recording) {
  require_tcp_variants(plan);
  std::vector<Network> taken = taken_networks();
  if (const auto outer = outer_number(); outer && options.nested) add_outer_networks(*outer, taken);
  FreeAddresses addresses = choose_addresses(taken);
  addresses.hosts.nat_pools = has_nat(plan);
  addresses.hosts.nat64_prefixes = nat64_prefixes(plan);
  std::optional<HostGuard> guard;  // ends after the test bed, whose agents are no programs of exec
  LocalTestBed bed({.log_dir = recording.work().duplicate(),
                    .program_logs = recording.logs().duplicate(),
                    .mtu = static_cast<int>(plan.test_set().mtu()),
                    .offloads = plan.test_set().offloads(),
                    .addresses = addresses.hosts,
                    .stop = signals.token()});
  if (signals.token().stop_requested()) throw Stopped();
  bed.make_slot(kExecSlot);
  const auto hosts = bed.namespaces(kExecSlot);
  guard.emplace(hosts, recording.logs());
  if (options.nat) bed.route_over_link(kExecSlot);  // before the TCP variant, which changes it
  const SlotAccess access = access_to(bed);
  Session session(access, peers_of(access), machine_clock(), plan.test_set(), plan.cases(0),
                  recording.repetition(), signals.token());
  session.set_up_hosts();
  if (!options.quiet) print_error("{}", warm_up_text(plan.cases(0).tcp()));
  session.warm_up(recording.folder(), recording.event_log(kWarmUpLogFile), [] {});
  OutsideAccess outside(plan, options, addresses, bed, recording);
  session.start(recording.event_log(kEventLogFile));
  if (!options.quiet)
    print_error("{}", greeting(plan, options, addresses, outside));
  else if (!outside.why_split().empty())  // root's connections are end to end otherwise
    print_error("seawind: warning: TCP is split at the fixed host{}\n", outside.why_split());
  HostCommand command{options.command,
                      addresses.hosts,
                      recording.write_shown("hosts", host_names(addresses.hosts)),
                      {}};
  if (!outside.name_server().empty())
    command.resolver = recording.write_shown("resolv.conf", resolver_with(outside.name_server()));
  std::optional<FixedCommands> at_fixed;
  if (!options.at_fixed.empty()) {
    std::vector<std::uint16_t> own;  // of split connections
    for (const TcpSocket& socket : tcp_sockets(hosts.fixed_tables)) own.push_back(socket.port);
    at_fixed.emplace(hosts, command, options.at_fixed, options.quiet);
    at_fixed->wait_until_ready(hosts.fixed_tables, options.wait_ports, own, signals.token());
    if (signals.token().stop_requested()) throw Stopped();
  }
  const int code = run_in_mobile_host(command, hosts, bed, *guard, outside, signals, recording);
  if (recording.ended()) return code;
  // What the command has left running ends before the link, which carries the ends of its
  // connections.
  bool delivered = deliver_rest(hosts, session, outside, signals, options.quiet);
  if (delivered && guard->end_mobile_programs())
    delivered = deliver_rest(hosts, session, outside, signals, options.quiet);
  if (at_fixed) at_fixed->report_failures();
  const LinkReport report = session.finish();
  const std::string lost = outside.problem(hosts.fixed_tables);
  at_fixed.reset();  // takes up to two seconds, after the link's end
  const TcpForwarder::Counts split = outside.split();
  // The fixed host forwards to slirp4netns what is not TCP.
  const bool others_inside = forwarded_packets(hosts.mobile_tables) > 0 ||
                             (!outside.has_slirp() && forwarded_packets(hosts.fixed_tables) > 0);
  const auto [invalid, failed] =
      recording.end(report, {.manual_changes = session.manual_changes(),
                             .split_connections = split.connections,
                             .tcp_of_others = outside.is_end_to_end() || others_inside,
                             .undelivered = !delivered,
                             .lost = lost});
  if (!options.quiet || !invalid.empty()) print_error("{}", link_summary(report, plan, invalid));
  print_error("{}", split_summary(split, options.quiet && invalid.empty()));
  recording.report(failed, options.quiet);
  return code;
}

}  // namespace

int exec_command(const Plan& plan, const ExecOptions& chosen) {
  ExecOptions options = chosen;
  options.nested = outer_number() && !options.nat;
  options.nat = options.nat || options.nested;
  continue_after(SIGPIPE);  // of messages whose reader is gone
  CommandSignals signals;
  Recording recording(plan, options.record);
  try {
    return run_in_test_bed(plan, options, signals, recording);
  } catch (const Stopped&) {
    recording.fail("stopped before the command ran");
    return 128 + signals.stopped_by();
  } catch (const std::exception& error) {
    recording.fail(error.what(), cause_of(error));
    throw;
  }
}

}  // namespace seawind
