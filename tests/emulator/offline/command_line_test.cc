// SPDX-License-Identifier: GPL-3.0-or-later
// seawind-link as a program: exit codes, output, files written.
#include <google/protobuf/util/json_util.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <array>
#include <fstream>
#include <nlohmann/json.hpp>

#include "common/config_reader.h"
#include "emulator/api/link.pb.h"
#include "tests/emulator/offline/capture_file.h"
#include "tests/support/pcapng_blocks.h"
#include "tests/support/tcp_bytes.h"
#include "tests/support/temp_tree.h"

namespace seawind {
namespace {

using namespace test;

class CommandLineTest : public testing::Test {
 protected:
  CommandLineTest() {
    const std::string way =
        "{rate_base: 64kbit/s, propagation_delay: 300ms, "
        "link_send_buffer_size: 12000B}\n";
    HopSpec spec;
    Diagnostics problems;
    read_config(tree_.write("profiles/x.yaml", "downlink: " + way + "uplink: " + way), {},
                *spec.mutable_link(), problems);
    EXPECT_EQ(problems.render(), "");
    std::string json;
    EXPECT_TRUE(google::protobuf::util::MessageToJsonString(spec, &json).ok());
    tree_.write("hop.json", json);
    tree_.write("hop", spec.SerializeAsString());
    CaptureFile out((tree_.root() / "in.pcap").string(), DLT_RAW);
    out.add(1'000'000'000, tcp_bytes({.payload = 536}));
  }

  struct Result {
    int code;
    std::string said;  // stdout and stderr
  };
  Result run(const std::string& arguments) {
    const std::string command = "cd " + tree_.root().string() +
                                " && " SEAWIND_BINARY_DIR "/bin/seawind-link " + arguments +
                                " 2>&1";
    FILE* pipe = ::popen(command.c_str(), "r");
    Result result;
    std::array<char, 4096> part{};
    while (const std::size_t got = std::fread(part.data(), 1, part.size(), pipe)) {
      result.said.append(part.data(), got);
    }
    result.code = WEXITSTATUS(::pclose(pipe));
    return result;
  }
  bool exists(const std::string& name) { return std::filesystem::exists(tree_.root() / name); }

  TempTree tree_;
};

TEST_F(CommandLineTest, NamesOfFilesAreEscaped) {
  const Result text = run("replay in.pcap --hop hop -o \"$(printf 'a\\033[31m')\"");
  EXPECT_EQ(text.code, 0);
  EXPECT_TRUE(text.said.ends_with("capture: a\\x1b[31m\n")) << text.said;
}

TEST_F(CommandLineTest, Replays) {
  const Result text = run("replay in.pcap --hop hop --seed 3 -o out.pcapng --events log.zst");
  EXPECT_EQ(text.code, 0);
  EXPECT_EQ(text.said,
            "mobile side: 10.0.0.2\n"
            "downlink: 1 packets in, 1 out\n"
            "uplink: 0 packets in, 0 out\n"
            "capture: out.pcapng\n"
            "events: log.zst\n");
  EXPECT_TRUE(exists("out.pcapng") && exists("log.zst"));
  const Result json = run("replay in.pcap --hop - --json -o b.pcapng --fixed 10.0.0.1 < hop");
  EXPECT_EQ(json.code, 0);
  const auto read = nlohmann::json::parse(json.said);
  EXPECT_EQ(read["fixed"], "10.0.0.1");
  EXPECT_EQ(read["downlink"]["delivered"]["bytes"], 576);
  EXPECT_EQ(read["link_time_ns"], 372'000'000);
}

TEST_F(CommandLineTest, ReplaysAPacketThatLeavesTwice) {
  HopSpec spec;
  std::ifstream hop(tree_.root() / "hop", std::ios::binary);
  EXPECT_TRUE(spec.ParseFromIstream(&hop));
  spec.mutable_link()->mutable_downlink()->set_duplicate_probability(1);
  tree_.write("twice", spec.SerializeAsString());
  const Result text = run("replay in.pcap --hop twice -o out.pcapng --events log.zst");
  EXPECT_EQ(text.code, 0);
  EXPECT_TRUE(text.said.find("downlink: 1 packets in, 2 out, 1 generated\n") != std::string::npos)
      << text.said;
  const auto packets = pcapng::packets_of((tree_.root() / "out.pcapng").string());
  ASSERT_EQ(packets.size(), 3U);
  EXPECT_EQ(packets[1].id, 1U);
  EXPECT_TRUE(packets[1].comments.empty());
  EXPECT_EQ(packets[2].time_ns, packets[1].time_ns);
  EXPECT_EQ(packets[2].bytes, packets[1].bytes);
  EXPECT_EQ(packets[2].comments, std::vector<std::string>{"copy of packet 1"});
}

TEST_F(CommandLineTest, Previews) {
  const Result json = run("preview --hop hop --seed 2 --duration 1s --probe-size 80B");
  EXPECT_EQ(json.code, 0) << json.said;
  EXPECT_EQ(nlohmann::json::parse(json.said)["downlink"]["probe"]["delivered"], 10);
}

TEST_F(CommandLineTest, TheHopMayBeJson) {
  EXPECT_EQ(run("preview --hop hop.json --duration 1s").code, 0);
}

struct Wrong {
  const char* name;
  const char* arguments;
  int code;
  const char* says;
};
class WrongUse : public CommandLineTest, public testing::WithParamInterface<Wrong> {};

TEST_P(WrongUse, IsReportedWithItsExitCode) {
  tree_.write("text", "no capture at all, but a text of some length");
  tree_.write("bad.json", "{\"link\": {\"nonsense\": 1}}");
  tree_.write("empty", "");
  const Result result = run(GetParam().arguments);
  EXPECT_EQ(result.code, GetParam().code);
  EXPECT_NE(result.said.find(GetParam().says), std::string::npos) << result.said;
  EXPECT_FALSE(exists("out.pcapng"));
  for (const auto& entry : std::filesystem::directory_iterator(tree_.root()))
    EXPECT_NE(entry.path().extension(), ".new") << "left behind: " << entry.path();
}

INSTANTIATE_TEST_SUITE_P(
    All, WrongUse,
    testing::Values(Wrong{"NoVerb", "", 2, "subcommand is required"},
                    Wrong{"NoOutput", "replay in.pcap --hop hop", 2, "--output is required"},
                    Wrong{"UnnamedOutput", "replay in.pcap --hop hop -o '' --events log.zst", 2,
                          "the output file has no name"},
                    Wrong{"NoCapture", "replay none.pcap --hop hop -o out.pcapng", 2,
                          "cannot read the capture none.pcap: No such file or directory"},
                    Wrong{"NotACapture", "replay text --hop hop -o out.pcapng", 2,
                          "cannot read the capture text: unknown file format"},
                    Wrong{"NoHop", "replay in.pcap --hop none -o out.pcapng", 2,
                          "cannot read the hop none: No such file or directory"},
                    Wrong{"FolderAsHop", "replay in.pcap --hop . -o out.pcapng", 2,
                          "cannot read the hop .: it is a folder"},
                    Wrong{"NotAHop", "replay in.pcap --hop text -o out.pcapng", 2,
                          "cannot read the hop text: it is not a HopSpec message"},
                    Wrong{"BadJson", "replay in.pcap --hop bad.json -o out.pcapng", 2, "nonsense"},
                    Wrong{"EmptyHop", "replay in.pcap --hop empty -o out.pcapng", 2, "is missing"},
                    Wrong{"BadAddress", "replay in.pcap --hop hop -o out.pcapng --fixed 10.0.0", 2,
                          "`10.0.0` is not an address"},
                    Wrong{"BothSides",
                          "replay in.pcap --hop hop -o out.pcapng --fixed 10.0.0.1 --mobile "
                          "10.0.0.2",
                          2, "excludes"},
                    Wrong{"OtherSide", "replay in.pcap --hop hop -o out.pcapng --mobile 10.0.0.9",
                          2, "none of its 1 IP packets is from or to the side given"},
                    Wrong{"OverItself", "replay in.pcap --hop hop -o in.pcap", 2,
                          "choose another output file"},
                    Wrong{"NoFolder", "replay in.pcap --hop hop -o none/out.pcapng", 3,
                          "cannot create none/out.pcapng: No such file or directory"},
                    Wrong{"NoUnit", "preview --hop hop --duration 5", 2, "needs a unit"},
                    Wrong{"TooLong", "preview --hop hop --duration 25h", 2,
                          "--duration: 25h is not between 1ms and 24h"},
                    Wrong{"SmallProbe", "preview --hop hop --probe-size 27B", 2,
                          "--probe-size: 27B is not between 28B and 65535B"}),
    [](const auto& test) { return test.param.name; });

}  // namespace
}  // namespace seawind
