// SPDX-License-Identifier: GPL-3.0-or-later
// A network interface of this machine that carries a link: that of a slot to another machine, in
// place of a tunnel, or that of `seawind bridge`. It is neither moved nor changed: a macvlan above
// it (mode passthru) gets all of its frames and ends with its namespace. Errors throw Error.
#pragma once

#include <string>
#include <vector>

#include "namespaces/interface.h"
#include "namespaces/nft.h"

namespace seawind {

/// Why the interface `name` of the caller's network namespace cannot carry a link, and what to do:
/// there is none, it is down, is in use (interface_use.h), joins the packets that it receives
/// (unless `offloads`), or carries less than `mtu` bytes. Empty: it can.
std::string wire_problem(const std::string& name, bool offloads, int mtu);

/// Gives all frames of the interface `name` of the caller's network namespace to that of `end`,
/// until the interface made there ends. `end.mac` must be empty: it is that of the interface.
void take_wire(const InterfaceEnd& end, const std::string& name);

/// Joins a host to the interface `name`: `host` becomes one end of a veth pair, whose other end a
/// bridge in the namespace `between` joins to what take_wire() makes there. No socket is in
/// `between`, so that the kernel gives the interface back when its last process ends, whatever TCP
/// connections remain in the host's namespace. One wire for each `between`.
void make_wire(const InterfaceEnd& host, int between, const std::string& name);
struct DeviceWire {
  std::string mac;  // of the device behind the interface: "02:00:00:00:00:07"
  InterfaceEnd host;
};
/// Joins a server to the bridge of make_wire(), on the interface's side of the link: a server of
/// the hosts behind the interface. Frames between the server and these hosts do not cross the link.
/// Of the server's other frames, only answers to ARP cross it. DHCP does not pass between the link
/// and the others.
///
/// Each of `devices` has a link of its own: a further interface `host`, made here, gets the frames
/// that this device sends to hosts other than the server, and no other frames. Nothing passes from
/// one link to another.
void join_server(const InterfaceEnd& server, int between,
                 const std::vector<DeviceWire>& devices = {});
/// Gives the interface back. No effect without one.
void remove_wire(int between);
/// Gives the interface back, as far as it is still there, and keeps the host's end.
void release_wire(int between);
/// Joins the host of make_wire() to an interface again: the former one has gone, and with it what
/// was above it.
void renew_wire(const InterfaceEnd& host, int between, const std::string& name);
/// Sets whether the host of make_wire(), and those of devices, have a carrier. What they send
/// without one is lost.
void set_carrier(int between, bool on);

/// Keeps this machine's own protocols (ARP, IPv4, IPv6) out of a taken interface of the caller's
/// network namespace: the kernel gives them its group frames, too, and their answers would bypass
/// the link. It ends with this object or its process (nft.h).
class OwnStackGuard {
 public:
  explicit OwnStackGuard(const std::string& interface);

 private:
  Nft nft_;
};

/// State of the macvlan that make_wire() or renew_wire() has made. `mtu`: bytes that pass between
/// the host and the interface (the kernel lowers it with the interface's own, and does not raise it
/// again). `unsent`: frames that the interface did not accept. The interface's own state counts
/// those that its queue or its driver drops later.
InterfaceState wire_state(int between);

/// Sends `number` broadcast frames, which no host answers, out of an interface.
void send_probes(int network_namespace, const std::string& name, int number);

}  // namespace seawind
