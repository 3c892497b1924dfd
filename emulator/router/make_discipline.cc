// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/router/make_discipline.h"

#include "emulator/router/codel.h"
#include "emulator/router/discard.h"
#include "emulator/router/drr.h"
#include "emulator/router/dualpi2.h"
#include "emulator/router/head_drop.h"
#include "emulator/router/htb.h"
#include "emulator/router/pie.h"
#include "emulator/router/priority.h"
#include "emulator/router/red.h"
#include "emulator/router/tail_drop.h"
#include "emulator/router/token_bucket_filter.h"
#include "emulator/router/wf2q_plus.h"
#include "emulator/router/wfq.h"
#include "emulator/router/wred.h"
#include "emulator/router/wrr.h"

namespace seawind {
namespace {

using Made = std::unique_ptr<QueueDiscipline>;

struct Maker {
  const Node& node;

  Made operator()(const TailDropConfig& config) const { return make<TailDropQueue>(config); }
  Made operator()(const HeadDropConfig& config) const { return make<HeadDropQueue>(config); }
  Made operator()(const DiscardConfig&) const { return std::make_unique<DiscardAll>(node.events); }
  Made operator()(const RedConfig& config) const { return make<RedQueue>(config); }
  Made operator()(const WredConfig& config) const { return make<WredQueue>(config); }
  Made operator()(const CodelConfig& config) const { return make<CodelQueue>(config); }
  Made operator()(const FqCodelConfig& config) const { return make<FqCodelQueue>(config); }
  Made operator()(const PieConfig& config) const { return make<PieQueue>(config); }
  Made operator()(const FqPieConfig& config) const { return make<FqPieQueue>(config); }
  Made operator()(const DualPi2Config& config) const { return make<DualPi2Queue>(config); }
  Made operator()(const PriorityConfig& config) const { return make<StrictPriority>(config); }
  Made operator()(const TokenBucketConfig& config) const { return make<TokenBucketFilter>(config); }
  Made operator()(const HtbConfig& config) const { return make<Htb>(config); }
  Made operator()(const DrrConfig& config) const { return make<DeficitRoundRobin>(config); }
  Made operator()(const WrrConfig& config) const { return make<WeightedRoundRobin>(config); }
  Made operator()(const WfqConfig& config) const { return make<WeightedFairQueueing>(config); }
  Made operator()(const Wf2qPlusConfig& config) const { return make<Wf2qPlus>(config); }

 private:
  template <typename Queue, typename Config>
  Made make(const Config& config) const {
    return std::make_unique<Queue>(config, node);
  }
};

}  // namespace

Made make_discipline(const DisciplineConfig& config, const Node& node) {
  return std::visit(Maker{node}, config);
}

}  // namespace seawind
