// SPDX-License-Identifier: GPL-3.0-or-later
// A link is changed a thousand times while TCP runs over it: nothing is lost, doubled, reordered or
// damaged, on the link or at the receiver.
#include <gmock/gmock.h>
#include <sys/socket.h>

#include <array>
#include <atomic>
#include <thread>
#include <vector>

#include "common/error.h"
#include "common/event_log.h"
#include "emulator/core/random.h"
#include "tests/support/eventually.h"
#include "tests/system/daemon/daemon_fixture.h"

namespace seawind::test {
namespace {

constexpr int kChanges = 1000;

// Byte i of the stream; the period is prime to every power of two, so that a shifted or repeated
// piece shows.
char byte_at(std::uint64_t i) {
  return static_cast<char>(i * 7 % 251);
}

/// Reads until the end of the stream; returns the number of bytes, or -1 when one was wrong.
std::int64_t read_and_check(int fd) {
  std::uint64_t read = 0;
  std::array<char, 65536> bytes{};
  while (true) {
    const ssize_t got = ::recv(fd, bytes.data(), bytes.size(), 0);
    if (got < 0) throw system_error("read the stream");
    if (got == 0) return static_cast<std::int64_t>(read);
    for (ssize_t i = 0; i < got; ++i) {
      if (bytes[static_cast<std::size_t>(i)] != byte_at(read++)) return -1;
    }
  }
}

/// Writes until `stop` is set, then closes. Returns the number of bytes.
std::int64_t write_until(int fd, const std::atomic<bool>& stop) {
  std::uint64_t written = 0;
  std::array<char, 4096> bytes{};
  while (!stop) {
    for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = byte_at(written + i);
    std::size_t done = 0;
    while (done < bytes.size()) {
      const ssize_t sent = ::send(fd, &bytes[done], bytes.size() - done, MSG_NOSIGNAL);
      if (sent < 0) throw system_error("write the stream");
      done += static_cast<std::size_t>(sent);
    }
    written += bytes.size();
  }
  ::shutdown(fd, SHUT_WR);
  return static_cast<std::int64_t>(written);
}

/// Another rate, delay and buffer for both directions.
HopSpec changed(RandomStream& random) {
  HopSpec hop = plain_hop(1'000'000 * (2 + static_cast<std::int64_t>(198 * random.uniform())),
                          Duration::microseconds(static_cast<std::int64_t>(
                              random.uniform() < 0.3 ? 0 : 30'000 * random.uniform())));
  for (LinkDirection* direction :
       {hop.mutable_link()->mutable_downlink(), hop.mutable_link()->mutable_uplink()}) {
    Limit& buffer = *direction->mutable_link_send_buffer_size();
    if (random.uniform() < 0.5) {
      buffer.set_packets(1 + static_cast<std::int64_t>(100 * random.uniform()));
    } else {
      buffer.set_bytes(1500 + static_cast<std::int64_t>(100'000 * random.uniform()));
    }
    if (random.uniform() < 0.3) *direction->mutable_link_receive_buffer_size() = buffer;
  }
  return hop;
}

TEST_F(DaemonTest, AThousandChangesUnderTcpLoseAndDoubleNothing) {
  CreateLinkRequest request = create_request(plain_hop(20'000'000, Duration::milliseconds(10)));
  request.set_event_log("link.swlog");
  ASSERT_TRUE(create(request).ok());

  const Connection tcp = connect_hosts(bed_);
  std::atomic<bool> stop = false;
  std::int64_t written = 0;
  std::int64_t read = 0;
  std::thread writer([&] { written = write_until(tcp.fixed.get(), stop); });
  std::thread reader([&] { read = read_and_check(tcp.mobile.get()); });
  RandomStream random(2026, "live changes");
  for (int i = 0; i < kChanges; ++i) {
    const grpc::Status status = change(changed(random));
    EXPECT_TRUE(status.ok()) << status.error_message();
  }
  stop = true;
  writer.join();
  reader.join();
  EXPECT_GT(written, 100'000);
  EXPECT_EQ(read, written);

  // On a busy machine more than the last acknowledgements may still be inside.
  EXPECT_TRUE(eventually([this] {
    const LinkReport now = report();
    return now.downlink().held_packets() == 0 && now.uplink().held_packets() == 0;
  }));
  const LinkReport last = remove();
  const std::array<std::uint64_t, 2> held{last.downlink().held_packets(),
                                          last.uplink().held_packets()};
  for (const DirectionCounters* side : {&last.downlink(), &last.uplink()}) {
    expect_identity(*side);
    EXPECT_EQ(side->drops_size(), 0) << side->drops(0).reason();
  }
  EXPECT_EQ(last.fidelity().log_overruns(), 0U);

  EventLogReader log(directory_.root() / "link.swlog");
  std::array<std::vector<std::uint64_t>, 2> arrived;
  std::array<std::vector<std::uint64_t>, 2> delivered;
  int changes = 0;
  while (const auto entry = log.next()) {
    const auto side = static_cast<std::size_t>(entry->event.direction);
    if (entry->event.kind == EventKind::kArrival) arrived[side].push_back(entry->event.packet);
    if (entry->event.kind == EventKind::kDelivered) delivered[side].push_back(entry->event.packet);
    if (entry->event.kind == EventKind::kParameterChange) ++changes;
  }
  EXPECT_EQ(changes, kChanges);
  for (std::size_t side = 0; side < 2; ++side) {
    // Packets inside the link at the end of the test (acknowledgements of the close) are not
    // delivered. All others are delivered once and in order.
    ASSERT_LE(delivered[side].size(), arrived[side].size());
    EXPECT_EQ(arrived[side].size() - delivered[side].size(), held[side]);
    EXPECT_LE(held[side], 100U);
    arrived[side].resize(delivered[side].size());
    EXPECT_EQ(delivered[side], arrived[side]);
  }
}

}  // namespace
}  // namespace seawind::test
