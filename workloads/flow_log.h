// SPDX-License-Identifier: GPL-3.0-or-later
// A generator's own log: JSON lines, each with "t" (CLOCK_MONOTONIC, ns) and "event". Kept in
// memory while traffic runs, so that logging never disturbs it, and written once at the end.
#pragma once

#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "common/fds.h"
#include "workloads/tcp_info.h"

namespace seawind {

class FlowLog {
 public:
  static constexpr std::size_t kMaxSamples =
      100'000;  // about 25 MB; later ones are counted, not kept

  /// Creates (truncates) `path` at once, so that a wrong path is known before traffic starts.
  explicit FlowLog(const std::string& path, std::size_t max_samples = kMaxSamples);

  /// `fields` is an object; "t" and "event" are put in front of it.
  void event(std::int64_t t_ns, const std::string& name, const nlohmann::ordered_json& fields);
  /// One TCP_INFO sample; `bytes` is the payload moved so far by the program.
  void sample(std::int64_t t_ns, std::int64_t bytes, const TcpInfoSample& info);

  /// Writes everything in order of time and syncs nothing: the file belongs to the kernel's cache.
  /// Throws Error with the path and the system's reason. Called once.
  void write();

 private:
  struct Event {
    std::int64_t t;
    std::string name;
    nlohmann::ordered_json fields;
  };
  struct Sample {
    std::int64_t t;
    std::int64_t bytes;
    TcpInfoSample info;
  };
  std::string path_;
  Fd file_;
  std::size_t max_samples_;
  std::vector<Event> events_;
  std::vector<Sample> samples_;
  std::uint64_t dropped_samples_ = 0;
};

}  // namespace seawind
