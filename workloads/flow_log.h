// SPDX-License-Identifier: GPL-3.0-or-later
// A generator's own log: JSON lines, each with "t" (CLOCK_MONOTONIC, ns) and "event".
//
// Lines are buffered. The buffer is written with a line that fills it, with a line one second or
// more after the write before, and with every event; nothing is written between lines. Memory is
// therefore bounded for flows of any duration, and a killed generator loses at most the samples and
// packets of the second before its last line, however long ago that is. In practice a write goes to
// the page cache and does not block on the disk. A write error is kept and thrown at the end, so
// that it does not disturb the traffic.
//
// Lines of the generators:
//   tcp_info        a TCP_INFO sample: "bytes" moved so far, then the kernel's fields
//   sent, received  a packet: "seq", "bytes"; received has the stamp "sent" (ping: "rtt_ns")
//   open, connected, first_byte, last_byte, close_object   of an http "object" (0: the body)
//   page            of an http client: "response_ns", from the first open to the last byte
// `seawind run` reads "response" of request_response, "feedback" and "no_feedback" of tfrc.
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

#include "common/fds.h"
#include "workloads/tcp_info.h"

namespace seawind {

/// The destination of a log: a new file of that name, or an open file.
struct LogFile {
  std::string name;
  int descriptor = -1;  // the open file, which the FlowLog then owns; -1: none
};

class FlowLog {
 public:
  static constexpr std::size_t kBuffer = 32'768;
  static constexpr std::int64_t kFlushInterval = 1'000'000'000;  // ns

  /// Creates (truncates) the file at once, so that a wrong path is known before traffic starts.
  explicit FlowLog(const LogFile& file);
  /// Writes the rest of the buffer and ignores errors, unlike close().
  ~FlowLog();
  FlowLog(const FlowLog&) = delete;
  FlowLog& operator=(const FlowLog&) = delete;

  /// Writes an event at once. `fields` is an object; "t" and "event" are prepended.
  void event(std::int64_t t_ns, const std::string& name, const nlohmann::ordered_json& fields);
  /// One TCP_INFO sample; `bytes` is the payload moved so far by the program.
  void sample(std::int64_t t_ns, std::int64_t bytes, const TcpInfoSample& info);
  /// Appends a frequent line. `fields` formats the JSON members after "t" and "event", without
  /// braces.
  template <typename... Values>
  void packet(std::int64_t t_ns, const char* name, fmt::format_string<Values...> fields,
              Values&&... values) {
    fmt::format_to(std::back_inserter(buffer_), "{{\"t\":{},\"event\":\"{}\",", t_ns, name);
    fmt::format_to(std::back_inserter(buffer_), fields, std::forward<Values>(values)...);
    buffer_ += "}\n";
    flush_if_due(t_ns);
  }

  /// Writes the rest of the buffer. Throws Error with the path and the system's reason, also for an
  /// earlier write error. Called once, last.
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
