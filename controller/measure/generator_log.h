// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the log of a generator: JSON lines with `t` (ns) and `event`.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace seawind {

/// One line of a generator's log.
class GeneratorEvent {
 public:
  explicit GeneratorEvent(const nlohmann::json& line) : line_(line) {}
  bool is(std::string_view name) const;
  /// A whole number from 0 to 2^60 (36 years in ns, so that differences do not overflow); 0 if the
  /// field is missing or anything else.
  std::int64_t whole(const char* field) const;
  /// A number; 0 if the field is missing or anything else.
  double number(const char* field) const;

 private:
  const nlohmann::json& line_;
};

/// Calls `each` for the lines of the events `names`, in order. Lines that are not JSON objects are
/// skipped, because a killed generator can leave a truncated line. Throws Error when the log cannot
/// be opened.
void read_generator_log(const std::filesystem::path& log, const std::vector<std::string>& names,
                        const std::function<void(const GeneratorEvent&)>& each);

}  // namespace seawind
