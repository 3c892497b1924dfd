// SPDX-License-Identifier: GPL-3.0-or-later
// Captures as decoded by tshark and capinfos.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "tests/controller/export/export_log.h"

namespace seawind::test {
namespace {

using testing::HasSubstr;

std::vector<std::string> lines_of(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> out;
  for (std::string line; std::getline(in, line);) out.push_back(line);
  return out;
}

/// frame.comment, packet id, verdict, interface, time, IP length of every record.
std::vector<std::string> tshark(const std::filesystem::path& file) {
  return lines_of(output_of({"tshark",          "-r", file.string(),           "-T",
                             "fields",          "-E", "separator=;",           "-E",
                             "aggregator=,",    "-e", "frame.interface_name",  "-e",
                             "frame.packet_id", "-e", "frame.time_epoch",      "-e",
                             "frame.len",       "-e", "frame.verdict.ebpf_tc", "-e",
                             "frame.comment",   "-e", "ip.dsfield.ecn"}));
}

class Pcapng : public testing::Test {
 protected:
  void SetUp() override { ASSERT_TRUE(has_program("tshark")) << "tshark is not installed"; }
  ExportFolder folder_;
};

TEST_F(Pcapng, TsharkReadsEveryPacketCommentVerdictAndId) {
  const auto item = folder_.item(export_log(), export_flows());
  const auto files = export_pcapng(item, folder_.path(), no_progress);
  ASSERT_EQ(files.size(), 1u);
  EXPECT_EQ(files[0].filename(), "e0,tail-drop-20,baseline,w1-007.pcapng");
  const auto lines = tshark(files[0]);
  // 13 packets entered, 12 left.
  ASSERT_EQ(lines.size(), 25u);
  EXPECT_EQ(lines[0], "fixed;1;1790000000.123456789;40;0;at 0.000000 s: channel state good;0");
  EXPECT_EQ(lines[1], "mobile;1;1790000000.223456789;40;0;;0");
  EXPECT_THAT(lines, testing::Contains("fixed;4;1790000001.223456789;540;2;at 1.050000 s: channel "
                                       "state bad,dropped: router_full (congestion) after "
                                       "0.050000 s;0"));
  EXPECT_THAT(lines, testing::Contains("mobile;5;1790000001.623456789;540;0;marked CE,1 link "
                                       "retransmissions;3"));
  int dropped = 0;
  for (const auto& line : lines) dropped += line.find("dropped:") != std::string::npos;
  EXPECT_EQ(dropped, 1);
}

TEST_F(Pcapng, ACopyHasTheBytesOfItsPacketAndNamesIt) {
  SyntheticLog log;
  const auto packet = log.arrive(kDown, 0, {4000, 5001, 1, kAck, 500});
  const auto copy = log.deliver_twice(packet, 100 * kMs);
  const auto item = folder_.item(log, export_flows());
  const auto lines = tshark(export_pcapng(item, folder_.path(), no_progress)[0]);
  ASSERT_EQ(lines.size(), 3u);
  EXPECT_EQ(lines[1], "mobile;1;1790000000.223456789;540;0;;0");
  EXPECT_EQ(lines[2],
            "mobile;" + std::to_string(copy) + ";1790000000.223456789;540;0;copy of packet 1;0");
}

// Behind a NAT64 a packet has other bytes, and more.
TEST_F(Pcapng, ATranslatedPacketHasTheBytesOfEachSide) {
  SyntheticLog log;
  const SegmentSpec spec{4000, 5001, 1, kAck, 20};
  const auto packet = log.arrive(kDown, 0, spec);
  log.translate(packet, 0, ipv6_packet(spec));
  log.deliver(packet, 100 * kMs);
  const auto item = folder_.item(log, export_flows());
  const auto file = export_pcapng(item, folder_.path(), no_progress)[0];
  EXPECT_EQ(output_of({"tshark", "-r", file.string(), "-T", "fields", "-e", "ip.len", "-e",
                       "ipv6.plen", "-e", "frame.len", "-e", "tcp.len", "-e", "frame.comment"}),
            "60\t\t60\t20\t\n\t48\t88\t20\tchanged: 88 of 60 B\n");
}

TEST_F(Pcapng, CapinfosFindsStrictTimeOrderNanosecondsAndOurCounts) {
  const auto item = folder_.item(export_log(), export_flows());
  const auto file = export_pcapng(item, folder_.path(), no_progress)[0];
  const std::string text = output_of({"capinfos", file.string()});
  EXPECT_THAT(text, HasSubstr("Strict time order:   True"));
  EXPECT_THAT(text, HasSubstr("Number of packets:   25"));
  EXPECT_THAT(text, HasSubstr("Number of interfaces in file: 2"));
  EXPECT_THAT(text, HasSubstr("Time precision = nanoseconds (9)"));
  EXPECT_THAT(text, HasSubstr("Name = fixed"));
  EXPECT_THAT(text, HasSubstr("campaign quick, case e0/tail-drop-20/baseline/w1, repetition 7"));
}

TEST_F(Pcapng, TheChecksumFollowsTheMark) {
  const auto item = folder_.item(export_log(), export_flows());
  const auto file = export_pcapng(item, folder_.path(), no_progress)[0];
  // The test's packets have checksum 0 and TOS 0. After the mark the checksum is ~3 (RFC 1624), the
  // difference of the changed word.
  const std::string text = output_of({"tshark", "-r", file.string(), "-Y", "ip.dsfield.ecn == 3",
                                      "-T", "fields", "-e", "ip.checksum"});
  EXPECT_EQ(text, "0xfffc\n");
}

TEST_F(Pcapng, APacketThatStaysForEverHoldsNothingUpForEver) {
  // One packet never leaves. 70 000 packets pass after it, which is more than kWaiting.
  SyntheticLog log;
  log.arrive(Direction::kDownlink, 0, {4000, 5001, 1, kAck, 500});
  for (int i = 1; i <= 70'000; ++i)
    log.pass(Direction::kUplink, i * kMs, {5001, 4000, 1, kAck}, 500'000);
  const auto item = folder_.item(log, export_flows());
  const auto file = export_pcapng(item, folder_.path(), no_progress)[0];
  const std::string text = output_of({"capinfos", "-c", "-o", file.string()});
  EXPECT_THAT(text, HasSubstr("140 k"));
  EXPECT_THAT(text, HasSubstr("True"));
}

// A log of a megabyte could hold gigabytes of them.
TEST_F(Pcapng, TheNotesOfAllPacketsInTheLinkAreBounded) {
  SyntheticLog log;
  for (int i = 0; i <= 1000; ++i) {
    const auto packet = log.arrive(Direction::kDownlink, i * kMs, {4000, 5001, 1, kAck, 500});
    for (std::int64_t note = 0; note < 1000; ++note)  // the values keep the log from shrinking
      log.event(EventKind::kMark, Direction::kDownlink, i * kMs, note * note * i, packet);
  }
  const auto item = folder_.item(log, export_flows());
  try {
    export_pcapng(item, folder_.path(), no_progress);
    FAIL() << "exported";
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("the packets in the link have more than 1000000 notes"));
  }
}

TEST_F(Pcapng, OneEndHasThePacketsOfItsPort) {
  auto item = folder_.item(export_log(), export_flows());
  std::vector<std::string> both = tshark(export_pcapng(item, folder_.path(), no_progress)[0]);
  std::size_t lines = 0;
  for (const auto& [end, name] :
       {std::pair(CaptureEnd::kFixed, "fixed"), std::pair(CaptureEnd::kMobile, "mobile")}) {
    item.end = end;
    const auto file = export_pcapng(item, folder_.path(), no_progress)[0];
    EXPECT_EQ(file.filename(), fmt::format("e0,tail-drop-20,baseline,w1-007-{}.pcapng", name));
    EXPECT_THAT(output_of({"capinfos", file.string()}),
                HasSubstr("Number of interfaces in file: 1"));
    const auto fields = [](const std::filesystem::path& of, const std::string& filter) {
      return output_of({"tshark", "-r", of.string(), "-Y", filter, "-T", "fields", "-e",
                        "frame.interface_name", "-e", "frame.packet_id", "-e", "frame.time_epoch",
                        "-e", "frame.len", "-e", "ip.dsfield.ecn"});
    };
    item.end = CaptureEnd::kBoth;
    EXPECT_EQ(fields(file, "frame"), fields(export_pcapng(item, folder_.path(), no_progress)[0],
                                            fmt::format("frame.interface_name == {}", name)));
    lines += tshark(file).size();
  }
  EXPECT_EQ(lines, both.size());
}

/// The number of records that match the filter.
std::size_t count(const std::filesystem::path& file, const std::string& filter) {
  return lines_of(output_of({"tshark", "-r", file.string(), "-Y", filter})).size();
}

// 40 segments without loss: an analysis of both ends takes the second record of a segment for a
// segment sent again.
TEST_F(Pcapng, TsharksTcpAnalysisOfOneEndFindsNothingWrong) {
  SyntheticLog log;
  const FlowSpec flow{"bulk1", false, true, 5001, 40 * 536};
  add_transfer(log, 4000, flow, 0, 40 * kMs, 5000 * kMs);
  auto item = folder_.item(log, {flow});
  const char* wrong =
      "tcp.analysis.retransmission || tcp.analysis.out_of_order || tcp.analysis.duplicate_ack";
  EXPECT_GT(count(export_pcapng(item, folder_.path(), no_progress)[0], wrong), 20u);
  for (const CaptureEnd end : {CaptureEnd::kFixed, CaptureEnd::kMobile}) {
    item.end = end;
    const auto file = export_pcapng(item, folder_.path(), no_progress)[0];
    EXPECT_EQ(count(file, wrong), 0u);
    EXPECT_EQ(count(file, "tcp.len > 0"), 40u);
  }
}

TEST_F(Pcapng, EditcapAndMergecapRewriteIt) {
  auto item = folder_.item(export_log(), export_flows());
  const auto both = export_pcapng(item, folder_.path(), no_progress)[0];
  const std::string out = (folder_.path() / "out").string();
  const auto times = [](const std::string& file) {
    return output_of({"tshark", "-r", file, "-T", "fields", "-e", "frame.time_epoch", "-e",
                      "frame.len", "-e", "frame.comment"});
  };
  // Both ends: the packets alone.
  output_of({"editcap", "-F", "nsecpcap", both.string(), out});
  EXPECT_EQ(lines_of(times(out)).size(), 25u);
  EXPECT_THAT(times(out), HasSubstr("1790000000.223456789\t40"));
  std::vector<std::string> ends;
  for (const CaptureEnd end : {CaptureEnd::kFixed, CaptureEnd::kMobile}) {
    item.end = end;
    ends.push_back(export_pcapng(item, folder_.path(), no_progress)[0].string());
    output_of({"editcap", ends.back(), out});
    EXPECT_EQ(times(out), times(ends.back()));
    // Link time 0.877 s to 1.877 s: three segments down, two acknowledgements up; one segment is
    // lost.
    output_of({"editcap", "-A", "1790000001", "-B", "1790000002", ends.back(), out});
    EXPECT_EQ(lines_of(times(out)).size(), end == CaptureEnd::kFixed ? 5u : 4u);
  }
  output_of({"mergecap", "-w", out, ends[0], ends[1]});
  EXPECT_EQ(lines_of(times(out)).size(), 25u);
  EXPECT_THAT(times(out), HasSubstr("dropped: router_full (congestion) after 0.050000 s"));
}

TEST_F(Pcapng, TheSameLogGivesTheSameBytes) {
  const auto item = folder_.item(export_log(), export_flows());
  const auto file = export_pcapng(item, folder_.path(), no_progress)[0];
  const std::string first = output_of({"sha256sum", file.string()});
  export_pcapng(item, folder_.path(), no_progress);
  EXPECT_EQ(output_of({"sha256sum", file.string()}), first);
}

}  // namespace
}  // namespace seawind::test
