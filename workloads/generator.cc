// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/generator.h"

#include <algorithm>

namespace seawind {
namespace {

std::vector<GeneratorEntry>& table() {
  static std::vector<GeneratorEntry> all;
  return all;
}

}  // namespace

const std::vector<GeneratorEntry>& generators() {
  return table();
}

bool register_generator(GeneratorEntry entry) {
  auto& all = table();
  const auto at = std::lower_bound(
      all.begin(), all.end(), entry.name,
      [](const GeneratorEntry& e, const std::string& name) { return e.name < name; });
  all.insert(at, std::move(entry));
  return true;
}

}  // namespace seawind
