// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/campaign/congestion_control.h"

#include <fmt/format.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <vector>

#include "common/diagnostics.h"
#include "common/error.h"
#include "common/fds.h"
#include "controller/legacy_tcp/legacy_tcp.h"

namespace seawind {

std::string congestion_control_problem(const std::string& name) {
  const Fd socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  if (!socket) throw system_error("open a TCP socket");
  const int refused = setsockopt(socket.get(), IPPROTO_TCP, TCP_CONGESTION, name.data(),
                                 static_cast<socklen_t>(name.size()));
  // EPERM: it exists, but only a route or a privileged program may choose it.
  if (refused == 0 || errno != ENOENT) return {};
  return fmt::format(
      "this kernel has no congestion control `{0}`, only {1}: load its module {2} (as root: "
      "modprobe {2}), or use a kernel that has it",
      name, available_congestion_controls(), name.starts_with("tcp_") ? name : "tcp_" + name);
}

std::string available_congestion_controls() {
  std::ifstream in("/proc/sys/net/ipv4/tcp_available_congestion_control");
  std::string names;
  std::getline(in, names);
  return names;
}

std::string sysctl_problem(const std::string& name) {
  const std::filesystem::path folder = "/proc/sys/net/ipv4";
  if (std::filesystem::exists(folder / name)) return {};
  std::vector<std::string> names;
  for (const auto& one : std::filesystem::directory_iterator(folder))
    names.push_back(one.path().filename());
  const std::string hint = did_you_mean(name, names, "; ");
  return fmt::format("this kernel has no setting `{}` under net.ipv4{}", name, hint);
}

void require_tcp_variants(const Plan& plan) {
  for (const Case& one : plan.cases()) {
    const TcpVariant& tcp = one.tcp();
    const auto chosen = tcp.sysctl().find("tcp_congestion_control");
    for (const std::string& name :
         {tcp.route().congctl(), chosen == tcp.sysctl().end() ? std::string() : chosen->second}) {
      if (name.empty() || name == kLegacyCongestionControl) continue;  // part of Seawind
      const std::string problem = congestion_control_problem(name);
      if (!problem.empty()) throw Error(fmt::format("TCP variant `{}`: {}", tcp.name(), problem));
    }
    for (const auto& [name, value] : tcp.sysctl()) {
      const std::string problem = sysctl_problem(name);
      if (!problem.empty()) throw Error(fmt::format("TCP variant `{}`: {}", tcp.name(), problem));
    }
  }
}

}  // namespace seawind
