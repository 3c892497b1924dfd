// SPDX-License-Identifier: GPL-3.0-or-later
// Stores the events of all logged links: one thread drains the event ring into a compressed file
// per link. A file that cannot be written costs its link the rest of the log, nothing else.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "common/directory.h"
#include "common/event_log.h"
#include "emulator/daemon/event_ring.h"

namespace seawind {

/// What went wrong with a log's file; no words: nothing did.
struct LogFailure {
  std::string words;
  int number = 0;  // errno
};

class LogStore {
 public:
  explicit LogStore(std::size_t ring_bytes);
  ~LogStore();

  EventRing& ring() { return ring_; }

  /// A place for one link's log.
  std::uint32_t reserve_slot();
  /// Creates the file `name` beneath the directory and writes `early` into it; there must be
  /// nothing of that name, so that no log is overwritten, another link's least of all. `start`
  /// starts the link and gives the header; no event that follows is lost, whenever it comes. Throws
  /// what `start` throws, and Error when the file cannot be created, before the link is started.
  void open(std::uint32_t slot, const Directory& directory, const std::string& name,
            const std::function<LogHeader(std::vector<std::byte>& early)>& start);
  /// Writes what the ring still has and ends the file; the slot is free again. The link must not
  /// log any more. Returns what went wrong with the file.
  LogFailure close(std::uint32_t slot);
  /// What went wrong so far.
  LogFailure error(std::uint32_t slot);

 private:
  struct Log {
    bool reserved = false;
    bool unflushed = false;
    std::unique_ptr<EventLogWriter> writer;  // none once it failed
    LogFailure error;
  };
  void loop();
  void drain();      // mutex_ held
  void flush_all();  // mutex_ held
  template <typename Action>
  static void guard(Log& log, Action action);

  EventRing ring_;
  std::mutex mutex_;  // the consumer's end of the ring, and logs_
  std::condition_variable stopping_;
  bool stop_ = false;
  std::vector<Log> logs_;  // by slot
  std::thread thread_;
};

}  // namespace seawind
