// SPDX-License-Identifier: GPL-3.0-or-later
#include <fcntl.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <sched.h>
#include <sys/socket.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "common/error.h"
#include "common/whole_file.h"
#include "controller/campaign/congestion_control.h"
#include "controller/cli/checks.h"
#include "controller/cli/in_child.h"
#include "controller/legacy_tcp/legacy_tcp.h"
#include "namespaces/netns.h"
#include "namespaces/veth.h"

namespace seawind {
namespace {

using V = Check::Verdict;

std::string first_line_of(const std::string& text) {
  return text.substr(0, text.find('\n'));
}

Check kernel_version() {
  utsname name{};
  uname(&name);
  int major = 0;
  int minor = 0;
  std::sscanf(name.release, "%d.%d", &major, &minor);
  const bool old = major < 5 || (major == 5 && minor < 10);
  return {"kernel", old ? V::kWarn : V::kOk, name.release,
          old ? "Seawind is used with Linux 5.10 and newer" : ""};
}

Check realtime_priority() {
  const auto problem = try_in_child([] {
    sched_param priority{};
    priority.sched_priority = 10;
    if (sched_setscheduler(0, SCHED_FIFO, &priority) != 0) throw system_error("use SCHED_FIFO");
  });
  if (problem.empty()) return {"real-time priority", V::kOk, "SCHED_FIFO is allowed", ""};
  return {"real-time priority", V::kWarn, first_line_of(problem),
          "timing is worse beside busy processes; allow it with `rtprio 20` for your user in "
          "/etc/security/limits.conf, or run as root"};
}

Check legacy_tcp() {
  const auto problem = try_in_child([] {
    LegacyTcpPrograms kernel;
    kernel.register_congestion_control();
    constexpr std::uint64_t kNobody = 0;
    kernel.set_timeouts(kNobody, {.syn = Duration::seconds(3), .data = Duration::seconds(3)});
  });
  if (problem.empty())
    return {"legacy TCP", V::kOk, "reno24 and initial time-outs (BPF) can be loaded", ""};
  return {"legacy TCP", V::kWarn, first_line_of(problem),
          "only the TCP variants *-legacy need it: the real root, Linux 6.15 or newer with BTF"};
}

Check congestion_controls() {
  const bool bbr = congestion_control_problem("bbr").empty();  // this may load its module
  const std::string found = available_congestion_controls();
  if (bbr) return {"congestion control", V::kOk, found, ""};
  return {"congestion control", V::kWarn, found,
          "only the TCP variant bbr needs the kernel's module tcp_bbr: as root, modprobe tcp_bbr"};
}

/// How late processor 0 wakes from its deepest idle state, and whether the daemon may prevent it.
Check idle_states() {
  constexpr auto kName = "idle states";
  long long deepest = -1;  // us
  for (int state = 0;; ++state) {
    const auto file = fmt::format("/sys/devices/system/cpu/cpu0/cpuidle/state{}/latency", state);
    const long long latency = number_in(file, -1LL);
    if (latency < 0) break;
    deepest = std::max(deepest, latency);
  }
  constexpr long long kRequested = 20;  // us, by the daemon (emulator/daemon/cpu_latency.h)
  const auto finding = fmt::format("the deepest wakes in {} us", deepest);
  if (deepest < 0) return {kName, V::kOk, "unknown: no cpuidle driver", ""};
  if (deepest <= kRequested) return {kName, V::kOk, finding, ""};
  if (const Fd device(open("/dev/cpu_dma_latency", O_WRONLY | O_CLOEXEC)); device)
    return {kName, V::kOk, finding + "; not used while there are links", ""};
  return {kName, V::kWarn, finding + "; " + system_error("open /dev/cpu_dma_latency").what(),
          "a processor that sleeps between sparse packets wakes that much later; run as root, or "
          "allow your user to write to /dev/cpu_dma_latency"};
}

Check realtime_throttling() {
  const auto runtime = number_in("/proc/sys/kernel/sched_rt_runtime_us", 950'000LL);
  const auto period = number_in("/proc/sys/kernel/sched_rt_period_us", 1'000'000LL);
  if (runtime < 0)
    return {"real-time throttling", V::kOk, "off: real-time threads are never stalled", ""};
  const double share =
      period > 0 ? 100.0 * static_cast<double>(runtime) / static_cast<double>(period) : 0;
  const auto finding = fmt::format("{:.0f} % of {} ms", share, period / 1000);
  if (share >= 90) return {"real-time throttling", V::kOk, finding, ""};
  return {"real-time throttling", V::kWarn, finding,
          "the relay may be stalled; set kernel.sched_rt_runtime_us to 950000"};
}

Check user_namespaces() {
  if (geteuid() == 0) return {"user namespaces", V::kOk, "not needed: run as root", ""};
  const auto problem = try_in_child([] { enter_user_namespace(); });
  if (problem.empty()) return {"user namespaces", V::kOk, "allowed", ""};
  return {"user namespaces", V::kFail, first_line_of(problem),
          "see user.max_user_namespaces, kernel.unprivileged_userns_clone and "
          "kernel.apparmor_restrict_unprivileged_userns, or run as root"};
}

Check interfaces() {
  const auto problem = try_in_child([] {
    if (geteuid() != 0) enter_user_namespace();
    const Fd fixed = make_network_namespace();
    const Fd mobile = make_network_namespace();
    const Fd relay = make_network_namespace();
    make_link_interfaces(fixed.get(), mobile.get(), relay.get(), "f0", "m0", 1500, false);
  });
  if (problem.empty())
    return {"network namespaces", V::kOk, "veth pairs can be made, offloads switched off", ""};
  return {"network namespaces", V::kFail, first_line_of(problem),
          "the kernel needs CONFIG_NET_NS and CONFIG_VETH (module veth), and in a container the "
          "rights to "
          "use them (CAP_SYS_ADMIN and CAP_NET_ADMIN)"};
}

Check tun_device() {
  constexpr auto kName = "TUN device";
  if (const Fd device(open("/dev/net/tun", O_RDWR | O_CLOEXEC)); device)
    return {kName, V::kOk, "/dev/net/tun can be opened", ""};
  return {
      kName, V::kWarn, system_error("open /dev/net/tun").what(),
      "slirp4netns needs it (`seawind exec --nat`, unless TCP is end to end): as root, modprobe "
      "tun; for a container, pass the device (--device /dev/net/tun)"};
}

Check echo_requests() {
  constexpr auto kName = "echo requests";
  if (const Fd probe(socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, IPPROTO_ICMP)); probe)
    return {kName, V::kOk, "net.ipv4.ping_group_range allows them without rights", ""};
  return {
      kName, V::kWarn, system_error("open a socket for echo requests").what(),
      "ping has no answer behind `seawind exec --nat`, unless TCP is end to end: as root, sysctl "
      "net.ipv4.ping_group_range='0 2147483647'"};
}

}  // namespace

std::vector<Check> check_kernel(Machine machine) {
  std::vector<Check> out{kernel_version(),      realtime_priority(),   idle_states(),
                         realtime_throttling(), congestion_controls(), user_namespaces(),
                         interfaces()};
  if (machine == Machine::kWhole)
    for (const auto& check : {legacy_tcp(), tun_device(), echo_requests()}) out.push_back(check);
  return out;
}

}  // namespace seawind
