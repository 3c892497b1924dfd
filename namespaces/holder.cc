// SPDX-License-Identifier: GPL-3.0-or-later
#include "namespaces/holder.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/wait.h>

#include <cerrno>
#include <map>
#include <nlohmann/json.hpp>

#include "common/directory.h"
#include "common/error.h"
#include "common/open_files.h"
#include "common/print_error.h"
#include "common/process.h"
#include "namespaces/message_channel.h"
#include "namespaces/netns.h"
#include "namespaces/outside.h"
#include "namespaces/socket_table.h"
#include "namespaces/tcp_split.h"
#include "namespaces/veth.h"

namespace seawind {
namespace {

using nlohmann::json;

/// The inner holder: PID 1. Single-threaded; every request is completed before the next one.
class Holder {
 public:
  explicit Holder(MessageChannel channel) : channel_(std::move(channel)) {
    sigset_t child;
    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    sigprocmask(SIG_BLOCK, &child, nullptr);
    child_signal_ = Fd(signalfd(-1, &child, SFD_CLOEXEC | SFD_NONBLOCK));
    if (!child_signal_) throw system_error("watch child processes");
    relay_ = make_network_namespace();
  }

  void run() {
    for (;;) {
      pollfd ready[] = {{.fd = channel_.fd(), .events = POLLIN, .revents = 0},
                        {.fd = child_signal_.get(), .events = POLLIN, .revents = 0}};
      if (poll(ready, 2, -1) < 0 && errno != EINTR) throw system_error("wait for requests");
      if (ready[1].revents != 0) reap();
      if (ready[0].revents != 0) {
        const auto request = channel_.receive();
        if (!request) return;
        serve(*request);
      }
    }
  }

 private:
  struct Slot {
    Fd fixed{};  // or the only host of a slot whose other host is on another machine
    Fd mobile{};
    std::vector<pid_t> agents{};
    std::string fixed_address{};
  };

  /// The program's output is appended to the request's log file.
  pid_t start(const json& request, int network_namespace) {
    const Fd output = logs_.append(request.at("log"));
    const pid_t pid =
        spawn_in_network_namespace(network_namespace, request.at("arguments"), output.get());
    names_[pid] = request.at("program");
    return pid;
  }

  void serve(const json& request) {
    json answer{{"ok", true}};
    std::vector<Fd> files;
    try {
      const auto& what = request.at("do").get_ref<const std::string&>();
      if (what == "start")
        start(request, relay_.get());
      else if (what == "make_slot")
        make_slot(request);
      else if (what == "destroy_slot")
        destroy_slot(request.at("slot"));
      else if (what == "make_host")
        files.push_back(make_host(request));
      else if (what == "share_relay")
        files.push_back(duplicate(relay_));
      else if (what == "share_slot")
        files = share(slots_.at(request.at("slot")));
      else if (what == "listen")
        files.push_back(listen_in(slots_.at(request.at("slot")).fixed.get(), request.at("port")));
      else if (what == "route_over_link")
        route_over_link(slots_.at(request.at("slot")));
      else if (what == "forward_to_outside")
        forward_to_outside(slots_.at(request.at("slot")).fixed.get());
      else if (what == "resolve_neighbour")
        resolve_neighbour(slots_.at(request.at("slot")).fixed.get(), request.at("address"));
      else if (what == "split_tcp")
        files = split(slots_.at(request.at("slot")), request);
      else
        answer = {{"error", "cannot serve the request '" + what + "': unknown"}};
    } catch (const std::exception& error) {
      answer = {{"error", error.what()}};
    }
    std::vector<int> passed;
    for (const Fd& file : files) passed.push_back(file.get());
    channel_.send(answer, passed);
  }

  void make_slot(const json& request) {
    const int number = request.at("slot");
    destroy_slot(number);
    const json& addresses = request.at("addresses");
    Slot slot{make_network_namespace(), make_network_namespace(), {}, addresses.at(0)};
    make_link_interfaces(slot.fixed.get(), slot.mobile.get(), relay_.get(),
                         relay_fixed_interface(number), relay_mobile_interface(number),
                         request.at("mtu"), request.at("offloads"),
                         {.fixed = slot.fixed_address,
                          .mobile = addresses.at(1),
                          .nat_pools = request.at("nat_pools"),
                          .nat64_prefixes = request.at("nat64_prefixes")});
    auto& kept = slots_[number] = std::move(slot);
    for (const auto& [agent, where] :
         {std::pair{"fixed", kept.fixed.get()}, {"mobile", kept.mobile.get()}})
      kept.agents.push_back(start(request.at(agent), where));
  }

  /// Makes the only host of a slot whose other end is on another machine. Returns its namespace.
  Fd make_host(const json& request) {
    const int number = request.at("slot");
    destroy_slot(number);
    auto& kept = slots_[number] = {.fixed = make_network_namespace()};
    kept.agents.push_back(start(request.at("agent"), kept.fixed.get()));
    return duplicate(kept.fixed);
  }

  static Fd duplicate(const Fd& network_namespace) {
    Fd out(fcntl(network_namespace.get(), F_DUPFD_CLOEXEC, 0));
    if (!out) throw system_error("share a network namespace");
    return out;
  }

  static std::vector<Fd> share(const Slot& slot) {
    std::vector<Fd> files;
    files.emplace_back(open("/proc/self/ns/user", O_RDONLY | O_CLOEXEC));
    if (!files.front()) throw system_error("share the user namespace of a slot");
    for (const Fd* host : {&slot.fixed, &slot.mobile}) files.push_back(duplicate(*host));
    for (const Fd* host : {&slot.fixed, &slot.mobile}) {
      NetworkTables tables = open_network_tables(host->get());
      for (Fd* file : {&tables.tcp, &tables.tcp6, &tables.snmp, &tables.dev})
        files.push_back(std::move(*file));
    }
    return files;
  }

  static void route_over_link(const Slot& slot) {
    add_route(slot.mobile.get(), "default", slot.fixed_address);
  }

  static std::vector<Fd> split(const Slot& slot, const json& request) {
    SplitSockets made = split_tcp(slot.fixed.get(), kFixedInterface, slot.fixed_address,
                                  request.at("ports"), request.at("others"));
    std::vector<Fd> files = std::move(made.verdicts);
    files.push_back(std::move(made.requests));
    if (made.redirected) files.push_back(std::move(made.redirected));
    return files;
  }

  /// No effect when there is no such slot. Generators die with their agent. The interfaces are
  /// removed by name, because the relay's ends would otherwise exist until the last process has
  /// ended.
  void destroy_slot(int number) {
    const auto found = slots_.find(number);
    if (found == slots_.end()) return;
    for (const pid_t agent : found->second.agents) {
      if (names_.erase(agent) == 0) continue;  // already ended and reaped
      kill(agent, SIGKILL);
      waitpid(agent, nullptr, 0);
    }
    slots_.erase(found);
    remove_interface(relay_.get(), relay_fixed_interface(number));
    remove_interface(relay_.get(), relay_mobile_interface(number));
  }

  /// Also reaps orphans, whose parent is the first process of their PID namespace.
  void reap() {
    signalfd_siginfo ignored;
    while (read(child_signal_.get(), &ignored, sizeof ignored) > 0) {
    }
    int status = 0;
    for (pid_t pid; (pid = waitpid(-1, &status, WNOHANG)) > 0;) {
      const auto found = names_.find(pid);
      if (found == names_.end()) continue;
      channel_.send({{"exited", found->second}, {"how", describe_end(status)}});
      names_.erase(found);
    }
  }

  MessageChannel channel_;
  const Directory logs_{"/proc/self/fd/" + std::to_string(kHolderProgramLogs)};
  Fd child_signal_;
  Fd relay_;
  std::map<int, Slot> slots_;
  std::map<pid_t, std::string> names_;
};

void end_with_parent() {
  if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0)
    throw system_error("request a signal at the parent's end");
}

void enter_namespaces() {
  if (geteuid() != 0)
    enter_user_namespace(CLONE_NEWPID);
  else if (unshare(CLONE_NEWPID | CLONE_NEWNET) != 0)
    throw Error(system_error("make PID and network namespaces").what() +
                std::string("\nRun `seawind doctor` to see what this machine allows"));
}

/// Writes to the log. Does not throw when the log cannot be written.
void report(const std::exception& error) {
  print_error("test bed: {}\n", error.what());
}

/// Sends the reason why there is no test bed to the controller.
void refuse(MessageChannel& channel, const Error& reason) {
  try {
    channel.send({{"error", reason.what()}});
  } catch (const Error& unreachable) {
    report(reason);
    report(unreachable);
  }
}

void run_inner(MessageChannel channel) {
  try {
    channel.send({{"ok", true}});
    end_with_parent();
    raise_open_files();  // many slots need many descriptors
    Holder holder(std::move(channel));
    holder.run();
  } catch (const std::exception& error) {
    report(error);
  }
}

}  // namespace

std::string holder_log_dir() {
  return fmt::format("/proc/self/fd/{}", kHolderLogDir);
}

std::string relay_fixed_interface(int slot) {
  return fmt::format("f{}", slot);
}
std::string relay_mobile_interface(int slot) {
  return fmt::format("m{}", slot);
}

int run_holder(int controller) {
  MessageChannel channel{Fd(kHelperChannel)};
  for (const int fd : {kHelperChannel, kHolderProgramLogs}) fcntl(fd, F_SETFD, FD_CLOEXEC);
  pid_t inner = -1;
  try {
    end_with_parent();
    if (getppid() != controller) return 1;  // the controller died before the call above
    setsid();                               // only the controller handles a Ctrl-C in its terminal
    enter_namespaces();
    end_with_parent();  // new credentials may have cleared the setting
    inner = fork();
    if (inner < 0) throw system_error("start the test bed");
  } catch (const Error& error) {
    refuse(channel, error);
    return 1;
  }
  if (inner == 0) {
    run_inner(std::move(channel));
    _exit(0);
  }
  channel = MessageChannel(Fd());  // so that the death of the inner holder closes the channel
  reap(inner);
  return 0;
}

}  // namespace seawind
