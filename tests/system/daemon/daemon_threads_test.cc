// SPDX-License-Identifier: GPL-3.0-or-later
// A daemon with two relay threads and several links on each.
#include <gmock/gmock.h>

#include <array>
#include <csignal>

#include "common/event_log.h"
#include "namespaces/veth.h"
#include "tests/system/daemon/daemon_fixture.h"

namespace seawind::test {
namespace {

using testing::HasSubstr;

constexpr std::size_t kLinks = 4;
constexpr std::int64_t kMillisecond = 1'000'000;  // ns

std::string text(std::size_t link) {
  return std::to_string(link);
}

/// Links of two hosts each, and a daemon.
class ThreadsTest : public testing::Test {
 protected:
  explicit ThreadsTest(const std::vector<std::string>& options = {"--threads", "2"})
      : daemon_(relay_, directory_.root(), "seawindd", options) {
    for (std::size_t link = 0; link < kLinks; ++link) {
      make_veth_pair(
          {.network_namespace = fixed_[link].fd(), .name = "eth0", .address = "10.0.0.1/24"},
          {.network_namespace = relay_.fd(), .name = "fixed" + text(link)});
      make_veth_pair(
          {.network_namespace = mobile_[link].fd(), .name = "eth0", .address = "10.0.0.2/24"},
          {.network_namespace = relay_.fd(), .name = "mobile" + text(link)});
    }
    if (!daemon_.wait_ready()) throw std::runtime_error("no daemon: " + daemon_.messages());
  }

  void create(std::size_t link, std::int64_t rate, Duration delay = {}) {
    CreateLinkRequest request;
    request.set_name("link" + text(link));
    *request.mutable_hop() = plain_hop(rate, delay);
    request.set_fixed_interface("fixed" + text(link));
    request.set_mobile_interface("mobile" + text(link));
    request.set_event_log("link" + text(link) + "." + text(++logs_) + ".swlog");
    const grpc::Status status = create_link(daemon_.control(), request);
    ASSERT_TRUE(status.ok()) << status.error_message();
  }
  void change(std::size_t link, std::int64_t rate, Duration delay) {
    const grpc::Status status =
        change_link(daemon_.control(), plain_hop(rate, delay), "link" + text(link));
    ASSERT_TRUE(status.ok()) << status.error_message();
  }
  LinkReport remove(std::size_t link) {
    return remove_link(daemon_.control(), "link" + text(link));
  }
  Reports reports() { return reports_of(daemon_.control()); }
  /// The threads of the links that exist, by name of the link.
  std::vector<std::uint32_t> threads() {
    std::vector<std::uint32_t> found;
    const Reports all = reports();
    for (const LinkReport& link : all.links()) found.push_back(link.thread());
    return found;
  }

  NetNamespace relay_;
  std::array<NetNamespace, kLinks> fixed_;
  std::array<NetNamespace, kLinks> mobile_;
  const TempTree directory_;
  DaemonProcess daemon_;
  int logs_ = 0;
};

TEST_F(ThreadsTest, LinksOfBothCarryPacketsChangeAndEnd) {
  grpc::ClientContext context;
  Info info;
  ASSERT_TRUE(daemon_.control().GetInfo(&context, InfoRequest(), &info).ok());
  EXPECT_EQ(info.threads(), 2U);
  EXPECT_THAT(daemon_.messages(), HasSubstr(" threads=2 "));

  for (std::size_t link = 0; link < kLinks; ++link) create(link, 8'000'000);
  EXPECT_THAT(threads(), testing::ElementsAre(0, 1, 0, 1));
  EXPECT_THAT(daemon_.messages(), HasSubstr("mobile=mobile1 port=super thread=1 seed=1"));
  std::vector<UdpSocket> fixed;
  std::vector<UdpSocket> mobile;
  for (std::size_t link = 0; link < kLinks; ++link) {
    fixed.emplace_back(fixed_[link], 1);
    mobile.emplace_back(mobile_[link], 2);
  }
  constexpr std::size_t kRounds = 40;
  for (std::size_t round = 0; round < kRounds; ++round) {
    for (std::size_t link = 0; link < kLinks; ++link) {
      fixed[link].send(2, 100 + link);
      mobile[link].send(1, 200 + link);
    }
    if (round % 10 == 5)
      for (std::size_t link = 0; link < kLinks; ++link)
        change(link, 8'000'000, Duration::milliseconds(static_cast<std::int64_t>(1 + link)));
    for (std::size_t link = 0; link < kLinks; ++link) {
      ASSERT_EQ(mobile[link].receive(), 100 + link) << daemon_.messages();
      ASSERT_EQ(fixed[link].receive(), 200 + link) << daemon_.messages();
    }
  }
  for (std::size_t link = 0; link < kLinks; ++link) {
    const LinkReport last = remove(link);
    EXPECT_EQ(last.thread(), link % 2);
    EXPECT_EQ(last.changes(), 4U);
    EXPECT_EQ(last.downlink().delivered_packets(), kRounds);
    EXPECT_EQ(last.uplink().delivered_packets(), kRounds);
    expect_identity(last.downlink());
    expect_identity(last.uplink());
    EXPECT_EQ(last.fidelity().log_overruns(), 0U);
    EXPECT_EQ(last.log_error(), "");
    EventLogReader log(directory_.root() / ("link" + text(link) + "." + text(link + 1) + ".swlog"));
    std::size_t delivered = 0;
    while (const auto entry = log.next()) delivered += entry->event.kind == EventKind::kDelivered;
    EXPECT_EQ(delivered, 2 * kRounds);
    EXPECT_FALSE(log.truncated());
  }
  EXPECT_EQ(reports().links_size(), 0);
}

TEST_F(ThreadsTest, ANewLinkGoesToTheThreadWithTheSmallerRate) {
  create(0, 80'000'000);
  create(1, 1'000'000);
  create(2, 1'000'000);
  EXPECT_THAT(threads(), testing::ElementsAre(0, 1, 1));
  change(0, 500'000, Duration());  // does not move, and counts from now on
  create(3, 1'000'000);
  EXPECT_THAT(threads(), testing::ElementsAre(0, 1, 1, 0));
  remove(1);
  remove(2);
  create(1, 1'000'000);  // on an empty thread, whose ring holds no event of the removed links
  EXPECT_THAT(threads(), testing::ElementsAre(0, 1, 0));
  daemon_.signal(SIGTERM);
  EXPECT_EQ(daemon_.wait_exit(), 0) << daemon_.messages();
  for (const std::size_t link : {0U, 1U, 3U})  // in any order
    EXPECT_THAT(daemon_.messages(), HasSubstr("link removed name=link" + text(link)));
}

class OnTwoProcessorsTest : public ThreadsTest {
 protected:
  struct Seen {
    Fidelity paused;
    Fidelity other;
    MachinePauses all;
  };
  OnTwoProcessorsTest() : ThreadsTest({"--cpu", "0,1"}) {}

  void occupy_one(Seen& seen);
};

// Processor 0 runs nothing else for 100 ms; processor 1 goes on.
void OnTwoProcessorsTest::occupy_one(Seen& seen) {
  create(0, 80'000'000, Duration::milliseconds(50));
  create(1, 80'000'000, Duration::milliseconds(50));
  std::vector<UdpSocket> fixed;
  std::vector<UdpSocket> mobile;
  for (const std::size_t link : {0U, 1U}) {
    fixed.emplace_back(fixed_[link], 1);
    mobile.emplace_back(mobile_[link], 2);
    fixed[link].send(2, 100);  // resolves the address
    ASSERT_TRUE(mobile[link].receive()) << daemon_.messages();
  }
  const auto send = [&] {
    for (const UdpSocket& one : fixed) one.send(2, 972);
  };
  ASSERT_TRUE(occupy_processor(0, send, Duration::milliseconds(100)));
  for (const UdpSocket& one : mobile) ASSERT_TRUE(one.receive());
  const Reports all = reports();
  seen.all = all.pauses();
  seen.paused = remove(0).fidelity();
  seen.other = remove(1).fidelity();
  ASSERT_TRUE(seen.paused.has_pauses());
  ASSERT_TRUE(seen.other.has_pauses());
}

TEST_F(OnTwoProcessorsTest, APauseBelongsToTheLinksOfItsProcessorAlone) {
  Seen seen;
  for (int attempt = 0; attempt < 30; ++attempt) {  // until the machine pauses neither processor
    ASSERT_NO_FATAL_FAILURE(occupy_one(seen));
    if (seen.other.pauses().largest_ns() < 20 * kMillisecond &&
        seen.paused.pauses().largest_ns() >= 90 * kMillisecond)
      break;
  }
  const auto& [paused, other, all] = seen;
  EXPECT_GE(paused.pauses().largest_ns(), 90 * kMillisecond);
  EXPECT_GE(paused.late_machine(), 1U);
  EXPECT_LT(other.pauses().largest_ns(), paused.pauses().largest_ns() / 2);
  EXPECT_LT(other.lateness_max_ns(), paused.lateness_max_ns());
  EXPECT_GE(all.largest_ns(), paused.pauses().largest_ns()) << "the worst thread";
}

}  // namespace
}  // namespace seawind::test
