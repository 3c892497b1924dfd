// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/router/make_discipline.h"

#include "emulator/router/default_limit.h"
#include "emulator/router/discard.h"
#include "emulator/router/drr.h"
#include "emulator/router/head_drop.h"
#include "emulator/router/htb.h"
#include "emulator/router/make_aqm.h"
#include "emulator/router/priority.h"
#include "emulator/router/tail_drop.h"
#include "emulator/router/token_bucket_filter.h"
#include "emulator/router/wf2q_plus.h"
#include "emulator/router/wfq.h"
#include "emulator/router/wrr.h"

namespace seawind {
namespace {

using Made = std::unique_ptr<QueueDiscipline>;

struct Maker {
  const Node& node;

  Made operator()(const TailDropConfig& config) const {
    return std::make_unique<TailDropQueue>(limit_or_default(config.limit, node.link), node.events,
                                           config.overfill);
  }
  Made operator()(const HeadDropConfig& config) const {
    return std::make_unique<HeadDropQueue>(limit_or_default(config.limit, node.link), node.events);
  }
  Made operator()(const DiscardConfig&) const { return std::make_unique<DiscardAll>(node.events); }
  template <typename Aqm>
  requires requires(const Aqm& config, const Node& place) { make_aqm(config, place); }
  Made operator()(const Aqm& config) const { return make_aqm(config, node); }
  Made operator()(const PriorityConfig& config) const {
    return std::make_unique<StrictPriority>(config, node);
  }
  Made operator()(const TokenBucketConfig& config) const {
    return std::make_unique<TokenBucketFilter>(config, node);
  }
  Made operator()(const HtbConfig& config) const { return std::make_unique<Htb>(config, node); }
  Made operator()(const DrrConfig& config) const {
    return std::make_unique<DeficitRoundRobin>(config, node);
  }
  Made operator()(const WrrConfig& config) const {
    return std::make_unique<WeightedRoundRobin>(config, node);
  }
  Made operator()(const WfqConfig& config) const {
    return std::make_unique<WeightedFairQueueing>(config, node);
  }
  Made operator()(const Wf2qPlusConfig& config) const {
    return std::make_unique<Wf2qPlus>(config, node);
  }
};

}  // namespace

Made make_discipline(const DisciplineConfig& config, const Node& node) {
  return std::visit(Maker{node}, config);
}

}  // namespace seawind
