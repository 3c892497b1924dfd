// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/router/make_discipline.h"

#include <stdexcept>

#include "emulator/router/default_limit.h"
#include "emulator/router/discard.h"
#include "emulator/router/head_drop.h"
#include "emulator/router/make_aqm.h"
#include "emulator/router/tail_drop.h"

namespace seawind {
namespace {

using Made = std::unique_ptr<QueueDiscipline>;

struct Maker {
  const Node& node;

  Made operator()(const TailDropConfig& config) const {
    return std::make_unique<TailDropQueue>(limit_or_default(config.limit, node.link), node.events);
  }
  Made operator()(const HeadDropConfig& config) const {
    return std::make_unique<HeadDropQueue>(limit_or_default(config.limit, node.link), node.events);
  }
  Made operator()(const DiscardConfig&) const { return std::make_unique<DiscardAll>(node.events); }
  template <typename Aqm>
  requires requires(const Aqm& config, const Node& place) { make_aqm(config, place); }
  Made operator()(const Aqm& config) const { return make_aqm(config, node); }
  template <typename Other>
  Made operator()(const Other&) const {
    throw std::logic_error("no such discipline yet");
  }
};

}  // namespace

Made make_discipline(const DisciplineConfig& config, const Node& node) {
  return std::visit(Maker{node}, config);
}

}  // namespace seawind
