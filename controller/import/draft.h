// SPDX-License-Identifier: GPL-3.0-or-later
// A link profile that a reader of another emulator's format fills in, and how it is written.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "common/diagnostics.h"
#include "emulator/api/link.pb.h"

namespace seawind::importer {

/// The largest queue that `max_held_size` (256 MB by default) does not make unreachable, in the
/// smallest packets: 256 MB / (20 B + 256 B). For queues that have no limit in the source.
inline constexpr std::int64_t kPacketsWithoutLimit = 927'536;
/// The fastest link: for a source without a rate.
inline constexpr double kRateWithoutLimit = 100e9;  // bit/s

/// One direction. Only keys with a remark are written, in the order of their remarks.
class DirectionDraft {
 public:
  LinkDirection values;

  /// The source of the value of `key`, as a comment behind it.
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

/// Warns of something that a profile cannot say: "not represented: ...".
void not_said(Diagnostics& problems, const Location& at, const std::string& what);

/// A direction without a rate, a delay or a queue limit of its own; `why` is its remark.
void leave_open(DirectionDraft& direction, const std::string& why);

/// The probability of one or the other, when they are independent.
double either(double one, double other);
/// Without the last digits of a result in binary: 0.1, not 0.10000000000000009.
double tidy(double probability);

/// The profile in YAML. `name` may be empty. The warnings are comments at its head.
std::string write_profile(const Draft& draft, const std::string& name, const Diagnostics& problems);

}  // namespace seawind::importer
