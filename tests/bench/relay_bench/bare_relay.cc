// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/relay_bench/bare_relay.h"

#include <pcap/pcap.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <deque>
#include <memory>
#include <vector>

#include "common/error.h"
#include "tests/bench/relay_bench/clocks.h"

namespace seawind::bench {
namespace {

constexpr std::int64_t kSpinNs = 80'000;
constexpr double kAwakeShare = 0.6;
constexpr std::int64_t kBudgetNs = 6'000'000;  // 60 % of 10 ms
constexpr int kSnap = 2048;

volatile sig_atomic_t stopped = 0;

struct Close {
  void operator()(pcap_t* handle) const { pcap_close(handle); }
};
using Handle = std::unique_ptr<pcap_t, Close>;

Handle open_port(const std::string& interface) {
  char problem[PCAP_ERRBUF_SIZE];
  Handle handle(pcap_create(interface.c_str(), problem));
  if (!handle) throw Error("cannot open " + interface + ": " + problem);
  auto* h = handle.get();
  pcap_set_snaplen(h, kSnap);
  pcap_set_immediate_mode(h, 1);
  pcap_set_buffer_size(h, 16 << 20);
  pcap_set_tstamp_precision(h, PCAP_TSTAMP_PRECISION_NANO);
  if (pcap_activate(h) < 0) throw Error("cannot open " + interface + ": " + pcap_geterr(h));
  if (pcap_setdirection(h, PCAP_D_IN) != 0 || pcap_setnonblock(h, 1, problem) != 0)
    throw Error("cannot set up " + interface + ": " + pcap_geterr(h));
  return handle;
}

/// One direction: from a port to the other.
class Direction {
 public:
  Direction(pcap_t* in, pcap_t* out, std::int64_t delay) : in_(in), out_(out), delay_(delay) {}

  /// Reads all packets that have arrived. Returns whether there were any.
  bool take() {
    return pcap_dispatch(in_, 256, &Direction::arrived, reinterpret_cast<u_char*>(this)) > 0;
  }
  /// Sends the packets due by `now` (CLOCK_REALTIME).
  void send_due(std::int64_t now) {
    while (!line_.empty() && line_.front().due <= now) {
      auto& packet = line_.front();
      pcap_inject(out_, packet.bytes.data(), packet.bytes.size());
      spare_.push_back(std::move(packet.bytes));
      line_.pop_front();
    }
  }
  std::int64_t next() const { return line_.empty() ? INT64_MAX : line_.front().due; }

 private:
  struct Held {
    std::int64_t due;
    std::vector<std::uint8_t> bytes;
  };

  static void arrived(u_char* self, const pcap_pkthdr* header, const u_char* bytes) {
    reinterpret_cast<Direction*>(self)->hold(*header, bytes);
  }
  void hold(const pcap_pkthdr& header, const u_char* bytes) {
    if (delay_ == 0) {
      pcap_inject(out_, bytes, header.caplen);
      return;
    }
    std::vector<std::uint8_t> copy;
    if (!spare_.empty()) copy = std::move(spare_.back()), spare_.pop_back();
    copy.assign(bytes, bytes + header.caplen);
    // With nanosecond precision, tv_usec contains nanoseconds.
    const auto stamp = std::int64_t{header.ts.tv_sec} * 1'000'000'000 + header.ts.tv_usec;
    line_.push_back({stamp + delay_, std::move(copy)});
  }

  pcap_t* in_;
  pcap_t* out_;
  std::int64_t delay_;
  std::deque<Held> line_;
  std::vector<std::vector<std::uint8_t>> spare_;
};

/// Allows the thread to spin while it was awake for less than kAwakeShare of the time, measured
/// over windows of about 10 ms.
class SpinBudget {
 public:
  /// The thread slept from `from` to `to`.
  void slept(std::int64_t from, std::int64_t to) {
    left_ = std::min(kBudgetNs, left_ - (from - since_) + share_of(to - since_));
    since_ = to;
  }
  bool allows(std::int64_t now) const {
    return left_ - (now - since_) + share_of(now - since_) > 0;
  }

 private:
  static std::int64_t share_of(std::int64_t ns) {
    return static_cast<std::int64_t>(kAwakeShare * static_cast<double>(ns));
  }
  std::int64_t left_ = kBudgetNs;
  std::int64_t since_ = monotonic_ns();  // awake since then
};

/// Requests a short scheduling slice at normal priority, so that the woken thread runs before a
/// thread with a longer slice. An older kernel rejects the request, which is ignored.
void shorten_slice() {
  struct {
    std::uint32_t size = 48, policy = SCHED_OTHER;
    std::uint64_t flags = 0;
    std::int32_t nice = 0;
    std::uint32_t priority = 0;
    std::uint64_t runtime = 100'000, deadline = 0, period = 0;
  } attributes;
  syscall(SYS_sched_setattr, 0, &attributes, 0);
}

}  // namespace

void run_bare_relay(const BareRelayOptions& options) {
  const auto fixed = open_port(options.fixed_interface);
  const auto mobile = open_port(options.mobile_interface);
  std::array<Direction, 2> directions{Direction(fixed.get(), mobile.get(), options.delay_ns),
                                      Direction(mobile.get(), fixed.get(), options.delay_ns)};
  pollfd polled[2] = {{pcap_get_selectable_fd(fixed.get()), POLLIN, 0},
                      {pcap_get_selectable_fd(mobile.get()), POLLIN, 0}};
  signal(SIGTERM, [](int) { stopped = 1; });
  prctl(PR_SET_TIMERSLACK, 1UL);
  shorten_slice();
  if (options.cpu >= 0) {
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(static_cast<std::size_t>(options.cpu), &set);
    if (sched_setaffinity(0, sizeof set, &set) != 0) throw system_error("choose a processor");
  }
  if (options.realtime) {
    const sched_param priority{10};
    if (sched_setscheduler(0, SCHED_FIFO, &priority) != 0) throw system_error("set SCHED_FIFO");
  }
  if (write(STDOUT_FILENO, "ready\n", 6) != 6) throw system_error("write to stdout");

  SpinBudget budget;
  const auto end = monotonic_ns() + static_cast<std::int64_t>(options.seconds * 1e9);
  while (stopped == 0 && monotonic_ns() < end) {
    bool any = false;
    for (auto& direction : directions) any |= direction.take();
    auto now = clock_ns(CLOCK_REALTIME);
    for (auto& direction : directions) direction.send_due(now);
    const auto next = std::min(directions[0].next(), directions[1].next());
    if (any || next <= now) continue;
    now = clock_ns(CLOCK_REALTIME);
    const bool may_spin = budget.allows(monotonic_ns());
    const auto wake = next == INT64_MAX ? now + 100'000'000 : next - (may_spin ? kSpinNs : 0);
    if (wake > now) {
      const auto wait = wake - now;
      const timespec timeout{wait / 1'000'000'000, wait % 1'000'000'000};
      const auto from = monotonic_ns();
      ppoll(polled, 2, &timeout, nullptr);
      budget.slept(from, monotonic_ns());
    } else {
      while (clock_ns(CLOCK_REALTIME) < next) {
      }
    }
  }
}

}  // namespace seawind::bench
