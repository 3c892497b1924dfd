// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/relay_bench/capture.h"

#include <arpa/inet.h>
#include <linux/if_ether.h>
#include <linux/if_packet.h>
#include <net/if.h>
#include <sys/mman.h>
#include <sys/socket.h>

#include <atomic>

#include "common/error.h"
#include "namespaces/netns.h"
#include "tests/bench/relay_bench/probe.h"

namespace seawind::bench {
namespace {

constexpr std::size_t kBlockBytes = 65536;
constexpr std::size_t kSlotBytes = 192;  // header, address and kProbeSnap bytes of the frame
static_assert(kSlotBytes >= TPACKET2_HDRLEN + TPACKET_ALIGNMENT + 16 + kProbeSnap);

template <typename T>
void set_option(int socket, int level, int name, const T& value, const char* tried) {
  if (setsockopt(socket, level, name, &value, sizeof value) != 0) throw system_error(tried);
}

std::uint32_t status_of(const std::uint8_t* slot) {
  auto* header = reinterpret_cast<tpacket2_hdr*>(const_cast<std::uint8_t*>(slot));
  return std::atomic_ref(header->tp_status).load(std::memory_order_acquire);
}

/// The probe filter behind a check of the packet's direction.
std::vector<sock_filter> filter_of(Capture::Direction direction) {
  const auto probe = probe_filter();
  std::vector<sock_filter> program = {
      BPF_STMT(BPF_LD | BPF_B | BPF_ABS, static_cast<std::uint32_t>(SKF_AD_OFF + SKF_AD_PKTTYPE))};
  const auto reject = static_cast<std::uint8_t>(probe.size() - 1);  // its last instruction
  if (direction == Capture::Direction::kOutgoing)
    program.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, PACKET_OUTGOING, 0, reject));
  else
    program.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, PACKET_OUTGOING, reject, 0));
  program.insert(program.end(), probe.begin(), probe.end());
  return program;
}

}  // namespace

Capture::Capture(int network_namespace, const std::string& interface, Direction direction,
                 std::size_t capacity) {
  unsigned index = 0;
  in_network_namespace(network_namespace, [&] {
    // protocol 0: receives no packet until bind()
    socket_ = Fd(socket(AF_PACKET, SOCK_RAW | SOCK_CLOEXEC, 0));
    if (!interface.empty()) index = if_nametoindex(interface.c_str());
  });
  if (!socket_) throw system_error("open a packet socket");
  if (!interface.empty() && index == 0) throw system_error("find interface " + interface);

  auto program = filter_of(direction);
  const sock_fprog fprog{static_cast<unsigned short>(program.size()), program.data()};
  set_option(socket_.get(), SOL_SOCKET, SO_ATTACH_FILTER, fprog, "attach the probe filter");
  // The kernel stamps every packet when it enters the device, not when it reaches the socket.
  set_option(socket_.get(), SOL_SOCKET, SO_TIMESTAMPNS, 1, "switch kernel stamps on");
  set_option(socket_.get(), SOL_PACKET, PACKET_VERSION, static_cast<int>(TPACKET_V2),
             "choose TPACKET_V2");

  slots_per_block_ = kBlockBytes / kSlotBytes;
  const std::size_t blocks = capacity / slots_per_block_ + 1;
  slots_ = blocks * slots_per_block_;
  mapped_bytes_ = blocks * kBlockBytes;
  const tpacket_req request{kBlockBytes, static_cast<unsigned>(blocks), kSlotBytes,
                            static_cast<unsigned>(slots_)};
  set_option(socket_.get(), SOL_PACKET, PACKET_RX_RING, request, "make a packet ring");
  void* mapped = mmap(nullptr, mapped_bytes_, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE,
                      socket_.get(), 0);
  if (mapped == MAP_FAILED) throw system_error("map the packet ring");
  ring_ = static_cast<std::uint8_t*>(mapped);

  sockaddr_ll address{};
  address.sll_family = AF_PACKET;
  address.sll_protocol = htons(ETH_P_ALL);
  address.sll_ifindex = static_cast<int>(index);
  if (bind(socket_.get(), reinterpret_cast<sockaddr*>(&address), sizeof address) != 0) {
    munmap(ring_, mapped_bytes_);
    throw system_error("bind a packet socket to '" + interface + "'");
  }
}

Capture::~Capture() {
  munmap(ring_, mapped_bytes_);
}

const std::uint8_t* Capture::slot(std::size_t index) const {
  return ring_ + index / slots_per_block_ * kBlockBytes + index % slots_per_block_ * kSlotBytes;
}

bool Capture::has(std::size_t count) const {
  return count == 0 || (count <= slots_ && (status_of(slot(count - 1)) & TP_STATUS_USER) != 0);
}

std::vector<Stamp> Capture::read() const {
  tpacket_stats statistics{};
  socklen_t length = sizeof statistics;
  if (getsockopt(socket_.get(), SOL_PACKET, PACKET_STATISTICS, &statistics, &length) != 0)
    throw system_error("read the packet ring's counters");
  if (statistics.tp_drops > 0)
    throw UnusableRun("cannot use this run: the bench's own ring overflowed");
  std::vector<Stamp> stamps;
  for (std::size_t i = 0; i < slots_ && (status_of(slot(i)) & TP_STATUS_USER) != 0; ++i) {
    const auto* header = reinterpret_cast<const tpacket2_hdr*>(slot(i));
    const auto probe = read_probe(slot(i) + header->tp_mac);
    stamps.push_back(
        {probe.link, probe.number, std::int64_t{header->tp_sec} * 1'000'000'000 + header->tp_nsec});
  }
  return stamps;
}

}  // namespace seawind::bench
