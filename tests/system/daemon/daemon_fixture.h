// SPDX-License-Identifier: GPL-3.0-or-later
// A test bed of one link with a running daemon.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "common/time.h"
#include "emulator/api/emulator.pb.h"
#include "tests/support/temp_tree.h"
#include "tests/system/daemon/daemon_process.h"

namespace seawind::test {

/// Rate, delay; a send buffer of 100 packets; no router.
HopSpec plain_hop(std::int64_t rate, Duration delay);

/// A UDP socket of 10.0.0.`host` in `where`.
class UdpSocket {
 public:
  UdpSocket(const NetNamespace& where, int host);
  void send(int to_host, std::size_t payload) const;
  /// IP options, as they stand in the header, of every datagram from now on.
  void set_ip_options(const std::string& options) const;
  /// The next datagram's payload size, or nothing within the time.
  std::optional<std::size_t> receive(Duration within = Duration::seconds(10)) const;

 private:
  Fd fd_;
};

/// A TCP connection from the fixed host (10.0.0.1) to the mobile one, already established.
struct Connection {
  Fd fixed;
  Fd mobile;
};
Connection connect_hosts(const OneLinkBed& bed);

grpc::Status create_link(Emulator::Stub& daemon, const CreateLinkRequest& request);
grpc::Status change_link(Emulator::Stub& daemon, const HopSpec& hop, const std::string& name);
/// Of the link with the name, or of all.
Reports reports_of(Emulator::Stub& daemon, const std::string& name = {});
LinkReport remove_link(Emulator::Stub& daemon, const std::string& name);

class DaemonTest : public testing::Test {
 protected:
  /// `more`: options of the daemon.
  explicit DaemonTest(const std::vector<std::string>& more = {});

  CreateLinkRequest create_request(const HopSpec& hop) const;
  grpc::Status create(const CreateLinkRequest& request) {
    return create_link(daemon_.control(), request);
  }
  grpc::Status change(const HopSpec& hop, const std::string& name = "link") {
    return change_link(daemon_.control(), hop, name);
  }
  LinkReport report(const std::string& name = "link") {
    return reports_of(daemon_.control(), name).links(0);
  }
  LinkReport remove(const std::string& name = "link") {
    return remove_link(daemon_.control(), name);
  }

  OneLinkBed bed_;
  const TempTree directory_;
  DaemonProcess daemon_;
};

/// Checks received + generated = delivered + drops + held, in packets and (with truncated bytes) in
/// bytes.
void expect_identity(const DirectionCounters& counters);

/// Calls `first` and then spins, on one processor at SCHED_FIFO 99. Returns false without the right
/// to it.
bool occupy_processor(std::size_t processor, const std::function<void()>& first, Duration length);

}  // namespace seawind::test
