// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/report/picture.h"

#include <map>

#include "controller/report/report_css.h"

namespace seawind {
namespace {

/// The variables of the first rule for :root after `start` in the style of the page: name, value.
std::map<std::string_view, std::string_view> variables(std::string_view start) {
  constexpr std::string_view kRoot = ":root {";
  std::string_view css(kReportCss);
  css.remove_prefix(css.find(kRoot, css.find(start)) + kRoot.size());
  css = css.substr(0, css.find('}'));
  std::map<std::string_view, std::string_view> out;
  while (true) {
    const auto name = css.find("--");
    if (name == std::string_view::npos) return out;
    const auto colon = css.find(':', name);
    const auto value = css.find_first_not_of(' ', colon + 1);
    const auto end = css.find(';', value);
    out[css.substr(name, colon - name)] = css.substr(value, end - value);
    css.remove_prefix(end);
  }
}

}  // namespace

std::string with_colours(std::string_view text, bool dark) {
  static const auto light_values = variables(":root");
  static const auto dark_values = variables("prefers-color-scheme: dark");
  const auto& values = dark ? dark_values : light_values;
  constexpr std::string_view kHead = "var(";
  std::string out;
  std::size_t done = 0;
  for (auto at = text.find(kHead); at != std::string_view::npos; at = text.find(kHead, at + 1)) {
    const auto end = text.find(')', at);
    const auto value = values.find(text.substr(at + kHead.size(), end - at - kHead.size()));
    if (end == std::string_view::npos || value == values.end()) continue;
    out.append(text.substr(done, at - done)).append(value->second);
    done = end + 1;
  }
  return out.append(text.substr(done));
}

std::string picture_file(const std::string& text) {
  std::string out = text;
  for (char& c : out) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       c == '.' || c == '_' || c == '-' || (static_cast<unsigned char>(c) & 0x80U);
    if (!plain) c = '-';
  }
  if (out.empty() || out.front() == '.') out.insert(0, 1, '-');
  return out;
}

}  // namespace seawind
