// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/legacy_tcp/legacy_tcp.h"

#include <arpa/inet.h>
#include <bpf/bpf.h>
#include <bpf/libbpf.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdarg>
#include <cstring>
#include <fstream>
#include <mutex>
#include <sstream>
#include <thread>
#include <utility>

#include "common/error.h"
#include "common/fds.h"
#include "controller/legacy_tcp/legacy_tcp_object.h"
#include "controller/legacy_tcp/registered.h"

namespace seawind {
namespace {

// A structure of operations is registered as long as its link exists. Debian 12's headers lack
// these constants (Linux 6.4 has them).
constexpr std::uint32_t kLinkFlag = 1U << 13U;      // BPF_F_LINK
constexpr std::uint32_t kStructOpsAttachType = 44;  // BPF_STRUCT_OPS
constexpr int kRtoMaxMs = 44;                       // TCP_RTO_MAX_MS (Linux 6.15)

/// The last message of libbpf. Its return values alone are too unspecific.
thread_local std::string library_message;

int store_message(libbpf_print_level level, const char* format, va_list arguments) {
  if (level != LIBBPF_WARN) return 0;
  char line[512];
  std::vsnprintf(line, sizeof line, format, arguments);
  if (library_message.empty()) library_message = line;
  while (!library_message.empty() && library_message.back() == '\n') library_message.pop_back();
  return 0;
}

[[noreturn]] void fail(const std::string& tried, int error) {
  std::string why = std::strerror(error);
  if (error == EPERM) why += "; it needs the real root";
  if (!library_message.empty()) why += fmt::format(" ({})", library_message);
  throw Error(fmt::format("legacy TCP: cannot {}: {}", tried, why));
}

/// The root of the unified hierarchy that is mounted here: a program may change its control group.
std::string root_control_group() {
  std::ifstream mounts("/proc/self/mounts");
  for (std::string line; std::getline(mounts, line);) {
    std::istringstream words(line);
    std::string device, mount_point, type;
    words >> device >> mount_point >> type;
    if (type == "cgroup2") return mount_point;
  }
  throw Error("legacy TCP: no control groups of version 2 (cgroup2) are mounted");
}

std::uint32_t milliseconds(Duration time) {
  return static_cast<std::uint32_t>(time.ns() / 1'000'000);
}

/// Throws unless the kernel supports the socket option for the bound. The BPF program has no way to
/// report that it is missing.
void need_bounded_timeouts() {
  const Fd probe(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  const int ms = 3000;
  if (::setsockopt(probe.get(), IPPROTO_TCP, kRtoMaxMs, &ms, sizeof ms) == 0) return;
  throw Error(fmt::format(
      "legacy TCP: cannot bound the time-out of the first data: {}; it needs Linux 6.15 or newer",
      std::strerror(errno)));
}

std::vector<std::pair<RememberedKey, std::uint32_t>> memory_of(int map, std::uint64_t netns) {
  std::vector<std::pair<RememberedKey, std::uint32_t>> out;
  RememberedKey key{};
  for (bool more = bpf_map_get_next_key(map, nullptr, &key) == 0; more;) {
    std::uint32_t ssthresh = 0;
    if (key.netns == netns && bpf_map_lookup_elem(map, &key, &ssthresh) == 0)
      out.emplace_back(key, ssthresh);
    const RememberedKey last = key;
    more = bpf_map_get_next_key(map, &last, &key) == 0;
  }
  return out;
}

}  // namespace

struct LegacyTcpPrograms::Impl {
  struct CloseObject {
    void operator()(bpf_object* closed) const { bpf_object__close(closed); }
  };
  struct DestroyLink {
    void operator()(bpf_link* link) const { bpf_link__destroy(link); }
  };
  std::unique_ptr<bpf_object, CloseObject> object;
  Fd control_group;
  std::unique_ptr<bpf_link, DestroyLink> timeouts_link;
  std::unique_ptr<bpf_link, DestroyLink>
      filled;     // of the operations: filled with values, not registered
  Fd registered;  // registered while any process holds it
  Fd shared;      // memory of the process that registered it; empty: our own
  std::mutex mutex;

  int map(const char* name) const { return bpf_object__find_map_fd_by_name(object.get(), name); }
  int memory() const { return shared ? shared.get() : map("remembered"); }
};

LegacyTcpPrograms::LegacyTcpPrograms() : impl_(std::make_unique<Impl>()) {
  libbpf_set_print(store_message);
  library_message.clear();
  bpf_object_open_opts options{};
  options.sz = sizeof options;
  options.object_name = "seawind_legacy";
  impl_->object.reset(bpf_object__open_mem(kLegacyTcpObject, sizeof kLegacyTcpObject, &options));
  if (!impl_->object) fail("read its programs", errno);
  bpf_map* const operations = bpf_object__find_map_by_name(impl_->object.get(), "reno24");
  bpf_map__set_map_flags(operations, kLinkFlag);
  if (const int error = bpf_object__load(impl_->object.get()))
    fail("load its programs into the kernel", -error);
  const std::string group = root_control_group();
  impl_->control_group = Fd(::open(group.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!impl_->control_group) throw system_error("open " + group);
  bpf_program* const program =
      bpf_object__find_program_by_name(impl_->object.get(), "initial_timeouts");
  impl_->timeouts_link.reset(bpf_program__attach_cgroup(program, impl_->control_group.get()));
  if (!impl_->timeouts_link) fail("attach to the control group " + group, errno);
  impl_->filled.reset(bpf_map__attach_struct_ops(operations));
  if (!impl_->filled) fail("prepare the congestion control reno24", errno);
}

LegacyTcpPrograms::~LegacyTcpPrograms() = default;

void LegacyTcpPrograms::set_timeouts(std::uint64_t netns_cookie, const InitialTimeouts& wanted) {
  struct {
    std::uint32_t syn_ms;
    std::uint32_t data_ms;
  } const value = {milliseconds(wanted.syn), milliseconds(wanted.data)};
  if (value.data_ms != 0) need_bounded_timeouts();
  const int map = impl_->map("timeouts");
  const bool none = value.syn_ms == 0 && value.data_ms == 0;
  const int error = none ? bpf_map_delete_elem(map, &netns_cookie)
                         : bpf_map_update_elem(map, &netns_cookie, &value, BPF_ANY);
  if (error != 0 && !(none && errno == ENOENT)) fail("set the initial time-outs", errno);
}

std::vector<LegacyTcpPrograms::CachedSsthresh> LegacyTcpPrograms::cached_ssthresh(
    std::uint64_t netns_cookie) const {
  const std::lock_guard lock(impl_->mutex);  // no other thread may delete
  std::vector<CachedSsthresh> out;
  for (const auto& [key, ssthresh] : memory_of(impl_->memory(), netns_cookie)) {
    char peer[INET_ADDRSTRLEN] = {};
    inet_ntop(AF_INET, &key.peer, peer, sizeof peer);
    out.push_back({peer, static_cast<int>(key.tos >> 2), ssthresh});
  }
  return out;
}

void LegacyTcpPrograms::clear_cache(std::uint64_t netns_cookie) {
  const std::lock_guard lock(impl_->mutex);
  const int map = impl_->memory();
  for (const auto& [key, ssthresh] : memory_of(map, netns_cookie)) bpf_map_delete_elem(map, &key);
}

void LegacyTcpPrograms::register_congestion_control() {
  const std::lock_guard lock(impl_->mutex);
  if (impl_->registered) return;
  library_message.clear();
  constexpr int kTries = 100;
  for (int i = 0; i < kTries; ++i) {
    bpf_attr request{};
    request.link_create.prog_fd = static_cast<std::uint32_t>(impl_->map("reno24"));
    request.link_create.attach_type = kStructOpsAttachType;
    const long link = ::syscall(SYS_bpf, BPF_LINK_CREATE, &request, sizeof request.link_create);
    if (link >= 0) {
      impl_->registered = Fd(static_cast<int>(link));
      return;
    }
    if (errno != EEXIST) fail("offer the congestion control reno24", errno);
    if (auto registered = find_registered_control()) {
      impl_->registered = std::move(registered->link);
      impl_->shared = std::move(registered->memory);
      return;
    }
    // The last holder has just released it; the kernel removes the name with a delay.
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  throw Error(
      "legacy TCP: cannot offer the congestion control reno24: the kernel has one of that name "
      "that "
      "no BPF program of ours offers");
}

}  // namespace seawind
