// SPDX-License-Identifier: GPL-3.0-or-later
// YAML texts that are not files: they have names in a folder that does not exist, beside the
// shipped configs/.
#pragma once

#include "common/config_reader.h"
#include "common/printable.h"
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

/// The problems of one text, shown with its lines, which render() reads from a file.
inline std::string shown_with_lines(const Diagnostics& problems, const std::string& name,
                                    const std::string& text) {
  static MemoryFile file;
  file.fill({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
  Diagnostics placed;
  for (const Diagnostic& problem : problems.all()) {
    if (problem.at.file != name) continue;
    Location at = problem.at;
    at.file = file.path();
    placed.add(at, problem.message, problem.hint);
  }
  return placed.render();
}

/// Checks that the position of every problem is within its text, that what is shown of it cannot
/// control a terminal, and that a text with a zero byte has a problem.
inline void hold_places(const Diagnostics& problems, const SearchPath& search) {
  hold(is_printable(problems.render()), "a problem is shown printable");
  for (const auto& [name, text] : search.unsaved) {
    hold(text.find('\0') == std::string::npos || !problems.empty(), "a zero byte is refused");
    hold(is_printable(shown_with_lines(problems, name.string(), text)),
         "the line of a problem is shown printable");
  }
  for (const Diagnostic& problem : problems.all()) {
    hold(!problem.at.file.empty(), "a problem is of a file", problem.message);
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
