// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/router/fq_codel.h"

#include <utility>

#include "emulator/router/class_stream.h"
#include "emulator/router/default_limit.h"
#include "emulator/router/router_config.h"

namespace seawind {

FqCodelQueue::FqCodelQueue(const FqCodelConfig& config, const Node& node)
    : flows_(config.flows, class_stream(node).next(), node.events) {
  configure(config, node.link);
}

void FqCodelQueue::change(const DisciplineConfig& config, const RouterContext& link, Time) {
  configure(std::get<FqCodelConfig>(config), link);
}

void FqCodelQueue::configure(const FqCodelConfig& config, const RouterContext& link) {
  config_ = config.codel;
  limits_ = {.limit = limit_or_default(config.limit, link),
             .quantum = config.quantum,
             .drop_batch = config.drop_batch};
}

void FqCodelQueue::enqueue(Packet packet, Time now) {
  flows_.enqueue(std::move(packet), now, limits_, config_, 0);
}

}  // namespace seawind
