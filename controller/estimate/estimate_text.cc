// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <cmath>

#include "controller/estimate/estimate.h"

namespace seawind {

namespace {

std::string source_of(const Estimate& estimate) {
  const auto plural = [](int n) { return n == 1 ? "" : "s"; };
  if (estimate.measured_cases == 0) return "from sizes and rates";
  const std::string measured = fmt::format("from {} earlier campaign{}", estimate.earlier_campaigns,
                                           plural(estimate.earlier_campaigns));
  if (estimate.measured_cases == estimate.cases) return measured;
  return fmt::format("{} of {} cases {}, the others from sizes and rates", estimate.measured_cases,
                     estimate.cases, measured);
}

}  // namespace

std::string basis_of(const Estimate& estimate) {
  return source_of(estimate) +
         (estimate.programs ? "; disk space at most, for programs that fill the link" : "");
}

std::string rough_time(double seconds) {
  const auto whole = static_cast<std::int64_t>(std::llround(seconds));
  if (whole < 1) return seconds > 0 ? "1s" : "0s";
  if (whole < 60) return fmt::format("{}s", whole);
  if (whole < 600) {
    return whole % 60 == 0 ? fmt::format("{}min", whole / 60)
                           : fmt::format("{}min {:02}s", whole / 60, whole % 60);
  }
  const std::int64_t minutes = std::llround(seconds / 60);
  if (minutes < 60) return fmt::format("{}min", minutes);
  if (minutes < 24 * 60) {
    return minutes % 60 == 0 ? fmt::format("{}h", minutes / 60)
                             : fmt::format("{}h {:02}min", minutes / 60, minutes % 60);
  }
  const std::int64_t hours = std::llround(seconds / 3600);
  return hours % 24 == 0 ? fmt::format("{}d", hours / 24)
                         : fmt::format("{}d {}h", hours / 24, hours % 24);
}

std::string rough_size(double bytes) {
  constexpr const char* kUnits[] = {"B", "kB", "MB", "GB", "TB"};
  std::size_t unit = 0;
  while (bytes >= 999.5 && unit + 1 < std::size(kUnits)) {
    bytes /= 1000;
    ++unit;
  }
  return fmt::format("{:.{}f}{}", bytes, unit == 0 || bytes >= 9.95 ? 0 : 1, kUnits[unit]);
}

std::string describe(const Estimate& estimate, std::optional<double> free) {
  std::string text =
      fmt::format("expected: {} ({} to {}), {} at a time{}\n", rough_time(estimate.seconds.typical),
                  rough_time(estimate.seconds.least), rough_time(estimate.seconds.most),
                  estimate.parallel, estimate.parallel_fixed ? "" : " to begin with");
  if (estimate.programs) {
    text += fmt::format("on disk:  at most {}, {} without the packets of programs",
                        rough_size(estimate.bytes.typical), rough_size(estimate.bytes.least));
  } else {
    text += fmt::format("on disk:  {} ({} to {})", rough_size(estimate.bytes.typical),
                        rough_size(estimate.bytes.least), rough_size(estimate.bytes.most));
  }
  if (free) text += fmt::format("; {} free", rough_size(*free));
  if (free && *free < estimate.bytes.typical) text += ": not enough";
  text += fmt::format("\nbasis:    {}\n", basis_of(estimate));
  return text;
}

}  // namespace seawind
