// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/router/tree_structure.h"

#include <type_traits>

namespace seawind {
namespace {

// The classes of a discipline, its inner discipline and its flow queues; most disciplines have
// none.
template <typename T>
concept HasClasses = requires(T& config) {
  config.classes;
};
template <typename T>
concept HasInner = requires(T& config) {
  config.discipline;
};
template <typename T>
concept HasFlowQueues = requires(T& config) {
  config.flows.count;
};

void number(std::vector<ClassConfig>& classes, std::size_t& count);
void number(DisciplineConfig& config, std::size_t& count);

void number(std::shared_ptr<const DisciplineConfig>& config, std::size_t& count) {
  if (!config) return;
  DisciplineConfig numbered = *config;
  number(numbered, count);
  config = std::make_shared<const DisciplineConfig>(std::move(numbered));
}

void number(DisciplineConfig& config, std::size_t& count) {
  std::visit(
      [&](auto& one) {
        using T = std::decay_t<decltype(one)>;
        if constexpr (HasClasses<T>) number(one.classes, count);
        if constexpr (HasInner<T>) number(one.discipline, count);
        if constexpr (HasFlowQueues<T>) {
          if (one.flows.count != 0) number(one.flows.discipline, count);
        }
      },
      config);
}

void number(std::vector<ClassConfig>& classes, std::size_t& count) {
  for (ClassConfig& one : classes) {
    one.number = static_cast<std::uint8_t>(++count);
    number(one.classes, count);
    number(one.discipline, count);
  }
}

using Visit = std::function<void(const ClassConfig&, std::uint8_t, const std::string&)>;

std::uint64_t queues_in(const ClassConfig& config) {
  if (config.classes.empty()) return seawind::queues_in(config.discipline);
  std::uint64_t count = 0;
  for (const ClassConfig& inside : config.classes) count += queues_in(inside);
  return count;
}

void walk(const DisciplineConfig& config, std::uint8_t parent, const std::string& prefix,
          const Visit& visit);

void walk(const std::vector<ClassConfig>& classes, std::uint8_t parent, const std::string& prefix,
          const Visit& visit) {
  for (const ClassConfig& one : classes) {
    const std::string path = prefix.empty() ? one.name : prefix + "/" + one.name;
    visit(one, parent, path);
    walk(one.classes, one.number, path, visit);
    walk(one.discipline, one.number, path, visit);
  }
}

void walk(const DisciplineConfig& config, std::uint8_t parent, const std::string& prefix,
          const Visit& visit) {
  std::visit(
      [&](const auto& one) {
        using T = std::decay_t<decltype(one)>;
        if constexpr (HasClasses<T>) walk(one.classes, parent, prefix, visit);
        if constexpr (HasInner<T>) {
          if (one.discipline) walk(*one.discipline, parent, prefix, visit);
        }
        // The classes of all flow queues are counted together.
        if constexpr (HasFlowQueues<T>) {
          if (one.flows.count != 0 && one.flows.discipline)
            walk(*one.flows.discipline, parent, prefix, visit);
        }
      },
      config);
}

bool same_classes(const std::vector<ClassConfig>& a, const std::vector<ClassConfig>& b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i].name != b[i].name || !same_classes(a[i].classes, b[i].classes) ||
        !same_structure(a[i].discipline, b[i].discipline)) {
      return false;
    }
  }
  return true;
}

}  // namespace

std::size_t number_classes(DisciplineConfig& config) {
  std::size_t count = 0;
  number(config, count);
  return count;
}

void for_each_class(const DisciplineConfig& config, const Visit& visit) {
  walk(config, 0, "", visit);
}

std::uint64_t queues_in(const DisciplineConfig& config) {
  return std::visit(
      [](const auto& one) -> std::uint64_t {
        using T = std::decay_t<decltype(one)>;
        std::uint64_t count = 1;
        if constexpr (std::is_same_v<T, FqCodelConfig> || std::is_same_v<T, FqPieConfig>) {
          count = static_cast<std::uint64_t>(one.flows);
        }
        if constexpr (HasInner<T>) {
          if (one.discipline) count = queues_in(*one.discipline);
        }
        if constexpr (HasClasses<T>) {
          for (const ClassConfig& inside : one.classes) count += queues_in(inside);
        }
        if constexpr (HasFlowQueues<T>) {
          if (one.flows.count != 0) {
            count = one.flows.count *
                    (one.flows.discipline ? queues_in(*one.flows.discipline) : std::uint64_t{1});
          }
        }
        return count;
      },
      config);
}

bool same_structure(const DisciplineConfig& a, const DisciplineConfig& b) {
  if (a.index() != b.index()) return false;
  return std::visit(
      [&](const auto& one) {
        using T = std::decay_t<decltype(one)>;
        const T& other = std::get<T>(b);
        if constexpr (HasClasses<T>) {
          if (!same_classes(one.classes, other.classes)) return false;
        }
        if constexpr (HasInner<T>) {
          if (!same_structure(or_tail_drop(one.discipline), or_tail_drop(other.discipline))) {
            return false;
          }
        }
        if constexpr (HasFlowQueues<T>) {
          if (one.flows.count != other.flows.count) return false;
          if (one.flows.count != 0 && !same_structure(or_tail_drop(one.flows.discipline),
                                                      or_tail_drop(other.flows.discipline))) {
            return false;
          }
        }
        // The number of flow queues is part of the structure.
        if constexpr (std::is_same_v<T, FqCodelConfig> || std::is_same_v<T, FqPieConfig>) {
          if (one.flows != other.flows) return false;
        }
        return true;
      },
      a);
}

}  // namespace seawind
