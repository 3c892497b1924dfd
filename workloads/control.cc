// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/control.h"

#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>

#include "common/scheduler_slice.h"
#include "workloads/monotonic.h"

namespace seawind {
namespace {

constexpr std::size_t kLineBytes = 65536;  // longest line from the agent
constexpr std::size_t kShownBytes = 200;   // part of an invalid line that the error shows

timespec to_timespec(std::int64_t ns) {
  return {.tv_sec = ns / 1'000'000'000, .tv_nsec = ns % 1'000'000'000};
}

/// ppoll() until an absolute CLOCK_MONOTONIC instant, in two parts (early_time_out()); kNever waits
/// without limit. Continues after EINTR.
void poll_until(pollfd* fds, nfds_t count, std::int64_t until_ns) {
  const bool forever = until_ns == Control::kNever;
  for (;;) {
    const std::int64_t left = std::max<std::int64_t>(0, until_ns - monotonic_ns());
    const timespec time_out = to_timespec(early_time_out(left));
    const int ready = ppoll(fds, count, forever ? nullptr : &time_out, nullptr);
    if (ready > 0 || (ready == 0 && monotonic_ns() >= until_ns)) return;
    if (ready < 0 && errno != EINTR) throw system_error("wait for traffic");
  }
}

}  // namespace

Control::Control(int in, int out) : in_(in), out_(out) {
  sigset_t stop;
  sigemptyset(&stop);
  sigaddset(&stop, SIGTERM);
  sigaddset(&stop, SIGINT);
  if (sigprocmask(SIG_BLOCK, &stop, nullptr) != 0) throw system_error("block signals");
  signals_ = Fd(signalfd(-1, &stop, SFD_CLOEXEC | SFD_NONBLOCK));
  if (!signals_) throw system_error("open a signal descriptor");
  // Without this, sleeps end up to 50 us after their instant.
  if (prctl(PR_SET_TIMERSLACK, 1UL, 0UL, 0UL, 0UL) != 0) throw system_error("set the timer slack");
  set_shortest_slice(getpriority(PRIO_PROCESS, 0));
}

void Control::throw_if_stopped(short signal_events, short input_events) const {
  if (signal_events != 0) {
    signalfd_siginfo info{};
    if (read(signals_.get(), &info, sizeof info) != sizeof info) return;
    throw GeneratorStopped(info.ssi_signo == SIGINT ? "stopped by SIGINT" : "stopped by SIGTERM");
  }
  if ((input_events & (POLLHUP | POLLERR)) != 0)
    throw GeneratorStopped("stopped: the agent has ended");
}

void Control::write_line(const std::string& line) {
  if (!write_all(out_, line)) throw system_error("report to the agent");
}

void Control::ready() {
  write_line(ready_line());
}

void Control::report(const Outcome& outcome) {
  write_line(outcome_line(outcome));
}

void Control::read_messages() {
  std::array<char, 4096> text;
  const ssize_t n = read(in_, text.data(), text.size());
  if (n < 0 && (errno == EINTR || errno == EAGAIN)) return;
  if (n < 0) throw system_error("read what the agent sends");
  if (n == 0) throw GeneratorStopped("stopped: the agent has ended");
  received_.append(text.data(), static_cast<std::size_t>(n));
  for (std::size_t eol; (eol = received_.find('\n')) != std::string::npos;) {
    const std::string line = received_.substr(0, eol);
    received_.erase(0, eol + 1);
    const auto message = parse_agent_line(line);
    if (!message) {
      throw Error("the agent sent a line that is not a message: " + line.substr(0, kShownBytes));
    }
    if (message->start && awaits_start_) {
      start_ = message->start;
    } else if (handler_) {
      handler_(*message);
    }
  }
  if (received_.size() > kLineBytes) {
    throw Error("the agent sent a line of more than " + std::to_string(kLineBytes) + " bytes");
  }
}

Control::Start Control::wait_start() {
  awaits_start_ = true;
  while (!start_) {
    std::array<pollfd, 2> fds{{{in_, POLLIN, 0}, {signals_.get(), POLLIN, 0}}};
    poll_until(fds.data(), fds.size(), kNever);
    throw_if_stopped(fds[1].revents, 0);
    read_messages();
  }
  awaits_start_ = false;
  const std::int64_t intended = *start_;
  // Waits interruptibly until shortly before the instant, then sleeps exactly.
  constexpr std::int64_t kLastStretch = 20'000'000;
  std::array<pollfd, 2> fds{{{in_, 0, 0}, {signals_.get(), POLLIN, 0}}};
  poll_until(fds.data(), fds.size(), intended - kLastStretch);
  throw_if_stopped(fds[1].revents, fds[0].revents);
  sleep_until(intended);
  return {.intended = intended, .actual = monotonic_ns()};
}

void Control::sleep_until(std::int64_t until_ns) {
  const timespec at = to_timespec(until_ns);
  while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &at, nullptr) == EINTR) {
  }
}

Control::Wake Control::wait(int fd, short events, std::int64_t until_ns) {
  const short listen = handler_ ? POLLIN : 0;
  std::array<pollfd, 3> fds{{{fd, events, 0}, {signals_.get(), POLLIN, 0}, {in_, listen, 0}}};
  poll_until(fds.data(), fds.size(), until_ns);
  // Data written before the agent closed its pipe is still processed.
  const bool has_message = (fds[2].revents & POLLIN) != 0;
  throw_if_stopped(fds[1].revents, has_message ? short{0} : fds[2].revents);
  if (has_message) read_messages();
  if (fds[0].revents != 0) return Wake::kSocket;
  return has_message ? Wake::kMessage : Wake::kTimer;
}

void Control::wait_until(std::int64_t until_ns) {
  while (monotonic_ns() < until_ns) wait(-1, 0, until_ns);
}

}  // namespace seawind
