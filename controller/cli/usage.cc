// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/cli/usage.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <vector>

#include "common/diagnostics.h"

namespace seawind {
namespace {

using Words = std::vector<std::string>;

bool is_option(const std::string& word) {
  return word.size() > 1 && word.front() == '-';
}

std::string unknown_subcommand(const std::vector<CLI::App*>& subcommands, const std::string& path,
                               const std::string& word) {
  Words names;
  for (const CLI::App* sub : subcommands) names.push_back(sub->get_name());
  return fmt::format("`{}` is not a subcommand of `{}`{}", word, path,
                     did_you_mean(word, names, "; "));
}

bool takes_value(const CLI::App& verb, const std::string& name) {
  const CLI::Option* option = verb.get_option_no_throw(name);
  return option != nullptr && option->get_items_expected_min() > 0;
}

/// How many words after `word`, one long option or short ones together (-qo), are its value. There
/// is none when the value is in the same word.
std::size_t values_after(const CLI::App& verb, const std::string& word) {
  if (word.starts_with("--")) return takes_value(verb, word) ? 1 : 0;
  std::size_t i = 1;
  while (i < word.size() && !takes_value(verb, {'-', word[i]})) ++i;
  return i + 1 == word.size() ? 1 : 0;
}

/// The words after a verb, up to `--` or the command of `exec`. The parser reports a missing option
/// before it reports an unknown one, which is often the missing one misspelt.
std::string unknown_option(CLI::App& verb, const std::string& path, const Words& words) {
  for (std::size_t i = 0; i < words.size() && words[i] != "--"; ++i) {
    const std::string name = words[i].substr(0, words[i].find('='));
    if (!is_option(name) && verb.get_prefix_command()) break;
    if (!name.starts_with("--")) {
      if (is_option(name)) i += values_after(verb, words[i]);
      continue;
    }
    if (verb.get_option_no_throw(name) != nullptr) {
      i += values_after(verb, words[i]);
      continue;
    }
    Words names;
    for (const CLI::Option* option : verb.get_options())
      for (const std::string& known : option->get_lnames()) names.push_back("--" + known);
    return fmt::format("`{}` is not an option of `{}`{}", name, path,
                       did_you_mean(name, names, "; "));
  }
  return {};
}

}  // namespace

std::string usage_problem(CLI::App& app, int argc, const char* const* argv) {
  CLI::App* at = &app;
  std::string path = app.get_name();
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (is_option(word)) return {};
    const auto subcommands = at->get_subcommands([](CLI::App*) { return true; });
    const auto next = std::find_if(subcommands.begin(), subcommands.end(),
                                   [&](const CLI::App* sub) { return sub->get_name() == word; });
    if (next == subcommands.end()) return unknown_subcommand(subcommands, path, word);
    at = *next;
    path += " " + word;
    if (at->get_require_subcommand_min() == 0)
      return unknown_option(*at, path, Words(argv + i + 1, argv + argc));
  }
  return {};
}

std::vector<std::string> words_to_parse(CLI::App& app, int argc, const char* const* argv) {
  Words words(argv + 1, argv + argc);
  const auto verbs = app.get_subcommands([&](const CLI::App* verb) {
    return verb->get_prefix_command() && !words.empty() && verb->get_name() == words.front();
  });
  for (const CLI::App* verb : verbs)
    for (std::size_t i = 1; i < words.size() && is_option(words[i]); ++i) {
      if (words[i] == "--") {
        words.erase(words.begin() + static_cast<std::ptrdiff_t>(i));
        break;
      }
      i += values_after(*verb, words[i]);
    }
  std::reverse(words.begin(), words.end());
  return words;
}

}  // namespace seawind
