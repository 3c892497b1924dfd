// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/ports/super_port.h"

#include <linux/if_ether.h>
#include <linux/if_packet.h>
#include <linux/net_tstamp.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <ctime>
#include <memory>

#include "common/error.h"
#include "common/fds.h"
#include "common/wire/network_order.h"
#include "emulator/ports/kernel_buffer.h"
#include "emulator/ports/packet_socket.h"
#include "emulator/ports/segments.h"

namespace seawind {
namespace {

constexpr std::size_t kLargestFrame = ETH_HLEN + 65535;
// Few enough that their bytes stay in the second-level cache.
constexpr std::size_t kReadBatch = 8;

Fd open_socket(const Interface& interface) {
  Fd fd = open_packet_socket(interface);
  const std::string tried = "exchange super-packets with " + interface.name;
  set_option(fd.get(), SOL_PACKET, PACKET_VNET_HDR, 1, tried);
  set_option(fd.get(), SOL_PACKET, PACKET_AUXDATA, 1, tried);
  set_option(fd.get(), SOL_SOCKET, SO_TIMESTAMPNS, 1, tried);
  set_buffer_size(fd.get(), SO_RCVBUFFORCE, SO_RCVBUF, kReceiveQueue);
  prepare_sending(fd.get(), interface.name);
  start_capture(fd.get(), interface);
  return fd;
}

/// Receives frames with their descriptions and stamps.
class Reader {
 public:
  Reader() {
    for (std::size_t i = 0; i < kReadBatch; ++i) {
      Slot& slot = slots_[i];
      slot.parts = {iovec{&slot.description, sizeof slot.description},
                    iovec{slot.frame.data() + kVlanTag, kLargestFrame}};
      msghdr& message = messages_[i].msg_hdr;
      message.msg_iov = slot.parts.data();
      message.msg_iovlen = slot.parts.size();
      message.msg_control = slot.control.data();
    }
  }

  /// Port::read_batch(). Counts frames that were longer than any packet, that contradict their
  /// description, and failed calls.
  std::size_t read(int fd, FrameHandler& handler, std::size_t limit, std::uint64_t& failures) {
    std::size_t done = 0;
    while (done < limit) {
      const std::size_t wanted = std::min(limit - done, kReadBatch);
      for (std::size_t i = 0; i < wanted; ++i) {
        messages_[i].msg_hdr.msg_controllen = sizeof(Slot::control);
      }
      const int got =
          ::recvmmsg(fd, messages_.data(), static_cast<unsigned>(wanted), MSG_DONTWAIT, nullptr);
      if (got < 0) {
        if (errno == EINTR) continue;
        // Anything else: the interface was removed or went down.
        if (errno != EAGAIN) ++failures;
        break;
      }
      for (std::size_t i = 0; i < static_cast<std::size_t>(got); ++i) {
        if (!take(i, handler)) ++failures;
      }
      done += static_cast<std::size_t>(got);
      if (static_cast<std::size_t>(got) < wanted) break;
    }
    return done;
  }

 private:
  struct Slot {
    FrameDescription description{};
    std::array<iovec, 2> parts{};
    alignas(cmsghdr) std::array<std::uint8_t, 128> control{};
    std::array<std::uint8_t, kVlanTag + kLargestFrame> frame;  // pages that no frame needs are not
                                                               // touched
  };

  bool take(std::size_t number, FrameHandler& handler) {
    Slot& slot = slots_[number];
    msghdr& message = messages_[number].msg_hdr;
    const std::size_t received = messages_[number].msg_len;
    if ((message.msg_flags & MSG_TRUNC) != 0 || received < sizeof slot.description) {
      return false;
    }
    FrameMetadata metadata{.description = slot.description};
    for (cmsghdr* c = CMSG_FIRSTHDR(&message); c != nullptr; c = CMSG_NXTHDR(&message, c)) {
      if (c->cmsg_level == SOL_SOCKET && c->cmsg_type == SCM_TIMESTAMPNS) {
        timespec at{};
        std::memcpy(&at, CMSG_DATA(c), sizeof at);
        metadata.realtime_ns = std::int64_t{at.tv_sec} * 1'000'000'000 + at.tv_nsec;
      } else if (c->cmsg_level == SOL_PACKET && c->cmsg_type == PACKET_AUXDATA) {
        const auto& extra = *reinterpret_cast<const tpacket_auxdata*>(CMSG_DATA(c));
        metadata.status = extra.tp_status;
        metadata.vlan_protocol = extra.tp_vlan_tpid;
        metadata.vlan_tag = extra.tp_vlan_tci;
      }
    }
    const std::span frame(slot.frame.data() + kVlanTag, received - sizeof slot.description);
    return take_frame(frame, metadata, handler);
  }

  std::array<Slot, kReadBatch> slots_;
  std::array<mmsghdr, kReadBatch> messages_{};
};

/// Sends packets, coalesced where possible, several frames per system call.
class Writer {
 public:
  /// Joins packets of `kinds`. Counts the packets of frames that the kernel rejected.
  void send(int fd, const Coalescer::Kinds& kinds, std::span<const Packet> packets,
            std::uint64_t& failures) {
    while (!packets.empty()) {
      std::size_t frames = 0;
      std::size_t parts = 0;
      while (!packets.empty() && frames < kFrames && parts + kPartsAFrame <= kParts) {
        const std::size_t count = add(packets, kinds, frames++, parts);
        packets = packets.subspan(count);
      }
      send_messages(fd, std::span(messages_).first(frames),
                    [&](std::size_t frame) { failures += packets_[frame]; });
    }
  }

  void warm(int fd) {
    static FrameDescription plain;
    static std::uint8_t too_short = 0;
    parts_[0] = {&plain, sizeof plain};
    parts_[1] = {&too_short, sizeof too_short};
    messages_[0].msg_hdr.msg_iov = parts_.data();
    messages_[0].msg_hdr.msg_iovlen = 2;
    ::sendmmsg(fd, messages_.data(), 1, 0);
  }

 private:
  static constexpr std::size_t kFrames = 32;
  static constexpr std::size_t kPartsAFrame = 2 + Coalescer::kMostPackets;
  static constexpr std::size_t kParts = 4 * kPartsAFrame;

  std::size_t add(std::span<const Packet> packets, const Coalescer::Kinds& kinds, std::size_t frame,
                  std::size_t& parts) {
    Coalescer& coalescer = coalescers_[frame];
    const std::size_t count = coalescer.coalesce(packets, kinds);
    msghdr& message = messages_[frame].msg_hdr;
    message.msg_iov = &parts_[parts];
    const auto part = [&](std::span<const std::uint8_t> bytes) {
      parts_[parts++] = {const_cast<std::uint8_t*>(bytes.data()), bytes.size()};
    };
    if (count == 1) {
      static constexpr FrameDescription kPlain{};
      parts_[parts++] = {const_cast<FrameDescription*>(&kPlain), sizeof kPlain};
      part(packets.front().frame());
    } else {
      parts_[parts++] = {const_cast<FrameDescription*>(&coalescer.description()),
                         sizeof coalescer.description()};
      part(coalescer.head());
      for (const Packet& packet : packets.first(count)) part(coalescer.payload(packet));
    }
    message.msg_iovlen = static_cast<std::size_t>(&parts_[parts] - message.msg_iov);
    packets_[frame] = count;
    return count;
  }

  std::array<Coalescer, kFrames> coalescers_;
  std::array<std::size_t, kFrames> packets_{};  // of each frame
  std::array<iovec, kParts> parts_{};
  std::array<mmsghdr, kFrames> messages_{};
};

struct Buffers {
  Reader reader;
  Writer writer;
};

/// The buffers of all ports of the calling thread: a port needs them during a call only. The
/// thread's first call allocates them.
Buffers& buffers() {
  thread_local const auto of_thread = std::make_unique_for_overwrite<Buffers>();
  return *of_thread;
}

class SuperPort final : public Port {
 public:
  explicit SuperPort(const PortOptions& options)
      : interface_(find_interface(options.interface)),
        socket_(open_socket(interface_)),
        kinds_{interface_.tcp_segmentation, interface_.udp_segmentation} {}

  int fd() const override { return socket_.get(); }
  std::size_t read_batch(FrameHandler& handler, std::size_t limit) override {
    return buffers().reader.read(socket_.get(), handler, limit, read_failures_);
  }
  void send(std::span<const Packet> packets) override {
    buffers().writer.send(socket_.get(), kinds_, packets, inject_failures_);
  }
  void warm() override { buffers().writer.warm(socket_.get()); }
  PortStats stats() override {
    capture_drops_ += new_capture_drops(socket_.get());
    return {capture_drops_ + read_failures_, inject_failures_};
  }

 private:
  Interface interface_;
  Fd socket_;
  Coalescer::Kinds kinds_;
  std::uint64_t read_failures_ = 0;
  std::uint64_t inject_failures_ = 0;
  std::uint64_t capture_drops_ = 0;
};

}  // namespace

std::unique_ptr<Port> open_super_port(const PortOptions& options) {
  return std::make_unique<SuperPort>(options);
}

}  // namespace seawind
