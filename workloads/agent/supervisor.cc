// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/agent/supervisor.h"

#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <string>

#include "common/error.h"
#include "workloads/agent/failure.h"
#include "workloads/monotonic.h"

namespace seawind {

using Clock = std::chrono::steady_clock;

Supervisor::Supervisor(Limits limits)
    : limits_(limits), wake_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
  if (!wake_) throw system_error("open an event descriptor");
  thread_ = std::thread([this] { loop(); });
}

Supervisor::~Supervisor() {
  reset();
  {
    const std::lock_guard lock(mutex_);
    quit_ = true;
  }
  wake();
  thread_.join();
}

void Supervisor::wake() {
  const std::uint64_t one = 1;
  // An eventfd write fails only on overflow, and then the thread wakes up, too.
  [[maybe_unused]] const ssize_t n = write(wake_.get(), &one, sizeof one);
}

void Supervisor::prepare(const FlowEndpoint& end, std::vector<std::string> arguments,
                         EndpointRole role, const std::function<Launch()>& launch) {
  std::unique_lock lock(mutex_);
  if (entries_.contains(end)) {
    throw Failure(FailureKind::kExists, fmt::format("flow `{}`: the {} already exists", end.flow,
                                                    end.source ? "source" : "sink"));
  }
  Entry added;
  added.arguments = std::move(arguments);
  added.role = role;
  if (launch) added.launch = launch();
  entries_.emplace(end, std::move(added));
  wake();
  // Searched again each time, because reset() may have removed the entry.
  const auto find = [&] { return entries_.find(end); };
  const bool settled = changed_.wait_for(lock, limits_.ready, [&] {
    const auto entry = find();
    return entry == entries_.end() || entry->second.ready || entry->second.ended;
  });
  const auto found = find();
  if (found == entries_.end()) {
    throw Failure(FailureKind::kPrecondition,
                  fmt::format("flow `{}`: reset before it was ready", end.flow));
  }
  Entry& entry = found->second;
  // An entry that was ready and has ended has a result; wait() returns it.
  if (entry.ready) return;
  const std::string why = entry.ended
                              ? entry.outcome.error
                              : fmt::format("not ready within {} ms", limits_.ready.count());
  if (!settled && entry.child) signal_child(*entry.child, SIGKILL);
  entry.discarded = true;
  wake();
  throw Failure(entry.outcome.program_failed ? FailureKind::kProgram : FailureKind::kPrecondition,
                fmt::format("flow `{}`: {}", end.flow, why));
}

void Supervisor::start(const std::vector<std::pair<std::string, std::int64_t>>& starts) {
  const std::lock_guard lock(mutex_);
  const auto name = [](const FlowEndpoint& end) { return end.source ? "source" : "sink"; };
  std::map<std::string, std::int64_t> given;
  for (const auto& [flow, at] : starts) {
    if (!given.emplace(flow, at).second) {
      throw Failure(FailureKind::kInvalid, fmt::format("flow `{}` is named twice", flow));
    }
    const bool known = std::any_of(entries_.begin(), entries_.end(), [&flow = flow](const auto& e) {
      return e.first.flow == flow && e.second.role.expects_start;
    });
    if (!known) {
      throw Failure(FailureKind::kNotFound,
                    fmt::format("flow `{}`: no prepared end expects a start", flow));
    }
  }
  const std::int64_t now = monotonic_ns();
  std::vector<std::pair<Entry*, std::int64_t>> todo;
  for (auto& [end, entry] : entries_) {
    if (!entry.role.expects_start) continue;
    const auto at = given.find(end.flow);
    if (at == given.end()) {
      if (entry.started || !running(entry)) continue;
      throw Failure(FailureKind::kPrecondition,
                    fmt::format("flow `{}`: no start for the prepared {}", end.flow, name(end)));
    }
    if (entry.started || !running(entry)) {
      throw Failure(FailureKind::kPrecondition,
                    fmt::format("flow `{}`: its {} {}", end.flow, name(end),
                                entry.ended     ? "has ended: " + entry.outcome.error
                                : entry.started ? std::string("has already been started")
                                                : std::string("is not ready")));
    }
    if (at->second <= now) {
      throw Failure(FailureKind::kPrecondition,
                    fmt::format("flow `{}`: its start was {:.3f} ms ago", end.flow,
                                static_cast<double>(now - at->second) / 1e6));
    }
    todo.emplace_back(&entry, at->second);
  }
  for (const auto& [entry, at] : todo) {
    send_line(*entry, start_line(at), "send the start time to a flow");
    entry->started = true;
  }
}

void Supervisor::send_line(const Entry& entry, const std::string& line, const char* tried) {
  if (write(entry.child->input.get(), line.data(), line.size()) < 0 && errno != EPIPE &&
      errno != EAGAIN) {
    throw system_error(tried);
  }
}

void Supervisor::notify(const std::string& flow, const std::string& text) {
  constexpr std::size_t kLongest = 1000;
  if (text.size() > kLongest || text.find('\n') != std::string::npos) {
    throw Failure(FailureKind::kInvalid,
                  fmt::format("text: must be one line of at most {} bytes", kLongest));
  }
  const std::lock_guard lock(mutex_);
  bool any = false;
  for (auto& [end, entry] : entries_) {
    if (end.flow != flow || !running(entry)) continue;
    send_line(entry, notify_line(text), "notify a flow");
    any = true;
  }
  if (!any) {
    throw Failure(FailureKind::kNotFound, fmt::format("flow `{}` has no running end here", flow));
  }
}

void Supervisor::finish() {
  const std::lock_guard lock(mutex_);
  for (auto& [end, entry] : entries_) {
    if (!entry.role.only_serves) continue;
    entry.role.only_serves = false;
    if (running(entry)) send_line(entry, finish_line(), "end a server");
  }
}

std::vector<EndResult> Supervisor::wait(std::chrono::nanoseconds timeout,
                                        const std::function<bool()>& cancelled) {
  const auto deadline = Clock::now() + timeout;
  std::unique_lock lock(mutex_);
  const auto done = [&] {
    const auto failed = [](const auto& e) {
      return e.second.ended && !e.second.outcome.ok && !e.second.discarded;
    };
    return no_waiting_ || std::any_of(entries_.begin(), entries_.end(), failed) ||
           std::all_of(entries_.begin(), entries_.end(),
                       [](const auto& e) { return e.second.ended || e.second.role.only_serves; });
  };
  while (!done() && Clock::now() < deadline && !cancelled()) {
    changed_.wait_until(lock, std::min(deadline, Clock::now() + std::chrono::seconds(1)), done);
  }
  std::vector<EndResult> out;
  for (const auto& [end, entry] : entries_) {
    if (!entry.discarded) out.push_back({end, entry.ended, entry.outcome});
  }
  return out;
}

void Supervisor::signal_all(int signal) {
  for (auto& [end, entry] : entries_) {
    entry.discarded = true;
    if (!entry.ended && entry.child) signal_child(*entry.child, signal);
  }
}

void Supervisor::reset() {
  std::unique_lock lock(mutex_);
  const auto none_left = [&] { return entries_.empty(); };
  signal_all(SIGTERM);
  wake();
  // Sends SIGKILL in every turn, because an end may have been prepared meanwhile.
  while (!changed_.wait_for(lock, limits_.grace, none_left)) {
    signal_all(SIGKILL);
    wake();
  }
}

void Supervisor::stop_waiting() {
  const std::lock_guard lock(mutex_);
  no_waiting_ = true;
  changed_.notify_all();
}

void Supervisor::loop() {
  std::vector<pollfd> fds;
  std::vector<std::pair<FlowEndpoint, bool>> owners;  // of fds[i + 1]; true: the process itself
  std::unique_lock lock(mutex_);
  for (;;) {
    std::erase_if(entries_, [](const auto& e) { return e.second.discarded && e.second.ended; });
    fds.assign(1, {wake_.get(), POLLIN, 0});
    owners.clear();
    for (auto& [end, entry] : entries_) {
      if (!entry.child && !entry.ended) spawn(entry);
      if (entry.ended) continue;
      if (entry.child->output) {
        fds.push_back({entry.child->output.get(), POLLIN, 0});
        owners.emplace_back(end, false);
      }
      fds.push_back({entry.child->process.handle.get(), POLLIN, 0});
      owners.emplace_back(end, true);
    }
    changed_.notify_all();
    if (quit_) return;
    // An end was removed before it could start. The search starts again.
    if (std::any_of(entries_.begin(), entries_.end(),
                    [](const auto& e) { return e.second.discarded && e.second.ended; })) {
      continue;
    }
    lock.unlock();
    poll(fds.data(), fds.size(), -1);
    std::uint64_t count = 0;
    [[maybe_unused]] const ssize_t n = read(wake_.get(), &count, sizeof count);
    lock.lock();
    for (std::size_t i = 0; i < owners.size(); ++i) {
      if (fds[i + 1].revents == 0) continue;
      Entry& entry = entries_.at(owners[i].first);
      if (!entry.ended) read_output(entry);
      if (owners[i].second && !entry.ended) record_end(owners[i].first, entry);
    }
  }
}

void Supervisor::spawn(Entry& entry) {
  try {
    if (entry.discarded) throw Error("stopped before it was started");
    entry.child = spawn_child(entry.arguments, entry.launch);
    entry.launch.files.clear();
  } catch (const Error& e) {
    entry.ended = true;
    entry.outcome.error = e.what();
  }
}

void Supervisor::read_output(Entry& entry) {
  std::array<char, 4096> text;
  while (entry.child->output) {
    const ssize_t n = read(entry.child->output.get(), text.data(), text.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0 && errno == EAGAIN) return;
    if (n <= 0) {
      entry.child->output.reset();
      return;
    }
    entry.received.append(text.data(), static_cast<std::size_t>(n));
    for (std::size_t eol; (eol = entry.received.find('\n')) != std::string::npos;) {
      take_line(entry, entry.received.substr(0, eol));
      entry.received.erase(0, eol + 1);
    }
    // A line has a few hundred bytes. The limit keeps a faulty generator from exhausting the
    // agent's memory.
    if (entry.received.size() > 65536) entry.received.resize(200);
  }
}

void Supervisor::take_line(Entry& entry, const std::string& line) {
  try {
    GeneratorMessage message = parse_generator_line(line);
    if (message.ready) entry.ready = true;
    if (message.outcome) entry.reported = std::move(message.outcome);
  } catch (const Error& e) {
    if (entry.garbled.empty()) entry.garbled = e.what();
  }
}

void Supervisor::record_end(const FlowEndpoint& end, Entry& entry) {
  std::string how;
  try {
    how = reap_child(*entry.child);
  } catch (const Error& e) {
    how = fmt::format("ended, but its status is not known: {}", e.what());
  }
  const char* which = end.source ? "source" : "sink";
  entry.ended = true;
  if (entry.reported) entry.outcome = *entry.reported;
  if (entry.reported && (!entry.outcome.ok || how.empty())) {
    // The end's own output describes the error best.
  } else if (!entry.garbled.empty()) {
    entry.outcome.error = entry.garbled;
  } else {
    entry.outcome.error =
        fmt::format("the {} generator {}", which, how.empty() ? "ended without a result" : how);
  }
  entry.outcome.ok = entry.outcome.error.empty();
  entry.child.reset();
}

}  // namespace seawind
