// SPDX-License-Identifier: GPL-3.0-or-later
// Drops every packet (`classified`): for classes whose filters select packets that must not pass.
#pragma once

#include "emulator/router/queue_discipline.h"

namespace seawind {

class DiscardAll final : public QueueDiscipline {
 public:
  explicit DiscardAll(QueueEvents& events) : events_(events) {}

  void enqueue(Packet packet, Time) override { events_.dropped(packet, DropReason::kClassified); }
  Packet dequeue(Time) override { return {}; }
  Time next_ready(Time) const override { return Time::max(); }
  void remove_if(const std::function<bool(const Packet&)>&, DropReason, Time) override {}
  void drain(std::vector<Packet>&) override {}
  void change(const DisciplineConfig&, const RouterContext&, Time) override {}
  std::int64_t bytes() const override { return 0; }
  std::int64_t packets() const override { return 0; }

 private:
  QueueEvents& events_;
};

}  // namespace seawind
