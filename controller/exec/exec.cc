// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/exec/exec.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <optional>
#include <set>
#include <utility>

#include "common/error.h"
#include "common/inherited.h"
#include "common/print_error.h"
#include "common/printable.h"
#include "common/whole_file.h"
#include "controller/campaign/clock.h"
#include "controller/campaign/congestion_control.h"
#include "controller/campaign/obstacle.h"
#include "controller/campaign/session.h"
#include "controller/exec/command_signals.h"
#include "controller/exec/drain.h"
#include "controller/exec/exec_plan.h"
#include "controller/exec/fixed_commands.h"
#include "controller/exec/free_addresses.h"
#include "controller/exec/gateway_process.h"
#include "controller/exec/host_command.h"
#include "controller/exec/host_guard.h"
#include "controller/exec/name_server.h"
#include "controller/exec/recording.h"
#include "controller/exec/slirp_process.h"
#include "controller/exec/summary.h"
#include "controller/exec/tcp_forwarder.h"
#include "controller/store/layout.h"
#include "controller/testbed/gateway_journal.h"

namespace seawind {
namespace {

constexpr int kSlot = 0;

/// The number N of the outer call's hosts, when this call runs in one of them. The variables alone
/// may be inherited by programs that are elsewhere.
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

/// The hosts of the outer calls are behind the default route. Their numbers are smaller than that
/// of the call around this one.
void add_outer_networks(std::uint32_t outer, std::vector<Network>& taken) {
  for (std::uint32_t n = 0; n <= std::min(outer, 254U); ++n)
    taken.push_back({10U << 24U | n << 16U, 23});
}

/// Everything beside the link that connects the hosts to the caller's network: for root the
/// gateway, over which TCP is end to end; otherwise the forwarder, which splits it, and
/// slirp4netns.
struct Outside {
  std::optional<GatewayProcess> gateway;
  std::optional<TcpForwarder> forwarder;
  std::optional<SlirpProcess> slirp;
  std::string why_split;    // for root without a gateway
  std::string name_server;  // empty: the caller's

  /// What has ended before its time; empty: nothing.
  std::string ended() const {
    if (slirp && slirp->has_ended()) return "slirp4netns has ended: only TCP leaves the fixed host";
    if (gateway && gateway->has_ended())
      return "the gateway has ended: nothing leaves the fixed host";
    return {};
  }
  /// ended(), and what somebody else has changed of this machine's network; called at the end.
  std::string problem() {
    if (std::string what = ended(); !what.empty() || !gateway) return what;
    return gateway->problem();
  }
};

/// A nested call works without slirp4netns, because links are chained by TCP connections.
void connect_slirp(const ExecOptions& options, const FreeAddresses& addresses,
                   const LocalTestBed::Namespaces& hosts, const Recording& recording,
                   Outside& outside) {
  try {
    outside.slirp.emplace(hosts, addresses.outside_network, recording.logs());
    outside.name_server = addresses.name_server;
  } catch (const Error& error) {
    if (!options.nested) throw;
    const std::string reason = error.what();
    print_error("seawind: warning: only TCP leaves the fixed host: {}\n",
                reason.substr(0, reason.find('\n')));
  }
}

/// The default congestion control of this machine.
std::string own_congestion_control() {
  std::string name;
  std::ifstream("/proc/sys/net/ipv4/tcp_congestion_control") >> name;
  return name.empty() ? "unknown" : printable(name);
}

/// Whether the hosts are connected by packets.
bool connect_gateway(const Plan& plan, const ExecOptions& options, const FreeAddresses& addresses,
                     const LocalTestBed::Namespaces& hosts, const Recording& recording,
                     Outside& outside) {
  if (geteuid() != 0) return false;
  const std::string name_server = options.nat ? own_name_server() : "";
  try {
    outside.gateway.emplace(GatewayPlan{.fixed_address = addresses.hosts.fixed,
                                        .mtu = static_cast<int>(plan.test_set().mtu()),
                                        .nat = options.nat,
                                        .expose = options.expose,
                                        .caller_name_server = name_server},
                            hosts.fixed, recording.logs());
  } catch (const Error& error) {
    const std::string reason = error.what();
    outside.why_split = ": " + printable(reason.substr(0, reason.find('\n')));
    return false;
  }
  if (options.nat && name_server.empty())
    print_error("seawind: warning: /etc/resolv.conf has no IPv4 name server\n");
  else if (options.nat)
    outside.name_server = outside.gateway->address();
  const std::string& variant = plan.cases(0).tcp().name();
  if (variant != ExecPlanChoice().tcp)
    print_error(
        "seawind: warning: `{}` is the TCP variant of the mobile host only: the other end of "
        "its connections over --nat and --expose has its own TCP (on this machine: {})\n",
        variant, own_congestion_control());
  return true;
}

/// Whether packets to the address do not leave a host: 127.0.0.0/8 and 0.0.0.0/8. A program can
/// send them through an interface all the same (SO_BINDTODEVICE).
bool is_of_own_host(const in_addr& address) {
  const std::uint32_t first = ntohl(address.s_addr) >> 24U;
  return first == IN_LOOPBACKNET || first == 0;
}

constexpr std::uint16_t kNamePort = 53;

/// Where connections go that are split at the fixed host: those to its own address, or of its own
/// programs, to this machine's loopback interface.
TcpForwarder::Destination destination_for(const ExecOptions& options,
                                          const FreeAddresses& addresses) {
  const in_addr_t fixed = inet_addr(addresses.hosts.fixed.c_str());
  const in_addr_t name_server = inet_addr(addresses.name_server.c_str());
  const in_addr_t own_server = inet_addr(own_name_server().c_str());
  return [=, ports = std::set(options.expose.begin(), options.expose.end()),
          nat = options.nat](const sockaddr_in& asked) -> std::optional<sockaddr_in> {
    sockaddr_in to = asked;
    if (const in_addr loopback{htonl(INADDR_LOOPBACK)};
        asked.sin_addr.s_addr == fixed || asked.sin_addr.s_addr == loopback.s_addr) {
      if (!ports.contains(ntohs(asked.sin_port))) return {};
      to.sin_addr = loopback;
    } else if (!nat || is_of_own_host(asked.sin_addr)) {
      return {};
    } else if (asked.sin_addr.s_addr == name_server) {
      // Names alone: the server may be on the loopback interface, whose other services are not
      // meant.
      if (own_server == INADDR_NONE || asked.sin_port != htons(kNamePort)) return {};
      to.sin_addr.s_addr = own_server;
    }
    return to;
  };
}

/// The listeners are opened here, after the TCP variant is applied: connections have the buffers
/// and the congestion control that their listener got when it was made.
void connect_outside(const Plan& plan, const ExecOptions& options, const FreeAddresses& addresses,
                     LocalTestBed& bed, const LocalTestBed::Namespaces& hosts,
                     const Recording& recording, Outside& outside) {
  if (!options.nat && options.expose.empty()) return;
  if (connect_gateway(plan, options, addresses, hosts, recording, outside)) return;
  std::vector<Fd> listeners;
  for (const std::uint16_t port : options.expose) listeners.push_back(bed.listen(kSlot, port));
  if (options.nat) {
    bed.forward_to_outside(kSlot);
    connect_slirp(options, addresses, hosts, recording, outside);
  }
  outside.forwarder.emplace(bed.split_tcp(kSlot, options.expose, options.nat), std::move(listeners),
                            destination_for(options, addresses));
}

std::string warm_up_text(const TcpVariant& tcp) {
  if (!tcp.has_warm_up()) return {};
  const std::int64_t flows = std::max<std::int64_t>(1, tcp.warm_up_flows());
  return fmt::format("seawind: TCP variant `{}` is warmed up: {} transfer{} of {} B\n", tcp.name(),
                     flows, flows > 1 ? "s" : "", tcp.warm_up());
}

std::string greeting(const Plan& plan, const ExecOptions& options, const FreeAddresses& addresses,
                     const Outside& outside) {
  std::string text = fmt::format("seawind: {}, this host {}, fixed host {}", plan.cases(0).id(),
                                 addresses.hosts.mobile, addresses.hosts.fixed);
  if (!options.expose.empty())
    text += fmt::format(", port{} {} there forwarded to this machine",
                        options.expose.size() > 1 ? "s" : "", fmt::join(options.expose, ", "));
  if (options.nat) text += ", other destinations over the link";
  text += "\n";
  if (outside.gateway) text += "seawind: TCP is end to end\n";
  if (outside.forwarder)
    text += fmt::format("seawind: TCP is split at the fixed host{}\n", outside.why_split);
  return text;
}

int exit_code(int status) {
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

/// Puts back the settings of a gateway that was killed.
void restore_network() {
  try {
    restore_gateways();
  } catch (const Error& error) {
    print_error("seawind: warning: this network is not as before: {}\n", error.what());
  }
}

/// Reaps the command, which has ended. A tracer in the mobile host that does not let it be reaped
/// ends after two seconds.
int reap_command(const Process& command, HostGuard& guard) {
  constexpr std::chrono::seconds kLimit{2};
  if (!reapable_within(command.pid, kLimit)) guard.end_mobile_programs();
  return reap(command.pid);
}

/// Waits for the command's end and reports the end of slirp4netns or the gateway. A part of the
/// test bed that is lost ends the command: SIGTERM, and SIGKILL after kGrace. Returns the status of
/// waitpid(), or nothing when the test bed was lost.
std::optional<int> wait_for(const Process& command, LocalTestBed& bed, HostGuard& guard,
                            const Outside& outside, CommandSignals& signals) {
  constexpr std::chrono::milliseconds kLook{200};
  constexpr std::chrono::seconds kGrace{5};
  using Clock = std::chrono::steady_clock;
  std::optional<Clock::time_point> lost;
  bool reported = false;
  for (;;) {
    if (ended_within(command.handle, kLook)) {
      signals.end();
      const int status = reap_command(command, guard);
      if (lost) return {};
      return status;
    }
    if (const std::string ended = outside.ended();
        !ended.empty() && !std::exchange(reported, true)) {
      if (outside.gateway) restore_network();
      print_error("seawind: warning: {}\n", ended);
    }
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
  SlotAccess access = bed.access(kSlot);
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
                       LocalTestBed& bed, HostGuard& guard, const Outside& outside,
                       CommandSignals& signals, Recording& recording) {
  if (!signals.keep()) throw Stopped();
  Process process;
  try {
    process = start_in_mobile_host(hosts, command);
  } catch (const SystemError& error) {
    signals.end();
    recording.fail(error.what(), cause_of(error));
    print_error("seawind: {}\n", error.what());
    return error.number() == ENOENT ? kCommandNotFound : kCannotExecute;
  }
  signals.forward_to(process);
  std::optional<int> status;
  try {
    status = wait_for(process, bed, guard, outside, signals);
  } catch (...) {
    signals.end();  // before the descriptor is closed to which they are forwarded
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
bool deliver_rest(const LocalTestBed::Namespaces& hosts, Session& session, const Outside& outside,
                  const CommandSignals& signals, bool quiet) {
  const std::string lost = drain(
      {.hosts = hosts,
       .uplink_packets =
           [&] { return static_cast<std::int64_t>(session.report().uplink().held_packets()); },
       .passed_on = [&] { return !outside.forwarder || outside.forwarder->is_delivered(); },
       .interrupted = [&] { return signals.interrupted(); }},
      quiet);
  if (!lost.empty()) print_error("seawind: warning: not delivered: {}\n", lost);
  return lost.empty();
}

/// Throws Error, or Stopped before the command has run.
int run_in_test_bed(const Plan& plan, const ExecOptions& options, CommandSignals& signals,
                    Recording& recording) {
  require_congestion_controls(plan);
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
  bed.make_slot(kSlot);
  const auto hosts = bed.namespaces(kSlot);
  guard.emplace(hosts, recording.logs());
  if (options.nat) bed.route_over_link(kSlot);  // before the TCP variant, whose metrics it gets
  const SlotAccess access = access_to(bed);
  Session session(access, peers_of(access), machine_clock(), plan.test_set(), plan.cases(0),
                  recording.repetition(), signals.token());
  session.set_up_hosts();
  if (!options.quiet) print_error("{}", warm_up_text(plan.cases(0).tcp()));
  session.warm_up(recording.folder(), recording.event_log(kWarmUpLogFile), [] {});
  Outside outside;
  connect_outside(plan, options, addresses, bed, hosts, recording, outside);
  session.start(recording.event_log(kEventLogFile));
  if (!options.quiet)
    print_error("{}", greeting(plan, options, addresses, outside));
  else if (!outside.why_split.empty())  // root's connections are end to end otherwise
    print_error("seawind: warning: TCP is split at the fixed host{}\n", outside.why_split);
  HostCommand command{options.command,
                      addresses.hosts,
                      recording.write_shown("hosts", host_names(addresses.hosts)),
                      {}};
  if (!outside.name_server.empty())
    command.resolver = recording.write_shown("resolv.conf", resolver_with(outside.name_server));
  std::optional<FixedCommands> at_fixed;
  if (!options.at_fixed.empty()) {
    std::vector<std::uint16_t> own;  // of split connections
    for (const TcpSocket& socket : tcp_sockets(hosts.fixed_sockets)) own.push_back(socket.port);
    at_fixed.emplace(hosts, command, options.at_fixed, options.quiet);
    at_fixed->wait_until_ready(hosts.fixed_sockets, options.wait_ports, own, signals.token());
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
  const std::string lost = outside.problem();
  const LinkReport report = session.finish();
  at_fixed.reset();  // takes up to two seconds, which are not the link's
  const auto split = outside.forwarder ? outside.forwarder->counts() : TcpForwarder::Counts{};
  // The fixed host forwards to slirp4netns what is not TCP.
  const bool others_inside = forwarded_packets(hosts.mobile_sockets) > 0 ||
                             (!outside.slirp && forwarded_packets(hosts.fixed_sockets) > 0);
  const auto [invalid, failed] =
      recording.end(report, {.manual_changes = session.manual_changes(),
                             .split_connections = split.connections,
                             .tcp_of_others = outside.gateway.has_value() || others_inside,
                             .undelivered = !delivered,
                             .lost = lost});
  if (!options.quiet || !invalid.empty()) print_error("{}", link_summary(report, plan, invalid));
  print_error("{}", split_summary(split, options.quiet && invalid.empty()));
  if (!options.quiet && !options.record.empty())
    print_error("  recorded in {}{}\n", printable(options.record.string()),
                recording.is_there() ? "" : ", which has been moved since");
  if (!failed.empty()) throw Error("the recording is not complete: " + failed);
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
