// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include "emulator/api/link_rules.h"

namespace seawind {
namespace {

/// 2 Mbit/s, no input queue, a send buffer of 7 packets.
LinkDirection direction() {
  LinkDirection out;
  out.mutable_rate_base()->set_fixed(2'000'000);
  out.set_queue_max_length(0);
  out.mutable_link_send_buffer_size()->set_packets(7);
  return out;
}

Limit packets(std::int64_t count) {
  Limit out;
  out.set_packets(count);
  return out;
}

Limit bytes(std::int64_t count) {
  Limit out;
  out.set_bytes(count);
  return out;
}

TEST(BuffersText, WithoutARouterTheSendBufferIsTheQueue) {
  EXPECT_EQ(buffers_text(direction(), {}, 1500), "7pkt of 1500B at 2Mbit/s: 42 ms");
  EXPECT_EQ(buffers_text(direction(), {}, 576), "7pkt of 576B at 2Mbit/s: 16.1 ms");
  LinkDirection in_bytes = direction();
  *in_bytes.mutable_link_send_buffer_size() = bytes(10'000);
  EXPECT_EQ(buffers_text(in_bytes, {}, 1500), "1pkt of 1500B and 10000B at 2Mbit/s: 46 ms");
  in_bytes.set_frame_in_service_in_buffer(true);
  EXPECT_EQ(buffers_text(in_bytes, {}, 1500), "10000B at 2Mbit/s: 40 ms");
}

TEST(BuffersText, BehindARouterTheSendBufferHoldsOnePacket) {
  EXPECT_EQ(buffers_text(direction(), {packets(20)}, 1500), "21pkt of 1500B at 2Mbit/s: 126 ms");
  EXPECT_EQ(buffers_text(direction(), {bytes(11'500), bytes(1000)}, 1500),
            "1pkt of 1500B and 12500B at 2Mbit/s: 56 ms");
}

TEST(BuffersText, AnInputQueueIsInFrontOfTheWholeSendBuffer) {
  LinkDirection link = direction();
  link.set_queue_max_length(3);
  link.set_adapter_slots(2);
  EXPECT_EQ(buffers_text(link, {packets(20)}, 1500), "32pkt of 1500B at 2Mbit/s: 192 ms");
  EXPECT_EQ(buffers_text(link, {}, 1500), "12pkt of 1500B at 2Mbit/s: 72 ms");
  link.clear_adapter_slots();
  link.set_queue_overflow_handling(
      LinkDirection::OVERFLOW_DROP);  // the router never holds a packet
  EXPECT_EQ(buffers_text(link, {packets(20)}, 1500), "10pkt of 1500B at 2Mbit/s: 60 ms");
  link.clear_queue_overflow_handling();
  link.clear_queue_max_length();  // off
  EXPECT_EQ(buffers_text(link, {}, 1500), "unlimited");
  LinkDirection old = link;
  old.set_queue_max_delay(200'000'000);
  EXPECT_EQ(buffers_text(old, {}, 1500), "8pkt of 1500B and what waits 200ms at 2Mbit/s: 248 ms");
  old.add_stages()->mutable_drop_from_head()->mutable_limit()->set_bytes(5000);
  EXPECT_EQ(buffers_text(old, {}, 1500), "8pkt of 1500B and 5000B at 2Mbit/s: 68 ms");
  link.set_queue_max_size(5000);
  // And the packet that crosses the limit, which FLOW_CONTROL lets in.
  EXPECT_EQ(buffers_text(link, {}, 1500), "9pkt of 1500B and 5000B at 2Mbit/s: 74 ms");
  *link.mutable_link_send_buffer_size() = bytes(1000);  // holds one larger packet
  EXPECT_EQ(buffers_text(link, {}, 1500), "3pkt of 1500B and 5000B at 2Mbit/s: 38 ms");
}

// A small packet at the end of a queue in bytes waits for all others and for the packet in service.
TEST(BuffersText, BehindAQueueInBytesThePacketInServiceCounts) {
  LinkDirection link = direction();
  link.set_queue_max_length(1);
  link.set_adapter_slots(2);
  *link.mutable_link_send_buffer_size() = packets(1);
  EXPECT_EQ(buffers_text(link, {packets(20)}, 1500), "24pkt of 1500B at 2Mbit/s: 144 ms");
  EXPECT_EQ(buffers_text(link, {bytes(11'520)}, 1500),
            "5pkt of 1500B and 11520B at 2Mbit/s: 76.1 ms");
  EXPECT_EQ(buffers_text(link, {packets(20), bytes(11'520)}, 1500),
            "25pkt of 1500B and 11520B at 2Mbit/s: 196 ms");
  link.set_frame_in_service_in_buffer(true);
  EXPECT_EQ(buffers_text(link, {bytes(11'520)}, 1500),
            "4pkt of 1500B and 11520B at 2Mbit/s: 70.1 ms");
}

TEST(BuffersText, ARouterWithoutALimitIsUnlimited) {
  EXPECT_EQ(buffers_text(direction(), {Limit()}, 1500), "unlimited");
  EXPECT_EQ(buffers_text(direction(), {packets(20), Limit()}, 1500), "unlimited");
}

TEST(BuffersText, NoTimeIsToldThatMayBeExceeded) {
  const auto change = [](auto how) {
    LinkDirection link = direction();
    how(link);
    return buffers_text(link, {}, 1500);
  };
  constexpr auto kNoTime = "7pkt of 1500B";
  EXPECT_EQ(change([](LinkDirection& link) {
              link.mutable_rate_base()->mutable_uniform()->set_min(1'000'000);
              link.mutable_rate_base()->mutable_uniform()->set_max(3'000'000);
            }),
            kNoTime);
  EXPECT_EQ(change([](LinkDirection& link) {
              (*link.mutable_states())["bad"].mutable_rate_base()->set_fixed(1000);
            }),
            kNoTime);
  EXPECT_EQ(change([](LinkDirection& link) {
              link.mutable_rate_schedule()->add_steps()->set_rate(1'000'000);
            }),
            kNoTime);
  EXPECT_EQ(change([](LinkDirection& link) {
              link.set_user_max_rate(4);
              link.mutable_available_rate()->set_fixed(1);
            }),
            kNoTime);
  EXPECT_EQ(change([](LinkDirection& link) { link.set_link_overhead(40); }), kNoTime);
  EXPECT_EQ(change([](LinkDirection& link) { link.set_protocol_overhead_per_packet(1500); }),
            kNoTime);
  EXPECT_EQ(change([](LinkDirection& link) { link.set_bgl_average_rate(1000); }), kNoTime);
  EXPECT_EQ(change([](LinkDirection& link) { link.set_error_handling(LinkDirection::RETRANSMIT); }),
            kNoTime);
  EXPECT_EQ(change([](LinkDirection& link) {
              (*link.mutable_states())["bad"].set_error_handling(LinkDirection::RETRANSMIT);
            }),
            kNoTime);
}

}  // namespace
}  // namespace seawind
