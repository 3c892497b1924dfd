// SPDX-License-Identifier: GPL-3.0-or-later
// The packet socket of a port: receives every frame that arrives at an interface, and none that
// leaves it. Errors throw Error with the interface's name.
#pragma once

#include <sys/socket.h>

#include <cerrno>
#include <cstdint>
#include <span>
#include <string>

#include "common/fds.h"
#include "emulator/ports/interface.h"
#include "emulator/ports/port.h"
#include "emulator/ports/segments.h"

namespace seawind {

/// Sets an integer option of a socket. Throws Error.
void set_option(int fd, int level, int name, int value, const std::string& tried);
/// Sets the size of a buffer: SO_RCVBUF, or SO_SNDBUF. Only privileged processes may exceed the
/// system's limit (`forced`: SO_RCVBUFFORCE, SO_SNDBUFFORCE); otherwise the limit applies.
void set_buffer_size(int fd, int forced, int name, int bytes);

/// Opens a socket that does not capture yet, so that a caller can set it up first.
Fd open_packet_socket(const Interface& interface);
void start_capture(int fd, const Interface& interface);
/// Number of frames for which the kernel had no buffer space since the last call.
std::uint64_t new_capture_drops(int fd);

/// Bytes of a VLAN tag.
inline constexpr std::uint32_t kVlanTag = 4;
/// The kernel's metadata of a received frame.
struct FrameMetadata {
  FrameDescription description{};  // PACKET_VNET_HDR
  std::uint32_t status = 0;        // TP_STATUS_*
  std::uint16_t vlan_protocol = 0;
  std::uint16_t vlan_tag = 0;
  std::int64_t realtime_ns = 0;
};
/// Passes the packets of a received frame to `handler` (segment_into_packets()), with the VLAN tag
/// that the kernel has removed, if any. Needs kVlanTag bytes in front of the frame, and may
/// overwrite them. Returns false, and passes nothing on, for a frame that contradicts its
/// description, or that stands for many packets in a VLAN.
bool take_frame(std::span<std::uint8_t> frame, FrameMetadata metadata, FrameHandler& handler);

/// Prepares an AF_PACKET socket for sending: a large send buffer, no queueing discipline (a kernel
/// queue would add delay).
void prepare_sending(int fd, const std::string& interface);
/// Sends `messages` in order, several per system call. Calls rejected(index) for each message that
/// the kernel rejects.
template <typename Rejected>
void send_messages(int fd, std::span<mmsghdr> messages, Rejected rejected) {
  std::size_t done = 0;
  while (done < messages.size()) {
    const int sent =
        ::sendmmsg(fd, &messages[done], static_cast<unsigned>(messages.size() - done), 0);
    if (sent > 0) {
      done += static_cast<std::size_t>(sent);
    } else if (errno != EINTR) {
      rejected(done++);
    }
  }
}

}  // namespace seawind
