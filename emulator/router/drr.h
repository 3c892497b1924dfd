// SPDX-License-Identifier: GPL-3.0-or-later
// Deficit round robin (Shreedhar, Varghese: "Efficient fair queueing using deficit round robin",
// SIGCOMM 1995, figure 3). A child's turn adds its quantum to its deficit counter. The child sends
// while the packet at its head is not larger than the counter. A child without packets loses its
// remaining deficit. A child that becomes active goes to the end of the round.
//
// A quantum should be at least one packet, so that every turn can send; with a quantum of q bytes,
// a packet takes size / q turns. Default: 1514 bytes.
#pragma once

#include "emulator/router/classful.h"
#include "emulator/router/round_list.h"

namespace seawind {

class DeficitRoundRobin final : public Classful {
 public:
  DeficitRoundRobin(const DrrConfig& config, const Node& node);

  void change(const DisciplineConfig& config, const RouterContext& link, Time now) override;

 private:
  void read_quanta(const DrrConfig& config);
  void activate(std::uint32_t child, Time now) override;
  void deactivate(std::uint32_t child) override;
  std::uint32_t choose(Time now) override;
  void served(std::uint32_t child, std::uint32_t size, Time now) override;

  struct Share {
    std::int64_t quantum = 1514;
    std::int64_t deficit = 0;
  };
  std::vector<Share> shares_;
  RoundList round_;
  bool turn_open_ = false;  // the front of the round has received its quantum
};

}  // namespace seawind
