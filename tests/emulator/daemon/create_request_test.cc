// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/daemon/create_request.h"

#include <gmock/gmock.h>
#include <google/protobuf/text_format.h>

#include "emulator/api/emulator.pb.h"

namespace seawind {
namespace {

using testing::ElementsAre;

TEST(CreateRequest, SaysEverythingThatIsWrong) {
  CreateLinkRequest request;
  request.set_name("a link");
  request.set_port_kind("xdp");
  request.set_event_log("../out");
  request.set_snap_bytes(65536);
  std::vector<std::string> problems;
  check_create(request, problems);
  EXPECT_THAT(
      problems,
      ElementsAre("name: `a link` is not 1 to 64 letters, digits, dots, hyphens and underscores",
                  "fixed_interface: is missing", "mobile_interface: is missing",
                  "port_kind: `xdp` is not known; known: pcap, ring",
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
                                                                            {"a/..", false}}) {
    CreateLinkRequest request;
    request.set_name("a");
    request.set_fixed_interface("f");
    request.set_mobile_interface("m");
    ASSERT_TRUE(google::protobuf::TextFormat::ParseFromString(
        R"(link {
             downlink { rate_base { fixed: 64000 } link_send_buffer_size { packets: 20 } }
             uplink { rate_base { fixed: 64000 } link_send_buffer_size { packets: 20 } }
           })",
        request.mutable_hop()));
    request.set_event_log(path);
    std::vector<std::string> problems;
    check_create(request, problems);
    EXPECT_EQ(problems.empty(), good) << path;
  }
}

}  // namespace
}  // namespace seawind
