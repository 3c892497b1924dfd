// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/daemon/release_sender.h"

#include <utility>

#include "common/packet_ids.h"
#include "emulator/core/packet.h"

namespace seawind {

ReleaseSender::ReleaseSender(Port& port, const Scheduler& scheduler, Clock& clock,
                             LatenessMeter& lateness)
    : port_(port), scheduler_(scheduler), clock_(clock), lateness_(lateness) {
  packets_.reserve(kBatch);
  intended_.reserve(kBatch);
}

void ReleaseSender::deliver(Packet packet) {
  if (!made_by_link(packet.id())) delay_sum_ = delay_sum_ + (scheduler_.now() - packet.arrival());
  intended_.push_back(start_ + Duration::nanoseconds(scheduler_.now().ns()));
  packets_.push_back(std::move(packet));
  if (packets_.size() == kBatch) flush();
}

void ReleaseSender::bypass(Packet packet) {
  intended_.push_back(Time::max());
  packets_.push_back(std::move(packet));
  if (packets_.size() == kBatch) flush();
}

void ReleaseSender::flush() {
  if (packets_.empty()) return;
  port_.send(packets_);
  const Time sent = clock_.monotonic();
  for (const Time intended : intended_) {
    if (intended != Time::max()) lateness_.record(intended, sent);
  }
  packets_.clear();
  intended_.clear();
}

}  // namespace seawind
