// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/import/draft.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "common/printable.h"
#include "controller/testset/show_config.h"

namespace seawind::importer {
namespace {

constexpr std::size_t kCommentWidth = 400;  // bytes

/// The text as the rest of one comment line.
std::string comment(const std::string& text) {
  std::string out = excerpt(text, kCommentWidth);
  std::replace_if(
      out.begin(), out.end(), [](char c) { return c == '\n' || c == '\t'; }, ' ');
  return out;
}

std::string place(const Location& at) {
  return at.line == 0 ? at.file : fmt::format("{}:{}:{}", at.file, at.line, at.column);
}

std::string write_direction(const std::string& name, const DirectionDraft& direction,
                            const std::map<std::string, std::string>& values) {
  std::string out = name + ":\n";
  for (const auto& [key, remark] : direction.remarks())
    out += fmt::format("  {}: {}  # {}\n", key, values.at(name + "." + key), comment(remark));
  return out;
}

}  // namespace

void warn_not_represented(Diagnostics& problems, const Location& at, const std::string& what) {
  problems.warn(at, "not represented: " + what);
}

void fill_unlimited(DirectionDraft& direction, const std::string& why) {
  direction.values.mutable_rate_base()->set_fixed(kRateWithoutLimit);
  direction.values.mutable_link_send_buffer_size()->set_packets(kPacketsWithoutLimit);
  direction.remark("rate_base", why + ": the fastest that a profile can say");
  direction.remark("link_send_buffer_size", why + ": bounded by max_held_size alone");
}

double either(double one, double other) {
  return tidy(1 - (1 - one) * (1 - other));
}

double tidy(double probability) {
  constexpr double kDigits = 1e12;
  return std::round(probability * kDigits) / kDigits;
}

std::string write_profile(const Draft& draft, const std::string& name,
                          const Diagnostics& problems) {
  LinkProfile profile;
  profile.set_name(name);
  profile.set_description(comment(draft.description));
  *profile.mutable_downlink() = draft.downlink.values;
  *profile.mutable_uplink() = draft.uplink.values;
  const auto values = flat_config(profile);
  std::string out = fmt::format("# {}\n", comment(draft.origin));
  for (const Diagnostic& warning : problems.warnings())
    out += fmt::format("# {}: {}\n", comment(place(warning.at)), comment(warning.message));
  if (!name.empty()) out += fmt::format("name: {}\n", values.at("name"));
  out += fmt::format("description: {}\n\n", values.at("description"));
  out += write_direction("downlink", draft.downlink, values);
  return out + write_direction("uplink", draft.uplink, values);
}

}  // namespace seawind::importer
