// SPDX-License-Identifier: GPL-3.0-or-later
// Everything besides the link that connects the hosts to the caller's network. For root it is the
// gateway, over which TCP is end to end; otherwise, or where the gateway is not possible, the
// forwarder, which splits TCP at the fixed host, and slirp4netns for what is not TCP.
#pragma once

#include <optional>
#include <string>

#include "controller/exec/exec.h"
#include "controller/exec/free_addresses.h"
#include "controller/exec/gateway_process.h"
#include "controller/exec/recording.h"
#include "controller/exec/route_watch.h"
#include "controller/exec/slirp_process.h"
#include "controller/exec/tcp_forwarder.h"
#include "controller/testbed/local.h"

namespace seawind {

class OutsideAccess {
 public:
  /// Connects nothing without `nat` and `expose`. Must be made after the TCP variant is applied:
  /// split connections have the buffers and the congestion control that their listener got when it
  /// was made. Prints warnings on standard error. Throws Error.
  OutsideAccess(const Plan& plan, const ExecOptions& options, const FreeAddresses& addresses,
                LocalTestBed& bed, const Recording& recording);

  /// Whether it carries TCP as packets.
  bool is_end_to_end() const { return gateway_.has_value(); }
  /// Whether the fixed host forwards packets that are not TCP to another program.
  bool has_slirp() const { return slirp_.has_value(); }
  /// Why TCP is split for root, as ": REASON"; empty: it is not, or the user is not root.
  const std::string& why_split() const { return why_split_; }
  /// Lines about the connections.
  std::string greeting() const;
  /// The address of the command's name server; empty: the caller's.
  const std::string& name_server() const { return name_server_; }

  /// Must be called regularly. Reports once on standard error that a part has ended early, and then
  /// restores this network.
  void update();
  /// Whether the forwarder and slirp4netns have passed on what they took from the fixed host.
  bool is_delivered();
  TcpForwarder::Counts split();
  /// What has ended early, was lost beside the link, or was changed in this machine's network by
  /// others; empty: nothing. Called at the end. `fixed`: of the fixed host.
  std::string problem(const NetworkTables& fixed);

 private:
  bool connect_gateway(const Plan& plan, const ExecOptions& options, const FreeAddresses& addresses,
                       const LocalTestBed::Namespaces& hosts, const Recording& recording);
  void connect_slirp(const ExecOptions& options, const FreeAddresses& addresses,
                     const LocalTestBed::Namespaces& hosts, const Recording& recording);
  std::string ended() const;
  std::string lost_by_slirp(const NetworkTables& fixed) const;

  std::optional<GatewayProcess> gateway_;
  std::optional<TcpForwarder> forwarder_;
  std::optional<SlirpProcess> slirp_;
  std::optional<RouteWatch> route_;  // without a gateway, which has one
  std::string why_split_;
  std::string name_server_;
  bool reported_ = false;  // that a part has ended
};

}  // namespace seawind
