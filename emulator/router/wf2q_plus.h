// SPDX-License-Identifier: GPL-3.0-or-later
// Worst-case fair weighted fair queueing (Bennett, Zhang: "Hierarchical packet fair queueing
// algorithms", SIGCOMM 1996, section 3.4, WF2Q+). Child i has the share r_i = weight / sum of all
// weights. The packet at its head has a start tag S and a finish tag F = S + L / r_i. S is the
// child's previous finish tag or, if the child was idle, the larger of that and the virtual time V.
// V grows by the bytes served and is never below the smallest S of an active child. Of the children
// with S <= V, the one with the smallest F is served.
//
// The paper's bounds hold, in bytes of service: a packet that arrives when its child holds Q bytes,
// itself included, leaves before Q / r_i + L_max + L_i (1 / r_i - 1) further bytes have been served
// (theorem 4: the worst-case fair index and the delay bound). V counts bytes, not time, so the
// link's rate may vary. V restarts at 0 when no child is active.
#pragma once

#include "emulator/router/classful.h"

namespace seawind {

class Wf2qPlus final : public Classful {
 public:
  Wf2qPlus(const Wf2qPlusConfig& config, const Node& node);

  void change(const DisciplineConfig& config, const RouterContext& link, Time now) override;

 private:
  void read_weights(const Wf2qPlusConfig& config);
  void set_share(std::uint32_t child, double share);
  void activate(std::uint32_t child, Time now) override;
  void deactivate(std::uint32_t child) override;
  std::uint32_t choose(Time now) override;
  void served(std::uint32_t child, std::uint32_t size, Time now) override;
  void stays_active(std::uint32_t child, Time now) override;

  struct Share {
    double share = 1;  // r_i
    double start = 0;
    double finish = 0;
    std::uint64_t busy_period = 0;  // busy period in which `finish` was assigned
  };
  std::vector<Share> shares_;
  IndexedHeap<double> eligible_;  // by finish tag
  IndexedHeap<double> waiting_;   // by start tag
  double virtual_time_ = 0;
  std::uint64_t busy_period_ = 0;
};

}  // namespace seawind
