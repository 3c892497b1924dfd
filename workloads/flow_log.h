// SPDX-License-Identifier: GPL-3.0-or-later
// A generator's own log: JSON lines, each with "t" (CLOCK_MONOTONIC, ns) and "event".
//
// Lines are gathered in a small buffer and handed to the kernel when it is full, when the oldest is
// a second old, and with every event: memory is bounded however long the flow lasts, and a
// generator that is killed keeps its log but for the last second of samples and packets. Writing
// never blocks on a disk in practice (the file belongs to the kernel's cache); an error is kept and
// thrown at the end, so that traffic is not disturbed by it.
//
// Names of lines that other programs rely on:
//   tcp_info        a TCP_INFO sample: "bytes" moved so far, then the kernel's fields
//   sent, received  a packet: "seq", "bytes"; received has "sent", the sender's stamp, too
//   open, connected, first_byte, last_byte, close_object   of an http "object" (0: the body)
//   page            of an http client: "response_ns", from the first open to the last byte
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

#include "common/fds.h"
#include "workloads/tcp_info.h"

namespace seawind {

/// A log that is to be written: a new file of that name, or one that is open already.
struct LogPlace {
  std::string name;
  int descriptor = -1;  // of the open file, which then is the FlowLog's; -1: none
};

class FlowLog {
 public:
  static constexpr std::size_t kBuffer = 32'768;
  static constexpr std::int64_t kOldest = 1'000'000'000;  // ns a line may stay in the buffer

  /// Creates (truncates) the file at once, so that a wrong path is known before traffic starts.
  explicit FlowLog(const LogPlace& place);
  /// Writes what is left; an error is then lost, unlike with close().
  ~FlowLog();
  FlowLog(const FlowLog&) = delete;
  FlowLog& operator=(const FlowLog&) = delete;

  /// `fields` is an object; "t" and "event" are put in front of it. Written at once.
  void event(std::int64_t t_ns, const std::string& name, const nlohmann::ordered_json& fields);
  /// One TCP_INFO sample; `bytes` is the payload moved so far by the program.
  void sample(std::int64_t t_ns, std::int64_t bytes, const TcpInfoSample& info);
  /// A line that comes often: the fields after "t" and "event" as JSON, without braces.
  template <typename... Values>
  void packet(std::int64_t t_ns, const char* name, fmt::format_string<Values...> fields,
              Values&&... values) {
    fmt::format_to(std::back_inserter(buffer_), "{{\"t\":{},\"event\":\"{}\",", t_ns, name);
    fmt::format_to(std::back_inserter(buffer_), fields, std::forward<Values>(values)...);
    buffer_ += "}\n";
    flush_if_due(t_ns);
  }

  /// Writes everything that is left. Throws Error with the path and the system's reason, also for
  /// what could not be written earlier. Called once, last.
  void close();

 private:
  void append(std::int64_t t_ns, const std::string& name, const nlohmann::ordered_json& fields);
  void flush_if_due(std::int64_t now);
  void flush();

  std::string name_;
  Fd file_;
  std::string buffer_;
  std::int64_t flushed_at_ = 0;
  int failed_ = 0;  // errno of the first write that failed
};

}  // namespace seawind
