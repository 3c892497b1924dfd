// SPDX-License-Identifier: GPL-3.0-or-later
// Tests of namespaces and veth pairs, and of packets that must not appear on the link. An ordinary
// user runs them in a user namespace that is entered before the first test.
#include "namespaces/netns.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <linux/if_packet.h>
#include <net/ethernet.h>
#include <net/if.h>
#include <poll.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <sstream>
#include <thread>
#include <utility>
#include <vector>

#include "common/error.h"
#include "common/process.h"
#include "namespaces/outside.h"
#include "namespaces/veth.h"

namespace seawind {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class NetnsTest : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    if (geteuid() != 0) enter_user_namespace();
  }
};

ino_t inode(int fd) {
  struct stat info {};
  EXPECT_EQ(fstat(fd, &info), 0);
  return info.st_ino;
}

std::string read_all(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

TEST_F(NetnsTest, CallerStaysInItsNamespace) {
  const auto before = inode(current_network_namespace().get());
  const Fd made = make_network_namespace();
  EXPECT_EQ(inode(current_network_namespace().get()), before);
  EXPECT_NE(inode(made.get()), before);
  ino_t inside = 0;
  in_network_namespace(made.get(), [&] { inside = inode(current_network_namespace().get()); });
  EXPECT_EQ(inside, inode(made.get()));
  EXPECT_EQ(inode(current_network_namespace().get()), before);
}

TEST_F(NetnsTest, CallerStaysInItsNamespaceWithoutDescriptors) {
  const auto before = inode(current_network_namespace().get());
  rlimit limit{};
  ASSERT_EQ(getrlimit(RLIMIT_NOFILE, &limit), 0);
  const int free = Fd(dup(STDERR_FILENO)).get() + 1;
  for (int more = 0; more < 3; ++more) {
    const rlimit few{static_cast<rlim_t>(free + more), limit.rlim_max};
    ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &few), 0);
    try {
      make_network_namespace();
    } catch (const Error&) {
    }
    ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &limit), 0);
    EXPECT_EQ(inode(current_network_namespace().get()), before) << more;
  }
}

TEST_F(NetnsTest, ComesBackWhenTheActionThrows) {
  const auto before = inode(current_network_namespace().get());
  const Fd made = make_network_namespace();
  EXPECT_THROW(in_network_namespace(made.get(), [] { throw Error("inside"); }), Error);
  EXPECT_EQ(inode(current_network_namespace().get()), before);
}

TEST_F(NetnsTest, SpawnedProgramIsInside) {
  const Fd made = make_network_namespace();
  int fds[2];
  ASSERT_EQ(pipe2(fds, O_CLOEXEC), 0);
  const Fd out(fds[0]);
  Fd in(fds[1]);
  const pid_t child =
      spawn_in_network_namespace(made.get(), {"readlink", "/proc/self/ns/net"}, in.get());
  in.reset();
  char text[128] = {};
  ASSERT_GT(read(out.get(), text, sizeof text - 1), 0);
  int status = -1;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  EXPECT_EQ(text, "net:[" + std::to_string(inode(made.get())) + "]\n");
}

TEST_F(NetnsTest, SpawnNamesAMissingProgram) {
  const Fd made = make_network_namespace();
  try {
    spawn_in_network_namespace(made.get(), {"/nonexistent/program"});
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "cannot start /nonexistent/program: No such file or directory");
  }
}

// Also while other namespaces come and go, which keeps the kernel's worker from what it has to do.
TEST_F(NetnsTest, BothEndsOfAPairSendAtOnce) {
  std::vector<std::jthread> others;
  for (int i = 0; i < 4; ++i)
    others.emplace_back([](const std::stop_token& stop) {
      while (!stop.stop_requested()) make_network_namespace();
    });
  constexpr int kRounds = 200;
  for (int i = 0; i < kRounds; ++i) {
    const Fd here = make_network_namespace();
    const Fd there = make_network_namespace();
    make_veth_pair({.network_namespace = here.get(), .name = "a"},
                   {.network_namespace = there.get(), .name = "b"});
    for (const auto& [space, name] : {std::pair{&here, "a"}, std::pair{&there, "b"}})
      in_network_namespace(space->get(), [name = name, i] {
        ifreq request{};
        std::strcpy(request.ifr_name, name);
        const Fd any(socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0));
        ASSERT_EQ(ioctl(any.get(), SIOCGIFFLAGS, &request), 0);
        EXPECT_TRUE(request.ifr_flags & IFF_RUNNING) << name << " in round " << i;
      });
  }
}

TEST_F(NetnsTest, LinkInterfacesCarryPacketsUnchangedToTheRelay) {
  const Fd fixed = make_network_namespace();
  const Fd mobile = make_network_namespace();
  const Fd relay = make_network_namespace();
  make_link_interfaces(fixed.get(), mobile.get(), relay.get(), "f0", "m0", 1500, false);

  Fd capture;
  in_network_namespace(relay.get(), [&] {
    capture = Fd(socket(AF_PACKET, SOCK_RAW | SOCK_CLOEXEC, htons(ETH_P_ALL)));
    ASSERT_TRUE(capture);
    sockaddr_ll at{};
    at.sll_family = AF_PACKET;
    at.sll_protocol = htons(ETH_P_ALL);
    at.sll_ifindex = static_cast<int>(if_nametoindex("f0"));
    ASSERT_EQ(bind(capture.get(), reinterpret_cast<sockaddr*>(&at), sizeof at), 0);
  });
  in_network_namespace(fixed.get(), [] {
    const Fd sender(socket(AF_INET, SOCK_DGRAM, 0));
    sockaddr_in to{};
    to.sin_family = AF_INET;
    to.sin_port = htons(9);
    inet_pton(AF_INET, HostAddresses::kMobile, &to.sin_addr);
    ASSERT_EQ(sendto(sender.get(), "x", 1, 0, reinterpret_cast<sockaddr*>(&to), sizeof to), 1);
  });
  // The first frame is the datagram: neither ARP nor a router solicitation precedes it.
  pollfd wait{.fd = capture.get(), .events = POLLIN, .revents = 0};
  ASSERT_EQ(poll(&wait, 1, 5000), 1);
  unsigned char frame[2048];
  ASSERT_EQ(recv(capture.get(), frame, sizeof frame, 0), 14 + 20 + 8 + 1);
  const unsigned char destination[] = {2, 0, 0, 0, 0, 2};
  EXPECT_TRUE(std::equal(destination, destination + 6, frame));
  EXPECT_EQ(frame[12], 0x08);  // IPv4
  EXPECT_EQ(frame[23], 17);    // UDP
}

TEST_F(NetnsTest, OffloadsAreOffAndIpv6IsAbsent) {
  const Fd fixed = make_network_namespace();
  const Fd mobile = make_network_namespace();
  const Fd relay = make_network_namespace();
  make_link_interfaces(fixed.get(), mobile.get(), relay.get(), "f0", "m0", 576, false);
  for (const auto* ns : {&fixed, &mobile, &relay})
    in_network_namespace(ns->get(), [] {
      EXPECT_EQ(read_all("/proc/sys/net/ipv6/conf/all/disable_ipv6"), "1\n");
      EXPECT_EQ(read_all("/proc/net/if_inet6"), "");
    });
}

TEST_F(NetnsTest, ManyPairsInOneRelayAndRemoval) {
  const Fd relay = make_network_namespace();
  for (int slot = 0; slot < 20; ++slot) {
    const Fd fixed = make_network_namespace();
    const Fd mobile = make_network_namespace();
    const auto f = "f" + std::to_string(slot);
    const auto m = "m" + std::to_string(slot);
    make_link_interfaces(fixed.get(), mobile.get(), relay.get(), f, m, 1500, false);
    remove_interface(relay.get(), f);
    remove_interface(relay.get(), f);  // a second removal has no effect
    in_network_namespace(fixed.get(), [] { EXPECT_EQ(if_nametoindex(kFixedInterface), 0U); });
    in_network_namespace(mobile.get(), [] { EXPECT_NE(if_nametoindex(kMobileInterface), 0U); });
    remove_interface(relay.get(), m);
  }
}

TEST_F(NetnsTest, TakenNameIsAnError) {
  const Fd a = make_network_namespace();
  const Fd b = make_network_namespace();
  InterfaceEnd left{.network_namespace = a.get(),
                    .name = "x",
                    .mtu = 1500,
                    .address = {},
                    .mac = {},
                    .neighbours = {}};
  InterfaceEnd right = left;
  right.network_namespace = b.get();
  make_veth_pair(left, right);
  right.name = "y";
  try {
    make_veth_pair(left, right);
    FAIL();
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("cannot make the veth pair x - y: "));
  }
}

TEST_F(NetnsTest, BringingUpAndRoutesAreRepeatable) {
  const Fd from = make_network_namespace();
  const Fd to = make_network_namespace();
  const Fd relay = make_network_namespace();
  make_veth_pair({.network_namespace = from.get(), .name = "x"},
                 {.network_namespace = relay.get(), .name = "r"});
  const InterfaceEnd end{.network_namespace = to.get(),
                         .name = "y",
                         .address = "10.0.0.2/30",
                         .neighbours = {{"10.0.0.1", HostAddresses::kFixedMac}},
                         .pool_gateway = "10.0.0.1"};
  move_veth_end(end, from.get(), "x");
  for (int i = 0; i < 2; ++i) {
    bring_up_interface(end);
    add_route(to.get(), "0.0.0.0/1", "10.0.0.1");
  }
  in_network_namespace(to.get(), [] {
    const std::string routes = read_all("/proc/net/route");  // and the heading, and the /30
    EXPECT_EQ(std::count(routes.begin(), routes.end(), '\n'), 4) << routes;
  });
  InterfaceEnd other = end;
  other.address = "10.0.0.6/30";
  bring_up_interface(other);
  EXPECT_THROW(add_route(to.get(), "0.0.0.0/1", "10.0.0.5"), Error);
}

// An interface behind a NAT64 has IPv6 and sends nothing by itself: it has no link-local address,
// hence no router solicitation, and is in no group that is reported (MLD).
TEST_F(NetnsTest, AMobileHostBehindANat64IsSilent) {
  const Fd fixed = make_network_namespace();
  const Fd mobile = make_network_namespace();
  const Fd relay = make_network_namespace();
  make_link_interfaces(fixed.get(), mobile.get(), relay.get(), "f0", "m0", 1500, false,
                       {.nat64_prefixes = {"64:ff9b::/96", "2001:db8:64::/48"}});
  in_network_namespace(fixed.get(), [] { EXPECT_EQ(read_all("/proc/net/if_inet6"), ""); });
  in_network_namespace(mobile.get(), [] {
    const std::string addresses = read_all("/proc/net/if_inet6");
    EXPECT_THAT(addresses, HasSubstr("20010db8000000000000000000000002 "));
    EXPECT_EQ(std::count(addresses.begin(), addresses.end(), '\n'), 1) << addresses;
    const std::string groups = read_all("/proc/net/igmp6");
    EXPECT_THAT(groups, Not(HasSubstr("ff0200000000000000000001ff"))) << groups;
    for (const char* address : {"64:ff9b::10.0.0.1", "2001:db8:64:a00:0:100::"}) {
      const Fd sender(socket(AF_INET6, SOCK_DGRAM, 0));
      sockaddr_in6 to{};
      to.sin6_family = AF_INET6;
      to.sin6_port = htons(9);
      inet_pton(AF_INET6, address, &to.sin6_addr);
      EXPECT_EQ(sendto(sender.get(), "x", 1, 0, reinterpret_cast<sockaddr*>(&to), sizeof to), 1);
    }
  });
  // IPv4 is as without: the other host is a permanent neighbour.
  in_network_namespace(mobile.get(), [] {
    EXPECT_THAT(read_all("/proc/net/arp"), HasSubstr(HostAddresses::kFixedMac));
  });
}

// As systemd's PrivateUsers=identity makes one.
TEST_F(NetnsTest, AUserNamespaceThatMapsEveryUserToItselfIsNotTheInitialOne) {
  Pipe entered = open_pipe();
  Pipe mapped = open_pipe();
  const pid_t child = fork();
  if (child == 0) {
    char one = 0;
    const bool ready = unshare(CLONE_NEWUSER) == 0 &&
                       write(entered.write_end.get(), &one, 1) == 1 &&
                       read(mapped.read_end.get(), &one, 1) == 1;
    _exit(ready ? in_initial_user_namespace() : 2);
  }
  char one = 0;
  ASSERT_EQ(read(entered.read_end.get(), &one, 1), 1);
  std::ofstream(fmt::format("/proc/{}/uid_map", child)) << "0 0 4294967295" << std::flush;
  ASSERT_EQ(write(mapped.write_end.get(), &one, 1), 1);
  EXPECT_EQ(reap(child), 0);
}

// A user namespace that allows no further user namespaces, as on a restricted machine.
TEST_F(NetnsTest, RefusedUserNamespaceNamesTheSettings) {
  int fds[2];
  ASSERT_EQ(pipe2(fds, O_CLOEXEC), 0);
  const Fd out(fds[0]);
  Fd in(fds[1]);
  const pid_t child = fork();
  if (child == 0) {
    std::string text;
    try {
      enter_user_namespace();
      std::ofstream("/proc/sys/user/max_user_namespaces") << "0" << std::flush;
      enter_user_namespace();
    } catch (const Error& error) {
      text = error.what();
    }
    (void)!write(in.get(), text.data(), text.size());
    _exit(0);
  }
  in.reset();
  char text[1024] = {};
  EXPECT_GT(read(out.get(), text, sizeof text - 1), 0);
  waitpid(child, nullptr, 0);
  EXPECT_STREQ(text,
               "cannot enter a user namespace: No space left on device\n"
               "Seawind needs network namespaces: as an ordinary user inside a user namespace. Run "
               "`seawind doctor`; ask the administrator to check the settings "
               "user.max_user_namespaces (0: none allowed), kernel.unprivileged_userns_clone (must "
               "be 1 where it exists) and kernel.apparmor_restrict_unprivileged_userns (must be 0 "
               "where it exists), or run as root");
}

}  // namespace
}  // namespace seawind
