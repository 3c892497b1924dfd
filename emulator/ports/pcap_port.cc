// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/ports/pcap_port.h"

#include <arpa/inet.h>
#include <libnet.h>
#include <linux/filter.h>
#include <linux/if_packet.h>
#include <pcap/pcap.h>

#include <algorithm>
#include <cstring>

#include "common/error.h"
#include "emulator/ports/batch_sender.h"
#include "emulator/ports/interface.h"
#include "emulator/ports/receive_buffer.h"

namespace seawind {
namespace {

struct ClosePcap {
  void operator()(pcap_t* pcap) const { pcap_close(pcap); }
};
struct CloseLibnet {
  void operator()(libnet_t* libnet) const { libnet_destroy(libnet); }
};
using Pcap = std::unique_ptr<pcap_t, ClosePcap>;
using Libnet = std::unique_ptr<libnet_t, CloseLibnet>;

// The largest possible frame. libpcap reduces its ring slots according to the interface's MTU and
// offloads.
constexpr int kSnapLength = 65535 + 18;

Error pcap_error(const std::string& tried, pcap_t* pcap) {
  return Error("cannot " + tried + ": " + pcap_geterr(pcap));
}

Pcap open_pcap(const Interface& interface, std::int64_t rate) {
  const std::string& name = interface.name;
  char reason[PCAP_ERRBUF_SIZE] = "";
  Pcap pcap(pcap_create(name.c_str(), reason));
  if (!pcap) throw Error("cannot capture on " + name + ": " + reason);
  pcap_set_snaplen(pcap.get(), kSnapLength);
  pcap_set_promisc(pcap.get(), 1);  // frames are addressed to the end hosts, not to this host
  pcap_set_immediate_mode(pcap.get(), 1);  // otherwise libpcap delivers full buffers or after a
                                           // time-out
  pcap_set_buffer_size(pcap.get(),
                       static_cast<int>(receive_ring_bytes(rate, interface.largest_packet())));
  if (pcap_set_tstamp_precision(pcap.get(), PCAP_TSTAMP_PRECISION_NANO) != 0) {
    throw Error("cannot capture on " + name + ": no nanosecond stamps");
  }
  const int status = pcap_activate(pcap.get());
  if (status < 0) {
    const std::string detail = pcap_geterr(pcap.get());
    throw Error("cannot capture on " + name + ": " + pcap_statustostr(status) +
                (detail.empty() ? "" : " (" + detail + ")"));
  }
  // The kernel must filter injected frames, so that they take no buffer space and no time.
  const int on = 1;
  if (::setsockopt(pcap_fileno(pcap.get()), SOL_PACKET, PACKET_IGNORE_OUTGOING, &on, sizeof on) <
      0) {
    throw system_error("ignore outgoing frames on " + name);
  }
  if (pcap_setdirection(pcap.get(), PCAP_D_IN) != 0) {
    throw pcap_error("ignore outgoing frames on " + name, pcap.get());
  }
  if (pcap_setnonblock(pcap.get(), 1, reason) != 0) {
    throw Error("cannot capture on " + name + " without blocking: " + reason);
  }
  return pcap;
}

/// Stops the receiving side of libnet's socket. libnet opens the socket for every protocol of every
/// interface, so each frame of the machine would be copied to each port. The socket is bound to one
/// interface and to an EtherType that is never used, behind a filter that accepts nothing.
void stop_receiving(int fd, const Interface& interface) {
  sock_filter drop_all[] = {{BPF_RET | BPF_K, 0, 0, 0}};
  const sock_fprog filter{1, drop_all};
  if (::setsockopt(fd, SOL_SOCKET, SO_ATTACH_FILTER, &filter, sizeof filter) < 0) {
    throw system_error("stop libnet's socket on " + interface.name + " from receiving");
  }
  sockaddr_ll address{};
  address.sll_family = AF_PACKET;
  address.sll_ifindex = interface.index;
  address.sll_protocol = htons(0xffff);  // reserved by RFC 1701
  if (::bind(fd, reinterpret_cast<const sockaddr*>(&address), sizeof address) < 0) {
    throw system_error("bind libnet's socket to " + interface.name);
  }
  char byte;
  while (::recv(fd, &byte, 1, MSG_DONTWAIT) >= 0) {  // discards what arrived before the filter was
                                                     // set
  }
}

Libnet open_libnet(const Interface& interface) {
  char reason[LIBNET_ERRBUF_SIZE] = "";
  Libnet libnet(libnet_init(LIBNET_LINK_ADV, interface.name.c_str(), reason));
  if (!libnet) throw Error("cannot inject on " + interface.name + ": " + reason);
  stop_receiving(libnet_getfd(libnet.get()), interface);
  return libnet;
}

class PcapPort final : public Port {
 public:
  explicit PcapPort(const PortOptions& options)
      : interface_(find_interface(options.interface)),
        pcap_(open_pcap(interface_, options.rate)),
        libnet_(open_libnet(interface_)),
        sender_(libnet_getfd(libnet_.get()), interface_.name) {}

  int fd() const override { return pcap_get_selectable_fd(pcap_.get()); }

  std::size_t read_batch(FrameHandler& handler, std::size_t limit) override {
    const int got = pcap_dispatch(
        pcap_.get(), static_cast<int>(limit),
        [](u_char* user, const pcap_pkthdr* header, const u_char* bytes) {
          const std::int64_t stamp =
              std::int64_t{header->ts.tv_sec} * 1'000'000'000 + header->ts.tv_usec;  // nanoseconds
          reinterpret_cast<FrameHandler*>(user)->on_frame(
              {.head = {bytes, header->caplen}, .realtime_ns = stamp});
        },
        reinterpret_cast<u_char*>(&handler));
    if (got >= 0) return static_cast<std::size_t>(got);
    ++read_failures_;
    return 0;
  }

  void send(std::span<const Packet> packets) override { sender_.send(packets); }

  void warm() override { sender_.warm(); }

  PortStats stats() override {
    pcap_stat now{};
    if (pcap_stats(pcap_.get(), &now) == 0) {
      // The counters have 32 bits and wrap; only differences are used.
      capture_drops_ += static_cast<std::uint32_t>(now.ps_drop - last_drops_);
      last_drops_ = now.ps_drop;
    }
    return {capture_drops_ + read_failures_, sender_.failures()};
  }

 private:
  Interface interface_;
  Pcap pcap_;
  Libnet libnet_;
  BatchSender sender_;
  std::uint64_t read_failures_ = 0;
  std::uint64_t capture_drops_ = 0;
  std::uint32_t last_drops_ = 0;
};

}  // namespace

std::unique_ptr<Port> open_pcap_port(const PortOptions& options) {
  return std::make_unique<PcapPort>(options);
}

}  // namespace seawind
