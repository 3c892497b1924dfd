// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <gtest/gtest.h>

#include <vector>

#include "emulator/core/packet.h"

namespace seawind::test {

class PacketFixture : public testing::Test {
 protected:
  /// A packet with the id 1 that arrived at 5 ns.
  Packet packet_of(const std::vector<std::uint8_t>& bytes, std::uint16_t link_header = 0) {
    return Packet::copy_of(pool_, 1, Time::from_ns(5), bytes, link_header);
  }
  PacketPool pool_;
};

}  // namespace seawind::test
