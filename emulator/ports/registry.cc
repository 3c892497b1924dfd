// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/ports/registry.h"

#include <array>

#include "common/error.h"
#include "emulator/ports/ring_port.h"
#include "emulator/ports/super_port.h"

namespace seawind {
namespace {

struct Kind {
  std::string_view name;
  std::unique_ptr<Port> (*open)(const PortOptions&);
};

// A table instead of self-registration, because the linker drops unreferenced objects of a static
// library.
constexpr std::array kKinds{
    Kind{"ring", open_ring_port},
    Kind{"super", open_super_port},
};

}  // namespace

std::unique_ptr<Port> open_port(std::string_view kind, const PortOptions& options) {
  std::string known;
  for (const Kind& k : kKinds) {
    if (k.name == kind) return k.open(options);
    known += (known.empty() ? "" : ", ") + std::string(k.name);
  }
  throw Error("unknown port kind `" + std::string(kind) + "`; known: " + known);
}

std::vector<std::string> port_kinds() {
  std::vector<std::string> names;
  for (const Kind& kind : kKinds) names.emplace_back(kind.name);
  return names;
}

std::string default_port_kind(std::int64_t rate, bool super_packets) {
  constexpr std::int64_t kSlow = 10'000'000;
  return super_packets || rate <= kSlow ? "super" : "ring";
}

}  // namespace seawind
