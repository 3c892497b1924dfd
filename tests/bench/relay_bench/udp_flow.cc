// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/relay_bench/udp_flow.h"

#include <netinet/udp.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <thread>
#include <vector>

#include "common/error.h"
#include "tests/bench/relay_bench/clocks.h"
#include "tests/bench/relay_bench/udp_socket.h"

namespace seawind::bench {
namespace {

constexpr std::uint16_t kFlowPort = 5002;
constexpr std::size_t kDatagram = 1200;
constexpr std::size_t kDatagramsACall = 40;
constexpr std::uint64_t kWindow = 2 << 20;     // bytes
constexpr std::int64_t kSilence = 20'000'000;  // ns without an acknowledgement: the rest is lost

void take_offload(int fd, int name, int value) {
  if (setsockopt(fd, SOL_UDP, name, &value, sizeof value) != 0)
    throw system_error("switch the offload of UDP on");
}

/// Messages for sendmmsg() or recvmmsg() over one buffer, a datagram each.
class Datagrams {
 public:
  Datagrams() : bytes_(kDatagramsACall * kDatagram) {
    for (std::size_t i = 0; i < kDatagramsACall; ++i) {
      parts_[i] = {bytes_.data() + i * kDatagram, kDatagram};
      messages_[i].msg_hdr.msg_iov = &parts_[i];
      messages_[i].msg_hdr.msg_iovlen = 1;
    }
  }
  mmsghdr* messages() { return messages_.data(); }

 private:
  std::vector<char> bytes_;
  std::array<iovec, kDatagramsACall> parts_{};
  std::array<mmsghdr, kDatagramsACall> messages_{};
};

/// Sends until `until`; what is not acknowledged is at most kWindow.
void send_until(int fd, std::int64_t until, bool segmented) {
  const std::vector<char> bytes(kDatagramsACall * kDatagram);
  Datagrams datagrams;
  std::uint64_t sent = 0;
  std::uint64_t lost = 0;
  std::uint64_t arrived = 0;
  std::int64_t heard = monotonic_ns();
  for (std::int64_t now = heard; now < until; now = monotonic_ns()) {
    std::uint64_t acknowledged = 0;
    const bool full = sent - lost - arrived > kWindow;
    if (recv(fd, &acknowledged, sizeof acknowledged, full ? 0 : MSG_DONTWAIT) ==
        sizeof acknowledged) {
      arrived = std::max(arrived, acknowledged);
      heard = monotonic_ns();
    } else if (full && now - heard > kSilence) {
      lost = sent - arrived;
      heard = now;
    }
    if (sent - lost - arrived > kWindow) continue;
    if (segmented) {
      const ssize_t done = send(fd, bytes.data(), bytes.size(), 0);
      if (done > 0) sent += static_cast<std::uint64_t>(done);
    } else if (const int done = sendmmsg(fd, datagrams.messages(), kDatagramsACall, 0); done > 0) {
      sent += static_cast<std::uint64_t>(done) * kDatagram;
    }
  }
}

/// The bytes that one call takes; 0: none within the socket's time limit.
std::uint64_t take(int fd, std::vector<char>& bytes, Datagrams& datagrams, bool segmented) {
  if (segmented) {
    const ssize_t got = recv(fd, bytes.data(), bytes.size(), 0);
    return got > 0 ? static_cast<std::uint64_t>(got) : 0;
  }
  const int got = recvmmsg(fd, datagrams.messages(), kDatagramsACall, MSG_WAITFORONE, nullptr);
  return got > 0 ? static_cast<std::uint64_t>(got) * kDatagram : 0;
}

}  // namespace

double udp_mbit_per_second(const Bed& bed, double seconds, bool segmented) {
  const UdpFlow flow(bed, kFlowPort);
  const int source = flow.fixed.get();
  const int sink = flow.mobile.get();
  if (segmented) {
    take_offload(source, UDP_SEGMENT, kDatagram);
    take_offload(sink, UDP_GRO, 1);
  }
  const auto start = monotonic_ns();
  const auto from = start + static_cast<std::int64_t>(seconds * 0.2e9);
  const auto until = start + static_cast<std::int64_t>(seconds * 1e9);
  std::jthread sender([&] { send_until(source, until, segmented); });
  std::vector<char> bytes(1 << 16);
  Datagrams datagrams;
  std::uint64_t all = 0;
  double counted = 0;
  for (std::int64_t now = start; now < until; now = monotonic_ns()) {
    const std::uint64_t got = take(sink, bytes, datagrams, segmented);
    if (got == 0) {
      if (all == 0 && now - start > 5'000'000'000) throw Error("no datagram arrives");
      continue;
    }
    all += got;
    if (now >= from) counted += static_cast<double>(got);
    send(sink, &all, sizeof all, MSG_DONTWAIT);
  }
  return counted * 8 / (static_cast<double>(until - from) / 1e9) / 1e6;
}

}  // namespace seawind::bench
