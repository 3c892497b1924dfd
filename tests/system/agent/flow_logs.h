// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the logs of generators.
#pragma once

#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <vector>

namespace seawind::test {

inline std::vector<nlohmann::json> read_log(const std::string& path) {
  std::ifstream file(path);
  std::vector<nlohmann::json> out;
  for (std::string line; std::getline(file, line);) out.push_back(nlohmann::json::parse(line));
  return out;
}

/// The events of a log without the samples, in order.
inline std::vector<std::string> events(const std::vector<nlohmann::json>& log) {
  std::vector<std::string> out;
  for (const auto& line : log) {
    if (line.at("event") != "tcp_info") out.push_back(line.at("event"));
  }
  return out;
}

inline const nlohmann::json& find(const std::vector<nlohmann::json>& log, const std::string& event,
                                  bool last = false) {
  const nlohmann::json* found = nullptr;
  for (const auto& line : log) {
    if (line.at("event") == event && (found == nullptr || last)) found = &line;
  }
  if (found == nullptr) throw std::runtime_error("no event " + event);
  return *found;
}

inline std::vector<nlohmann::json> all_of(const std::vector<nlohmann::json>& log,
                                          const std::string& event) {
  std::vector<nlohmann::json> out;
  for (const auto& line : log) {
    if (line.at("event") == event) out.push_back(line);
  }
  return out;
}

}  // namespace seawind::test
