// SPDX-License-Identifier: GPL-3.0-or-later
// Reads a YAML file. Every error is a UsageError with file:line:column.
#pragma once

#include <fmt/format.h>
#include <yaml-cpp/yaml.h>

#include <cmath>
#include <cstddef>
#include <set>
#include <string>
#include <utility>

#include "common/error.h"
#include "common/printable.h"
#include "common/whole_file.h"

namespace seawind {

class YamlPlaces {
 public:
  explicit YamlPlaces(std::string file) : file_(std::move(file)) {}

  /// Returns read(root) of the file, which has at most `largest` bytes.
  template <typename Read>
  auto load(std::size_t largest, const Read& read) const {
    try {
      return read(YAML::Load(read_whole_file(file_, largest)));
    } catch (const YAML::Exception& e) {
      fail(e.mark, e.msg);
    } catch (const Error& e) {
      throw UsageError(e.what());
    }
  }

  [[noreturn]] void fail(const YAML::Mark& mark, const std::string& what) const {
    throw UsageError(fmt::format("{}: error: {}", place(mark), what));
  }
  [[noreturn]] void fail(const YAML::Node& node, const std::string& what) const {
    fail(node.Mark(), what);
  }
  std::string place(const YAML::Mark& mark) const {
    return fmt::format("{}:{}:{}", file_, mark.line + 1, mark.column + 1);
  }

  void require_keys(const YAML::Node& map, const std::set<std::string>& known) const {
    if (!map.IsMap()) fail(map, "a map is needed here");
    for (const auto& item : map) {
      if (!item.first.IsScalar()) fail(item.first, "a key must be a plain word");
      if (!known.count(item.first.Scalar()))
        fail(item.first, fmt::format("unknown key `{}`", excerpt(item.first.Scalar(), 40)));
    }
  }

  /// The number at a key, which must be there.
  double number(const YAML::Node& map, const char* key) const {
    double number = 0;
    const YAML::Node node = map[key];
    if (!node || !YAML::convert<double>::decode(node, number) || !std::isfinite(number))
      fail(node ? node : map, fmt::format("`{}` is not a number", key));
    return number;
  }

 private:
  std::string file_;
};

}  // namespace seawind
