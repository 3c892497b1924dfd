// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/daemon/log_store.h"

#include <pthread.h>
#include <sys/resource.h>

#include <cerrno>
#include <chrono>
#include <new>

#include "common/error.h"
#include "common/fds.h"

namespace seawind {
namespace {
using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr milliseconds kDrainEvery{20};
constexpr milliseconds kFlushEvery{1000};  // approximate lag of a reader
// Compression is not urgent and must not delay the programs of an end host.
constexpr int kNice = 10;
}  // namespace

LogStore::LogStore(std::size_t ring_bytes, std::size_t rings)
    : ring_bytes_(ring_bytes), rings_(rings) {
  thread_ = std::thread([this] {
    ::pthread_setname_np(::pthread_self(), "log");
    ::setpriority(PRIO_PROCESS, 0, kNice);  // this thread only
    loop();
  });
}

LogStore::~LogStore() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  stopping_.notify_one();
  thread_.join();
}

EventRing& LogStore::ring(std::size_t relay) {
  const std::lock_guard lock(mutex_);
  if (!rings_[relay]) rings_[relay] = std::make_unique<EventRing>(ring_bytes_);
  return *rings_[relay];
}

std::uint32_t LogStore::reserve_log() {
  const std::lock_guard lock(mutex_);
  std::size_t number = 0;
  while (number < logs_.size() && logs_[number].reserved) ++number;
  if (number == logs_.size()) logs_.emplace_back();
  logs_[number].reserved = true;
  return static_cast<std::uint32_t>(number);
}

void LogStore::open(std::uint32_t number, const Directory& directory, const std::string& name,
                    const std::function<LogHeader(std::vector<std::byte>& early)>& start) {
  // The header contains the start time, so it is written after the start. The file is created
  // before, so that a failure prevents the start.
  Fd file = directory.create(name);
  const std::lock_guard lock(mutex_);  // events wait in the ring until there is a writer
  std::vector<std::byte> early;
  LogHeader header{};
  try {
    header = start(early);
  } catch (...) {
    directory.remove(name);
    throw;
  }
  Log& log = logs_[number];
  guard(log, [&] {
    log.writer = std::make_unique<EventLogWriter>(std::move(file), directory.path_of(name), header,
                                                  compressor_);
    log.writer->write(early);
  });
}

LogFailure LogStore::close(std::uint32_t number) {
  const std::lock_guard lock(mutex_);
  drain();
  Log log = std::exchange(logs_[number], Log{});
  if (log.writer) guard(log, [&] { log.writer->close(); });
  return log.error;
}

LogFailure LogStore::error(std::uint32_t number) {
  const std::lock_guard lock(mutex_);
  return logs_[number].error;
}

template <typename Action>
void LogStore::guard(Log& log, Action action) {
  try {
    action();
  } catch (const SystemError& error) {
    log.error = {error.what(), error.number()};
    log.writer.reset();
  } catch (const Error& error) {
    log.error = {error.what(), 0};
    log.writer.reset();
  } catch (const std::bad_alloc&) {  // the link and the other logs go on
    log.error = {"out of memory", ENOMEM};
    log.writer.reset();
  }
}

void LogStore::drain() {
  for (const auto& ring : rings_) {
    if (!ring) continue;
    ring->drain([&](std::uint32_t number, std::span<const std::byte> record) {
      Log& log = logs_[number];
      if (log.writer) guard(log, [&] { log.writer->write(record); });
    });
  }
}

void LogStore::flush_all() {
  for (Log& log : logs_)
    if (log.writer) guard(log, [&] { log.writer->flush(); });
}

void LogStore::loop() {
  auto next_flush = steady_clock::now() + kFlushEvery;
  std::unique_lock lock(mutex_);
  while (!stop_) {
    stopping_.wait_for(lock, kDrainEvery, [this] { return stop_; });
    drain();
    if (const auto now = steady_clock::now(); now >= next_flush) {
      flush_all();
      next_flush = now + kFlushEvery;
    }
  }
}

}  // namespace seawind
