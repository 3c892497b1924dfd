// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/system/daemon/daemon_fixture.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <sys/socket.h>

#include <ctime>
#include <thread>

#include "common/clock_ns.h"
#include "common/error.h"

namespace seawind::test {
namespace {

constexpr std::uint16_t kUdpPort = 5000;
constexpr std::uint16_t kTcpPort = 5001;

sockaddr_in host_address(int host, std::uint16_t port = kUdpPort) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(0x0a000000U + static_cast<std::uint32_t>(host));
  return address;
}

}  // namespace

HopSpec plain_hop(std::int64_t rate, Duration delay) {
  HopSpec hop;
  hop.set_seed(1);
  for (LinkDirection* direction :
       {hop.mutable_link()->mutable_downlink(), hop.mutable_link()->mutable_uplink()}) {
    direction->mutable_rate_base()->set_fixed(static_cast<double>(rate));
    direction->mutable_propagation_delay()->set_fixed(static_cast<double>(delay.ns()));
    direction->mutable_link_send_buffer_size()->set_packets(100);
  }
  return hop;
}

UdpSocket::UdpSocket(const NetNamespace& where, int host)
    : fd_(where.run([] { return Fd(::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0)); })) {
  const sockaddr_in address = host_address(host);
  if (::bind(fd_.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) < 0) {
    throw system_error("bind a UDP socket");
  }
}

void UdpSocket::send(int to_host, std::size_t payload) const {
  const std::string bytes(payload, 'x');
  const sockaddr_in address = host_address(to_host);
  if (::sendto(fd_.get(), bytes.data(), bytes.size(), 0,
               reinterpret_cast<const sockaddr*>(&address), sizeof address) < 0) {
    throw system_error("send a datagram");
  }
}

void UdpSocket::set_ip_options(const std::string& options) const {
  if (::setsockopt(fd_.get(), IPPROTO_IP, IP_OPTIONS, options.data(),
                   static_cast<socklen_t>(options.size())) < 0) {
    throw system_error("set IP options");
  }
}

std::optional<std::size_t> UdpSocket::receive(Duration within) const {
  pollfd waiting{fd_.get(), POLLIN, 0};
  if (::poll(&waiting, 1, static_cast<int>(within.ns() / 1'000'000)) <= 0) return std::nullopt;
  char bytes[2048];
  const ssize_t size = ::recv(fd_.get(), bytes, sizeof bytes, 0);
  if (size < 0) throw system_error("receive a datagram");
  return static_cast<std::size_t>(size);
}

Connection connect_hosts(const OneLinkBed& bed) {
  const sockaddr_in address = host_address(2, kTcpPort);
  const auto* to = reinterpret_cast<const sockaddr*>(&address);
  const auto tcp_socket = [] { return Fd(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)); };
  const Fd listener = bed.mobile.run(tcp_socket);
  const int on = 1;
  ::setsockopt(listener.get(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  if (::bind(listener.get(), to, sizeof address) < 0 || ::listen(listener.get(), 1) < 0) {
    throw system_error("listen on the mobile host");
  }
  Connection out;
  out.fixed = bed.fixed.run(tcp_socket);
  if (::connect(out.fixed.get(), to, sizeof address) < 0) throw system_error("connect");
  out.mobile = Fd(::accept(listener.get(), nullptr, nullptr));
  if (!out.mobile) throw system_error("accept");
  return out;
}

grpc::Status create_link(Emulator::Stub& daemon, const CreateLinkRequest& request) {
  grpc::ClientContext context;
  LinkStarted started;
  return daemon.CreateLink(&context, request, &started);
}

grpc::Status change_link(Emulator::Stub& daemon, const HopSpec& hop, const std::string& name) {
  grpc::ClientContext context;
  ChangeLinkRequest request;
  request.set_name(name);
  *request.mutable_hop() = hop;
  LinkChanged changed;
  return daemon.ChangeLink(&context, request, &changed);
}

Reports reports_of(Emulator::Stub& daemon, const std::string& name) {
  grpc::ClientContext context;
  ReportsRequest request;
  request.set_name(name);
  Reports reports;
  const grpc::Status status = daemon.GetReports(&context, request, &reports);
  if (!status.ok()) throw Error("no report: " + status.error_message());
  return reports;
}

LinkReport remove_link(Emulator::Stub& daemon, const std::string& name) {
  grpc::ClientContext context;
  RemoveLinkRequest request;
  request.set_name(name);
  LinkReport last;
  const grpc::Status status = daemon.RemoveLink(&context, request, &last);
  if (!status.ok()) throw Error("link not removed: " + status.error_message());
  return last;
}

DaemonTest::DaemonTest(const std::vector<std::string>& more)
    : daemon_(bed_.relay, directory_.root(), "seawindd", more) {
  if (!daemon_.wait_ready()) throw Error("seawindd does not start: " + daemon_.messages());
}

CreateLinkRequest DaemonTest::create_request(const HopSpec& hop) const {
  CreateLinkRequest request;
  request.set_name("link");
  *request.mutable_hop() = hop;
  request.set_fixed_interface("fixed0");
  request.set_mobile_interface("mobile0");
  return request;
}

void expect_identity(const DirectionCounters& counters) {
  std::uint64_t packets = counters.delivered_packets() + counters.held_packets();
  std::uint64_t bytes = counters.delivered_bytes() + counters.held_bytes() +
                        static_cast<std::uint64_t>(counters.cut_bytes());
  for (const DropCount& drop : counters.drops()) {
    packets += drop.packets();
    bytes += drop.bytes();
  }
  EXPECT_EQ(counters.received_packets() + counters.generated_packets(), packets);
  EXPECT_EQ(counters.received_bytes() + counters.generated_bytes(), bytes);
}

bool occupy_processor(std::size_t processor, const std::function<void()>& first, Duration length) {
  const auto now = [] { return Time::from_ns(clock_ns(CLOCK_MONOTONIC)); };
  bool granted = false;
  std::thread spinner([&] {
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(processor, &set);
    sched_param parameters{};
    parameters.sched_priority = 99;
    granted = ::pthread_setaffinity_np(::pthread_self(), sizeof set, &set) == 0 &&
              ::pthread_setschedparam(::pthread_self(), SCHED_FIFO, &parameters) == 0;
    if (granted) first();
    const Time end = now() + length;
    while (granted && now() < end) {
    }
  });
  spinner.join();
  return granted;
}

}  // namespace seawind::test
