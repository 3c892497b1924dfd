// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/daemon/event_ring.h"

#include <gtest/gtest.h>

#include <cstring>
#include <thread>

namespace seawind {
namespace {

EventRecord numbered(std::uint64_t packet) {
  EventRecord event{};
  event.packet = packet;
  return event;
}

TEST(EventRing, KeepsOrderSlotAndSnapAcrossItsEnd) {
  EventRing ring(4096);
  std::uint64_t next = 0;
  for (std::uint64_t packet = 0; packet < 1'000; ++packet) {
    const std::vector<std::uint8_t> snap(packet % 97, static_cast<std::uint8_t>(packet));
    ASSERT_TRUE(ring.push(static_cast<std::uint32_t>(packet % 5), numbered(packet), snap));
    if (packet % 7 != 0) continue;
    ring.drain([&](std::uint32_t slot, std::span<const std::byte> record) {
      EventRecord event;
      ASSERT_GE(record.size(), sizeof event);
      std::memcpy(&event, record.data(), sizeof event);
      ASSERT_EQ(event.packet, next);
      ASSERT_EQ(slot, next % 5);
      ASSERT_EQ(event.snap_bytes, next % 97);
      ASSERT_EQ(record.size(), record_size(event.snap_bytes));
      for (std::size_t i = sizeof event; i < record.size(); ++i) {
        const bool padding = i >= sizeof event + event.snap_bytes;
        ASSERT_EQ(std::to_integer<std::uint8_t>(record[i]),
                  padding ? 0 : static_cast<std::uint8_t>(next));
      }
      ++next;
    });
  }
  EXPECT_EQ(next, 1'000U - 1'000U % 7 + 1);
}

TEST(EventRing, RejectsARecordThatDoesNotFitAndContinues) {
  EventRing ring(4096);
  std::uint64_t stored = 0;
  while (ring.push(0, numbered(stored), {})) ++stored;
  EXPECT_EQ(stored, 4096 / (sizeof(EventRecord) + 8));
  EXPECT_FALSE(ring.push(0, numbered(0), {}));
  std::uint64_t drained = 0;
  ring.drain([&](std::uint32_t, std::span<const std::byte>) { ++drained; });
  EXPECT_EQ(drained, stored);
  EXPECT_TRUE(ring.push(0, numbered(0), {}));
}

TEST(EventRing, OneProducerAndOneConsumerLoseNothing) {
  constexpr std::uint64_t kEvents = 200'000;
  EventRing ring(1 << 16);
  std::thread producer([&] {
    for (std::uint64_t packet = 0; packet < kEvents;) {
      if (ring.push(1, numbered(packet), {})) ++packet;
    }
  });
  std::uint64_t next = 0;
  while (next < kEvents) {
    ring.drain([&](std::uint32_t, std::span<const std::byte> record) {
      EventRecord event;
      std::memcpy(&event, record.data(), sizeof event);
      EXPECT_EQ(event.packet, next++);
    });
  }
  producer.join();
}

}  // namespace
}  // namespace seawind
