// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/daemon/check_requests.h"

#include <gmock/gmock.h>

#include "emulator/api/emulator.pb.h"
#include "tests/support/proto_text.h"

namespace seawind {
namespace {

using testing::ElementsAre;

HopSpec hop(const std::string& link = "") {
  return test::parsed<HopSpec>(R"(link {
    downlink { rate_base { fixed: 64000 } link_send_buffer_size { packets: 20 } }
    uplink { rate_base { fixed: 64000 } link_send_buffer_size { packets: 20 } }
    )" + link + "}");
}

TEST(CreateRequest, ListsEveryProblem) {
  CreateLinkRequest request;
  request.set_name("a link");
  request.set_port_kind("xdp");
  request.set_event_log("../out");
  request.set_snap_bytes(65536);
  std::vector<std::string> problems;
  check_create(request, problems);
  EXPECT_THAT(
      problems,
      ElementsAre("name: `a link` is not a name: use 1 to 64 letters (A-Z), digits, `.`, `_`, "
                  "`-`; not `.` or `-` first",
                  "fixed_interface: is missing", "mobile_interface: is missing",
                  "port_kind: `xdp` is not known; known: ring, super",
                  "event_log: `../out` leads out of the log directory",
                  "snap_bytes: 65536 is above 65535", "hop: is missing"));
}

TEST(CreateRequest, LogPathsStayInside) {
  for (const auto& [path, good] : std::vector<std::pair<std::string, bool>>{{"", true},
                                                                            {"a.swlog", true},
                                                                            {"a/b.swlog", true},
                                                                            {"a..b", true},
                                                                            {"/tmp/a", false},
                                                                            {"..", false},
                                                                            {"a/../b", false},
                                                                            {"a/..", false},
                                                                            {"a\x1b[2J", false},
                                                                            {"a\nlevel=", false},
                                                                            {{"a\0b", 3}, false}}) {
    CreateLinkRequest request;
    request.set_name("a");
    request.set_fixed_interface("f");
    request.set_mobile_interface("m");
    *request.mutable_hop() = hop();
    request.set_event_log(path);
    std::vector<std::string> problems;
    check_create(request, problems);
    EXPECT_EQ(problems.empty(), good) << path;
  }
}

class ChangeRequest : public testing::Test {
 protected:
  ChangeRequest() { *request_.mutable_hop() = running_; }
  OutageSpec& outage(double length) {
    OutageSpec& added = *request_.add_outages_now();
    added.mutable_length()->set_fixed(length);
    return added;
  }

  HopSpec running_ = hop("outages { at: 5000000000 length { fixed: 1e9 } }");
  ChangeLinkRequest request_;
  std::vector<std::string> problems_;
};

TEST_F(ChangeRequest, OutagesNowStandBehindThoseOfTheLink) {
  outage(2e9);
  const HopConfig config = check_change(request_, running_, problems_);
  EXPECT_THAT(problems_, testing::IsEmpty());
  ASSERT_EQ(config.outages.size(), 2U);
  EXPECT_EQ(config.outages[0].at, Duration::seconds(5));
  EXPECT_FALSE(config.outages[1].at);
  EXPECT_FALSE(config.outages[1].interval);
}

TEST_F(ChangeRequest, ListsEveryProblem) {
  request_.mutable_hop()->mutable_link()->mutable_outages(0)->clear_at();
  request_.mutable_hop()->set_seed(7);
  outage(1e9).set_at(3);
  outage(1e9).mutable_interval()->set_fixed(1e9);
  outage(-1);
  outage(1e9).set_persistency(5);
  check_change(request_, running_, problems_);
  EXPECT_THAT(
      problems_,
      testing::UnorderedElementsAre(
          "outages_now[0].at: must not be set, because the outage begins at the change",
          "outages_now[1].interval: must not be set, because the outage occurs once",
          testing::StartsWith("outages_now[2].length: "), testing::StartsWith("outages_now[3]"),
          "hop.link.outages[0]: an outage needs `at`, `interval` or both",
          "hop.seed: the running link has 0; it cannot change"));
}

TEST_F(ChangeRequest, WithoutAHopNothingElseIsSaidOfIt) {
  request_.clear_hop();
  check_change(request_, running_, problems_);
  EXPECT_THAT(problems_, ElementsAre("hop: is missing"));
}

}  // namespace
}  // namespace seawind
