// SPDX-License-Identifier: GPL-3.0-or-later
// A link profile that a reader of another emulator's format fills in, and its output.
#pragma once

#include <string>
#include <vector>

#include "common/diagnostics.h"
#include "emulator/api/link.pb.h"

namespace seawind::importer {

/// The largest queue, in packets, that can fill within `max_held_size`: its default of 256 MB
/// divided by 20 B + 256 B, the smallest packet. For queues that have no limit in the source.
inline constexpr std::int64_t kPacketsWithoutLimit = 927'536;
/// The highest rate of a profile, for a source without a rate.
inline constexpr double kRateWithoutLimit = 100e9;  // bit/s

/// One direction. Only keys with a remark are written, in the order of their remarks.
class DirectionDraft {
 public:
  LinkDirection values;

  /// Sets the comment behind the value of `key`: where the value comes from.
  void remark(const std::string& key, const std::string& text) { remarks_.emplace_back(key, text); }
  const std::vector<std::pair<std::string, std::string>>& remarks() const { return remarks_; }

 private:
  std::vector<std::pair<std::string, std::string>> remarks_;
};

struct Draft {
  std::string description;
  std::string origin;  // the format and where its values come from, one sentence
  DirectionDraft downlink;
  DirectionDraft uplink;
};

/// Warns of something that a profile cannot express: "not represented: ...".
void warn_not_represented(Diagnostics& problems, const Location& at, const std::string& what);

/// Fills a direction without a rate, delay or queue limit in the source; `why` begins its remarks.
void fill_unlimited(DirectionDraft& direction, const std::string& why);

/// The probability that at least one of two independent events occurs.
double either(double one, double other);
/// Rounds away the error of binary arithmetic: 0.1, not 0.10000000000000009.
double tidy(double probability);

/// The profile in YAML. `name` may be empty. The warnings are comments at its head.
std::string write_profile(const Draft& draft, const std::string& name, const Diagnostics& problems);

}  // namespace seawind::importer
