// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/measure/generator_log.h"

#include <algorithm>
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

bool GeneratorEvent::is(std::string_view name) const {
  const auto event = line_.find("event");
  return event != line_.end() && *event == name;
}

void read_generator_log(const std::filesystem::path& log, const std::vector<std::string>& names,
                        const std::function<void(const GeneratorEvent&)>& each) {
  std::ifstream in(log);
  if (!in) throw system_error("read " + log.string());
  for (std::string line; std::getline(in, line);) {
    const auto has = [&line](const std::string& name) {
      return line.find('"' + name + '"') != std::string::npos;
    };
    if (std::ranges::none_of(names, has)) continue;  // most lines are of other events
    const auto json = nlohmann::json::parse(line, nullptr, false);
    if (!json.is_object()) continue;
    const GeneratorEvent event(json);
    if (std::ranges::any_of(names, [&](const std::string& name) { return event.is(name); }))
      each(event);
  }
}

}  // namespace seawind
