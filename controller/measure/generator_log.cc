// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/measure/generator_log.h"

#include <fstream>
#include <nlohmann/json.hpp>

#include "common/error.h"

namespace seawind {

std::int64_t GeneratorEvent::whole(const char* field) const {
  constexpr std::int64_t kLimit = std::int64_t{1} << 60;
  const auto at = line_.find(field);
  const bool fits = at != line_.end() && at->is_number_integer() && *at >= 0 && *at < kLimit;
  return fits ? at->get<std::int64_t>() : 0;
}

double GeneratorEvent::number(const char* field) const {
  const auto at = line_.find(field);
  return at != line_.end() && at->is_number() ? at->get<double>() : 0.0;
}

void read_generator_log(const std::filesystem::path& log, const std::string& name,
                        const std::function<void(const GeneratorEvent&)>& each) {
  std::ifstream in(log);
  if (!in) throw system_error("read " + log.string());
  const std::string quoted = '"' + name + '"';
  for (std::string line; std::getline(in, line);) {
    if (line.find(quoted) == std::string::npos) continue;  // most lines are of other events
    const auto json = nlohmann::json::parse(line, nullptr, false);
    if (!json.is_object()) continue;
    if (const auto event = json.find("event"); event == json.end() || *event != name) continue;
    each(GeneratorEvent(json));
  }
}

}  // namespace seawind
