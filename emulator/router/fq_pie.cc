// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/router/fq_pie.h"

#include <utility>

#include "emulator/router/class_stream.h"
#include "emulator/router/default_limit.h"
#include "emulator/router/router_config.h"

namespace seawind {

FqPieQueue::FqPieQueue(const FqPieConfig& config, const Node& node)
    : random_(class_stream(node)), flows_(config.flows, random_.next(), node.events) {
  configure(config, node.link);
}

void FqPieQueue::change(const DisciplineConfig& config, const RouterContext& link, Time now) {
  flows_.settle(now, config_);
  configure(std::get<FqPieConfig>(config), link);
}

void FqPieQueue::configure(const FqPieConfig& config, const RouterContext& link) {
  config_ = config.pie;
  limits_ = {.limit = limit_or_default(config.limit, link),
             .quantum = config.quantum,
             .drop_batch = config.drop_batch};
}

void FqPieQueue::enqueue(Packet packet, Time now) {
  flows_.enqueue(std::move(packet), now, limits_, config_, random_.uniform());
}

}  // namespace seawind
