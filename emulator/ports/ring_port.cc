// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/ports/ring_port.h"

#include <arpa/inet.h>
#include <linux/if_ether.h>
#include <linux/if_packet.h>
#include <sys/mman.h>
#include <sys/socket.h>

#include <atomic>
#include <cstring>

#include "common/error.h"
#include "common/fds.h"
#include "emulator/ports/batch_sender.h"
#include "emulator/ports/interface.h"
#include "emulator/ports/kernel_buffer.h"
#include "emulator/ports/packet_socket.h"

namespace seawind {
namespace {

/// The mapped receive ring of one socket.
class ReceiveRing {
 public:
  ReceiveRing(int fd, const Interface& interface, std::int64_t rate) {
    const std::string tried = "set up the receive ring on " + interface.name;
    set_option(fd, SOL_PACKET, PACKET_VERSION, TPACKET_V2, tried);
    set_option(fd, SOL_PACKET, PACKET_RESERVE, kVlanTag, tried);
    set_option(fd, SOL_PACKET, PACKET_VNET_HDR, 1, tried);
    tpacket_req request{};
    request.tp_frame_size = receive_slot_bytes(interface.largest_packet());
    request.tp_block_size = kReceiveRingBlock;
    request.tp_block_nr =
        static_cast<std::uint32_t>(receive_ring_blocks(rate, interface.largest_packet()));
    per_block_ = request.tp_block_size / request.tp_frame_size;
    request.tp_frame_nr = per_block_ * request.tp_block_nr;
    if (::setsockopt(fd, SOL_PACKET, PACKET_RX_RING, &request, sizeof request) < 0) {
      throw system_error(tried);
    }
    frame_bytes_ = request.tp_frame_size;
    frames_ = request.tp_frame_nr;
    bytes_ = std::size_t{request.tp_block_size} * request.tp_block_nr;
    void* at = ::mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (at == MAP_FAILED) throw system_error(tried);
    memory_ = static_cast<std::uint8_t*>(at);
  }
  ~ReceiveRing() { ::munmap(memory_, bytes_); }
  ReceiveRing(const ReceiveRing&) = delete;
  ReceiveRing& operator=(const ReceiveRing&) = delete;

  bool has_frame() const {
    auto* header = reinterpret_cast<tpacket2_hdr*>(next_slot());
    return (std::atomic_ref<std::uint32_t>(header->tp_status).load(std::memory_order_relaxed) &
            TP_STATUS_USER) != 0;
  }

  /// Port::read_batch(). Counts as failures frames that are larger than a slot, and those that
  /// take_frame() does not take.
  std::size_t read(FrameHandler& handler, std::size_t limit, std::uint64_t& failures) {
    std::size_t count = 0;
    for (; count < limit; ++count) {
      std::uint8_t* slot = next_slot();
      auto* header = reinterpret_cast<tpacket2_hdr*>(slot);
      std::atomic_ref<std::uint32_t> status(header->tp_status);
      // A later frame may be ready while another processor still writes this one. Waiting for it
      // keeps the order.
      if ((status.load(std::memory_order_acquire) & TP_STATUS_USER) == 0) break;
      if (!take(slot, *header, handler)) ++failures;
      status.store(TP_STATUS_KERNEL, std::memory_order_release);
      next_ = next_ + 1 == frames_ ? 0 : next_ + 1;
    }
    return count;
  }

 private:
  std::uint8_t* next_slot() const {
    return memory_ + std::size_t{next_ / per_block_} * kReceiveRingBlock +
           std::size_t{next_ % per_block_} * frame_bytes_;
  }

  static bool take(std::uint8_t* slot, const tpacket2_hdr& header, FrameHandler& handler) {
    // A frame larger than a slot: one that stands for many packets, or the MTU has grown.
    if (header.tp_snaplen != header.tp_len) return false;
    FrameMetadata metadata{
        .status = header.tp_status,
        .vlan_protocol = header.tp_vlan_tpid,
        .vlan_tag = header.tp_vlan_tci,
        .realtime_ns = std::int64_t{header.tp_sec} * 1'000'000'000 + header.tp_nsec};
    std::uint8_t* const frame = slot + header.tp_mac;
    std::memcpy(&metadata.description, frame - sizeof metadata.description,
                sizeof metadata.description);
    return take_frame({frame, header.tp_snaplen}, metadata, handler);
  }

  std::uint8_t* memory_ = nullptr;
  std::size_t bytes_ = 0;
  std::uint32_t frame_bytes_ = 0;
  std::uint32_t per_block_ = 0;
  std::uint32_t frames_ = 0;
  std::uint32_t next_ = 0;
};

class RingPort final : public Port {
 public:
  explicit RingPort(const PortOptions& options)
      : interface_(find_interface(options.interface)),
        socket_(open_packet_socket(interface_)),
        ring_(socket_.get(), interface_, options.rate),
        sender_(interface_) {
    start_capture(socket_.get(), interface_);
  }

  int fd() const override { return socket_.get(); }

  bool may_have_frames() const override { return ring_.has_frame(); }

  std::size_t read_batch(FrameHandler& handler, std::size_t limit) override {
    const std::size_t count = ring_.read(handler, limit, capture_drops_);
    if (count == 0) take_error();
    return count;
  }

  void send(std::span<const Packet> packets) override { sender_.send(packets); }

  void warm() override { sender_.warm(); }

  PortStats stats() override {
    capture_drops_ += new_capture_drops(socket_.get());
    return {capture_drops_, sender_.failures()};
  }

 private:
  /// Called when the socket is readable without a frame: the interface was removed or went down, or
  /// a frame is still being written.
  void take_error() {
    int error = 0;
    socklen_t size = sizeof error;
    ::getsockopt(socket_.get(), SOL_SOCKET, SO_ERROR, &error, &size);
    if (error != 0) ++capture_drops_;
  }

  Interface interface_;
  Fd socket_;
  ReceiveRing ring_;
  BatchSender sender_;
  std::uint64_t capture_drops_ = 0;
};

}  // namespace

std::unique_ptr<Port> open_ring_port(const PortOptions& options) {
  return std::make_unique<RingPort>(options);
}

}  // namespace seawind
