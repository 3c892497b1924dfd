// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/testset/find_test_sets.h"

#include <fmt/format.h>

#include <algorithm>

#include "common/config/tree.h"
#include "common/error.h"

namespace seawind {

std::optional<bool> is_test_set(const std::filesystem::path& file) {
  Diagnostics ignored;
  const auto tree = config::read_tree(file, ignored);
  if (!tree) return {};
  return config::find_entry(*tree, "matrix") != nullptr;
}

std::vector<std::filesystem::path> test_sets_in(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> out;
  std::error_code problem;
  for (std::filesystem::directory_iterator at(folder, problem), end; !problem && at != end;
       at.increment(problem)) {
    const auto& file = at->path();
    if (file.extension() == ".yaml" && is_test_set(file).value_or(true)) out.push_back(file);
  }
  if (problem) throw system_error("read the folder " + folder.string(), problem.value());
  if (out.empty())
    throw Error(fmt::format(
        "there is no test set in the folder {}: a test set is a .yaml file with a `matrix`",
        folder.string()));
  std::sort(out.begin(), out.end());
  return out;
}

}  // namespace seawind
