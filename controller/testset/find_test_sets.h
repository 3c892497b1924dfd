// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

namespace seawind {

/// Whether the YAML file is a test set: it has the key `matrix`. Other files in folders of test
/// sets contain published values. Nothing if the file cannot be read as YAML.
std::optional<bool> is_test_set(const std::filesystem::path& file);

/// The test sets directly in `folder`, sorted by name: its *.yaml files except those that are
/// certainly no test sets. Throws Error if there are none or the folder cannot be read.
std::vector<std::filesystem::path> test_sets_in(const std::filesystem::path& folder);

}  // namespace seawind
