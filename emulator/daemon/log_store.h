// SPDX-License-Identifier: GPL-3.0-or-later
// Stores the events of all logged links. One thread drains the event rings, one for each relay
// thread, into one compressed file per link. After a write error, the rest of that link's log is
// lost; other logs are not affected.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "common/directory.h"
#include "common/event_log.h"
#include "emulator/daemon/event_ring.h"

namespace seawind {

/// The error of a log; `message` is empty without an error.
struct LogFailure {
  std::string message;
  int error_number = 0;  // errno
};

class LogStore {
 public:
  /// `rings`: one for each relay thread, of `ring_bytes` each.
  LogStore(std::size_t ring_bytes, std::size_t rings);
  ~LogStore();

  /// The ring of a relay thread, allocated at the first call.
  EventRing& ring(std::size_t relay);

  /// Reserves a number for one link's log.
  std::uint32_t reserve_log();
  /// Creates the file `name` in `directory`, whose first records are `early`. The file must not
  /// exist, so that no log is overwritten, in particular not that of another link. `start` starts
  /// the link and returns the header; no later event is lost. Throws Error if the file cannot be
  /// created, before the link is started, and whatever `start` throws.
  void open(std::uint32_t number, const Directory& directory, const std::string& name,
            const std::function<LogHeader(std::vector<std::byte>& early)>& start);
  /// Writes the remaining events, closes the file and frees the number. The link must not log any
  /// more. Returns the file's error.
  LogFailure close(std::uint32_t number);
  /// The file's error so far.
  LogFailure error(std::uint32_t number);

 private:
  struct Log {
    bool reserved = false;
    std::unique_ptr<EventLogWriter> writer;  // null after an error
    LogFailure error;
  };
  void loop();
  void drain();      // mutex_ held
  void flush_all();  // mutex_ held
  template <typename Action>
  static void guard(Log& log, Action action);

  const std::size_t ring_bytes_;
  std::mutex mutex_;  // guards the consumer's end of each ring, and the members below
  std::vector<std::unique_ptr<EventRing>> rings_;  // by relay thread; null: not in use
  std::condition_variable stopping_;
  bool stop_ = false;
  std::vector<Log> logs_;  // by number
  const std::shared_ptr<LogCompressor> compressor_ = std::make_shared<LogCompressor>();
  std::thread thread_;
};

/// A reserved number; the destructor frees it unless close() has.
class ReservedLog {
 public:
  explicit ReservedLog(LogStore& store) : store_(store), number_(store.reserve_log()) {}
  ~ReservedLog() {
    if (!closed_) store_.close(number_);
  }
  ReservedLog(const ReservedLog&) = delete;
  ReservedLog& operator=(const ReservedLog&) = delete;

  std::uint32_t number() const { return number_; }
  /// LogStore::close().
  LogFailure close() {
    closed_ = true;
    return store_.close(number_);
  }

 private:
  LogStore& store_;
  std::uint32_t number_;
  bool closed_ = false;
};

}  // namespace seawind
