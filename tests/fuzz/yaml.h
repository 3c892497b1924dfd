// SPDX-License-Identifier: GPL-3.0-or-later
// YAML texts that are not files: they have names in a folder that does not exist, beside the
// shipped configs/.
#pragma once

#include "common/config_reader.h"
#include "controller/testset/show_config.h"
#include "tests/fuzz/fuzz.h"

namespace seawind::fuzz {

inline std::filesystem::path file(const std::string& name) {
  return std::filesystem::path("/nonexistent/fuzz") / name;
}
inline std::filesystem::path configs() {
  return std::filesystem::path(SEAWIND_SOURCE_DIR) / "configs";
}

inline SearchPath search_path(const std::map<std::string, std::string>& texts) {
  SearchPath search{{file(""), configs()}, {}};
  for (const auto& [name, text] : texts) search.unsaved[file(name)] = text;
  return search;
}

/// Checks that the position of every problem is within its text.
inline void hold_places(const Diagnostics& problems, const SearchPath& search) {
  (void)problems.render();
  for (const Diagnostic& problem : problems.all()) {
    const auto text = search.unsaved.find(problem.at.file);
    if (text == search.unsaved.end()) continue;
    const auto lines = 2 + std::count(text->second.begin(), text->second.end(), '\n') +
                       std::count(text->second.begin(), text->second.end(), '\r');
    hold(problem.at.line >= 0 && problem.at.line <= lines && problem.at.column >= 0 &&
             problem.at.column <= static_cast<int>(text->second.size()) + 1,
         "a problem stands inside its file", problems.render());
    hold(!problem.message.empty(), "a problem is told");
  }
}

/// Checks that the output of show_config() for a valid message is read back as the same message.
template <typename Message>
void hold_shown(const Message& message) {
  const std::string shown = show_config(message);
  const SearchPath search = search_path({{"shown/x.yaml", shown}});
  Message again;
  Diagnostics problems;
  read_config(file("shown/x.yaml"), search, again, problems);
  hold(problems.empty(), "what is shown of a configuration is read", problems.render() + shown);
  hold(show_config(again) == shown, "what is shown of a configuration is the same again",
       shown + "\n---\n" + show_config(again));
}

}  // namespace seawind::fuzz
