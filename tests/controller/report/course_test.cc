// SPDX-License-Identifier: GPL-3.0-or-later
// The events of a flow over time, and the pictures of one repetition in every format.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>

#include "common/error.h"
#include "controller/measure/sequence.h"
#include "controller/report/course_data.h"
#include "controller/report/delays.h"
#include "controller/report/draw.h"
#include "controller/store/sqlite.h"
#include "tests/controller/measure/synthetic_log.h"
#include "tests/controller/store/stored_campaign.h"

namespace seawind::test {
namespace {

namespace fs = std::filesystem;
using Kind = SequenceEvent::Kind;

SyntheticLog transfer() {
  SyntheticLog log;
  log.event(EventKind::kStateChange, kDown, 0, 0, 0, 0);
  log.pass(kDown, 0, {4000, 5001, 1000, kSyn}, 100 * kMs);
  log.pass(kUp, 100 * kMs, {5001, 4000, 9000, kSyn | kAck, 0, 0, 1001}, 100 * kMs);
  log.drop(log.arrive(kDown, 1000 * kMs, {4000, 5001, 1001, kAck, 500, 0, 9001}), 1100 * kMs,
           DropReason::kErrorLoss);
  log.event(EventKind::kStateChange, kDown, 1050 * kMs, 0, 0, 1);
  log.pass(kDown, 2000 * kMs, {4000, 5001, 1001, kAck, 500, 0, 9001}, 100 * kMs);
  log.pass(kUp, 2100 * kMs, {5001, 4000, 9001, kAck, 0, 0, 1501}, 100 * kMs);
  for (int i = 0; i < 5; ++i) {
    const auto id = log.arrive_udp(kDown, (3000 + 20 * i) * kMs, 40000, 5002, 48);
    log.deliver(id, (3300 + 25 * i) * kMs);
  }
  return log;
}
const FlowSpec kTcpFlow{"f", false, true, 5001, 500};
const FlowSpec kStream{.name = "udp", .sink_port = 5002, .kind = FlowKind::kStream};

TEST(Sequence, EventsOfATransfer) {
  std::vector<std::tuple<Kind, std::int64_t, std::int64_t>> told;
  LogMemory memory;
  SequenceTracer tracer(memory, kTcpFlow, [&](const SequenceEvent& e) {
    told.emplace_back(e.kind, e.time_ns / kMs, e.begin);
  });
  for (const auto& entry : transfer().entries()) tracer.add(entry.event, entry.snap);
  using T = std::tuple<Kind, std::int64_t, std::int64_t>;
  EXPECT_THAT(told, testing::ElementsAre(T{Kind::kNew, 0, 0}, T{Kind::kAdvance, 200, 1},
                                         T{Kind::kNew, 1000, 1}, T{Kind::kDropped, 1100, 1},
                                         T{Kind::kAgain, 2000, 1}, T{Kind::kTimeout, 2000, 1},
                                         T{Kind::kAdvance, 2200, 501}));
}

TEST(Sequence, ASegmentThatAnotherOneHasOvertakenIsNoRetransmission) {
  SyntheticLog log;
  log.arrive(kDown, 0, {4000, 5001, 1000, kSyn});
  std::int64_t ms = 0;
  for (const std::uint32_t number : {1001U, 2001U, 1501U, 2001U})
    log.arrive(kDown, ++ms * kMs, {4000, 5001, number, kAck, 500});
  std::vector<std::pair<Kind, std::int64_t>> told;
  LogMemory memory;
  SequenceTracer tracer(memory, kTcpFlow,
                        [&](const SequenceEvent& e) { told.emplace_back(e.kind, e.begin); });
  for (const auto& entry : log.entries()) tracer.add(entry.event, entry.snap);
  using T = std::pair<Kind, std::int64_t>;
  EXPECT_THAT(told, testing::ElementsAre(T{Kind::kNew, 0}, T{Kind::kNew, 1}, T{Kind::kNew, 1001},
                                         T{Kind::kNew, 501}, T{Kind::kAgain, 1001}));
}

TEST(Sequence, WhatTheReceiverSendsItselfIsNoDuplicateAcknowledgement) {
  SyntheticLog log;
  log.arrive(kDown, 0, {4000, 5001, 1000, kSyn});
  log.pass(kUp, 1 * kMs, {5001, 4000, 9000, kSyn | kAck, 0, 0, 1001}, 1 * kMs);
  log.pass(kUp, 3 * kMs, {5001, 4000, 9001, kAck, 350, 0, 1001}, 1 * kMs);
  log.pass(kUp, 5 * kMs, {5001, 4000, 9351, kAck, 0, 0, 1001}, 1 * kMs);
  log.pass(kUp, 7 * kMs, {5001, 4000, 9351, kFin | kAck, 0, 0, 1001}, 1 * kMs);
  std::vector<std::pair<Kind, std::int64_t>> told;
  LogMemory memory;
  SequenceTracer tracer(memory, kTcpFlow, [&](const SequenceEvent& e) {
    told.emplace_back(e.kind, e.time_ns / kMs);
  });
  for (const auto& entry : log.entries()) tracer.add(entry.event, entry.snap);
  using T = std::pair<Kind, std::int64_t>;
  EXPECT_THAT(told,
              testing::ElementsAre(T{Kind::kNew, 0}, T{Kind::kAdvance, 2}, T{Kind::kDuplicate, 6}));
}

TEST(Sequence, AProgramsFirstPacketDecidesWhatIsCounted) {
  const FlowSpec program{
      .name = "p", .downlink = true, .sink_port = 5001, .kind = FlowKind::kFree, .program = true};
  for (const bool tcp : {false, true}) {
    SyntheticLog log;
    const auto datagram = [&](int ms) { log.arrive_udp(kDown, ms * kMs, 40000, 5001, 48); };
    const auto segments = [&](int ms) {
      log.arrive(kDown, ms * kMs, {4000, 5001, 1000, kSyn});
      log.arrive(kDown, ms * kMs + 1, {4000, 5001, 1001, kAck, 500});
    };
    if (!tcp) datagram(0);
    segments(1);
    datagram(2);
    LogMemory memory;
    std::vector<std::int64_t> ends;
    SequenceTracer tracer(memory, program, [&](const SequenceEvent& e) { ends.push_back(e.end); });
    for (const auto& entry : log.entries()) tracer.add(entry.event, entry.snap);
    EXPECT_EQ(tracer.counts_packets(), !tcp);
    EXPECT_THAT(ends, tcp ? testing::ElementsAre(1, 501) : testing::ElementsAre(1, 2));
  }
}

class Course : public testing::Test {
 protected:
  Course() : campaign_({{.link = "e0", .tcp = "baseline", .throughput = {7817, 7820}}}) {
    log_ = campaign_.directory() / "course.zst";
    transfer().write(log_);
  }
  StoredCampaign campaign_;
  fs::path log_;
};

TEST_F(Course, HasEveryKindOfEventAndTheStates) {
  const auto course = course_data(EventLogReader(log_), {kTcpFlow, kStream}, {"good", "bad"});
  EXPECT_EQ(course["states"]["names"], (std::vector{"good", "bad"}));
  EXPECT_EQ(course["states"]["spans"][0].dump(), "[0.0,1.05,0]");
  EXPECT_EQ(course["states"]["spans"][1][2], 1);
  ASSERT_EQ(course["flows"].size(), 2U);
  const auto& flow = course["flows"][0];
  EXPECT_EQ(flow["unit"], "sequence, bytes");
  EXPECT_EQ(flow["sent"].dump(), "[[0.0,0,1],[1.0,1,501]]");
  EXPECT_EQ(flow["again"].dump(), "[[2.0,1,501]]");
  EXPECT_EQ(flow["timeout"].dump(), "[[2.0,1,501]]");
  EXPECT_EQ(flow["dropped"].dump(), "[[1.1,1,501]]");
  EXPECT_EQ(flow["acknowledged"].dump(), "[[0.2,1],[2.2,501]]");
  EXPECT_TRUE(flow["marked"].empty());
  EXPECT_EQ(course["flows"][1]["sent"].size(), 5U);
  const auto& down = course["directions"][0];
  ASSERT_EQ(down["drops"].size(), 1U);
  EXPECT_EQ(down["drops"][0]["reason"], "error loss");
  EXPECT_EQ(down["drops"][0]["points"][0][1], 1);
}

TEST_F(Course, ACourseHasTheFormOfItsFlowsAndStates) {
  const std::vector<FlowSpec> flows{kTcpFlow, kStream};
  const std::vector<std::string> states{"good", "bad"};
  const auto course = course_data(EventLogReader(log_), flows, states);
  EXPECT_TRUE(is_course(course, flows, states));
  EXPECT_FALSE(is_course(course, {kTcpFlow}, states));
  EXPECT_FALSE(is_course(course, flows, {"good", "worse"}));
  for (const auto* place : {"/states/spans/0", "/states/spans/0/0", "/directions/0/drops/0/reason",
                            "/directions/0/drops/0/points/0/1", "/flows/0/sent/0/0"}) {
    auto forged = course;
    forged[nlohmann::json::json_pointer(place)] = "alert(1)";
    EXPECT_FALSE(is_course(forged, flows, states)) << place;
  }
}

TEST_F(Course, AProgramsUnitFollowsFromItsPackets) {
  SyntheticLog log;
  log.deliver(log.arrive_udp(kDown, 0, 40000, 5003, 48), kMs);
  log.pass(kDown, kMs, {4000, 5001, 1000, kSyn}, kMs);
  log.write(log_);
  const FlowSpec udp{
      .name = "u", .downlink = true, .sink_port = 5003, .kind = FlowKind::kFree, .program = true};
  const FlowSpec tcp{
      .name = "t", .downlink = true, .sink_port = 5001, .kind = FlowKind::kFree, .program = true};
  auto course = course_data(EventLogReader(log_), {udp, tcp}, {});
  EXPECT_EQ(course["flows"][0]["unit"], "packets");
  EXPECT_EQ(course["flows"][1]["unit"], "sequence, bytes");
  EXPECT_TRUE(is_course(course, {udp, tcp}, {}));
  course["flows"][0]["unit"] = "alert(1)";
  EXPECT_FALSE(is_course(course, {udp, tcp}, {}));
}

TEST_F(Course, OneFlowKeepsTheClassThatItHasAmongAll) {
  const auto flow = [](const char* name, std::uint16_t port) {
    return FlowSpec{.name = name, .downlink = true, .sink_port = port, .kind = FlowKind::kStream};
  };
  const std::vector<FlowSpec> one{flow("a", 5002)};
  const std::vector<FlowSpec> two{flow("a", 5002), flow("b", 5003)};
  EXPECT_EQ(course_data(EventLogReader(log_), one, {}, "a")["flows"][0]["class"], "stream");
  const auto course = course_data(EventLogReader(log_), two, {}, "a");
  EXPECT_EQ(course["flows"].size(), 1U);
  EXPECT_EQ(course["flows"][0]["class"], "");
}

TEST_F(Course, FlowsHavePortsOfTheirOwn) {
  EXPECT_THROW(course_data(EventLogReader(log_), {kTcpFlow, kTcpFlow}, {"good", "bad"}), Error);
}

TEST_F(Course, OfALogThatIsNotWholeThereIsNone) {
  fs::resize_file(log_, fs::file_size(log_) - 10);
  EXPECT_THROW(course_data(EventLogReader(log_), {kTcpFlow}, {"good", "bad"}), Error);
  EXPECT_THROW(read_delays(EventLogReader(log_), {kTcpFlow}), Error);
}

TEST_F(Course, AChangedFormatNeedsANewNumber) {
  std::string members;
  const auto course = course_data(EventLogReader(log_), {kTcpFlow}, {"good", "bad"});
  for (const auto& [name, value] : course.items()) members += name + ' ';
  for (const auto& [name, value] : course["directions"][0].items()) members += name + ' ';
  for (const auto& [name, value] : course["flows"][0].items()) members += name + ' ';
  EXPECT_EQ(kCourseFormat, 8);
  EXPECT_EQ(members,
            "end states directions flows name rate router average buffer drops "
            "name class unit sent acknowledged again timeout dropped marked ");
}

TEST_F(Course, TheRateIsThatOfTheDeliveredBytes) {
  const auto course = course_data(EventLogReader(log_), {}, {});
  const auto rate = course["directions"][1]["rate"];
  ASSERT_GT(rate.size(), 1U);
  double width = 0;
  double bytes = 0;
  for (std::size_t i = 0; i + 1 < rate.size(); ++i) {
    width = rate[i + 1][0].get<double>() - rate[i][0].get<double>();
    bytes += rate[i][1].get<double>() * width;
  }
  EXPECT_EQ(rate.back()[1], rate[rate.size() - 2][1]);  // the last interval has an end
  EXPECT_GE(rate.back()[0].get<double>(), course["end"].get<double>());
  double delivered = 0;
  for (const auto& entry : transfer().entries())
    if (entry.event.kind == EventKind::kDelivered && entry.event.direction == Direction::kUplink)
      delivered += entry.event.size;
  EXPECT_NEAR(bytes, delivered, width * static_cast<double>(rate.size()));  // rates are whole
}

TEST_F(Course, NoIntervalOfTheRateIsMuchShorterThanTheOthers) {
  for (int packets = 300; packets < 330; ++packets) {
    SyntheticLog log;  // a packet in each 10 ms: an interval has one or none
    for (int i = 0; i < packets; ++i)
      log.deliver(log.arrive_udp(kDown, i * 10 * kMs, 40000, 5002, 48), (i * 10 + 9) * kMs);
    log.write(log_);
    double least = std::numeric_limits<double>::max();
    double most = 0;
    const auto course = course_data(EventLogReader(log_), {}, {});
    for (const auto& point : course["directions"][0]["rate"]) {
      const double rate = point[1];
      if (rate > 0) least = std::min(least, rate);
      most = std::max(most, rate);
    }
    EXPECT_LT(most, 2.5 * least) << packets;
  }
}

TEST_F(Course, ALongFlowHasFewerEventsThatCoverAllOfIt) {
  SyntheticLog log;
  constexpr int kPackets = 3 * static_cast<int>(kMaxCourseSegments);
  for (int i = 0; i < kPackets; ++i)
    log.deliver(log.arrive_udp(kDown, i * kMs, 40000, 5002, 48), (i + 10) * kMs);
  log.write(log_);
  const auto course = course_data(EventLogReader(log_), {kStream}, {});
  const auto& sent = course["flows"][0]["sent"];
  EXPECT_LE(sent.size(), kMaxCourseSegments);
  EXPECT_GE(sent.size(), kMaxCourseSegments / 2);
  EXPECT_GE(sent.back()[0].get<double>(), 0.99 * kPackets / 1000);
}

TEST_F(Course, DistributionsOfDelayAndItsVariation) {
  const auto d = read_delays(EventLogReader(log_), {kTcpFlow, kStream});
  ASSERT_EQ(d.delay.size(), 2u);
  EXPECT_EQ(d.delay[1].label, "udp");
  using Step = std::pair<double, double>;
  const auto near = [](const std::vector<Step>& steps) {
    std::vector<testing::Matcher<Step>> out;
    for (const auto& [value, share] : steps)
      out.push_back(testing::Pair(testing::DoubleNear(value, 1e-9), testing::DoubleEq(share)));
    return testing::ElementsAreArray(out);
  };
  EXPECT_THAT(d.delay[1].points,
              near({{0.300, 0.2}, {0.305, 0.4}, {0.310, 0.6}, {0.315, 0.8}, {0.320, 1}}));
  ASSERT_EQ(d.ipdv.size(), 1u);
  EXPECT_THAT(d.ipdv[0].points, near({{0.005, 0.25}, {0.005, 0.5}, {0.005, 0.75}, {0.005, 1}}));
}

TEST_F(Course, DelaysFollowAFlowThroughANat) {
  SyntheticLog log;
  const auto asks = log.arrive_udp(Direction::kUplink, 0, 40000, 5003, 48);
  std::vector<std::uint8_t> translated = {0x45, 0, 0, 76, 0, 0, 0x40, 0, 64, 17};
  translated.resize(20);  // the addresses of the log
  translated.insert(translated.end(), {2000 >> 8, 2000 & 0xff, 5003 >> 8, 5003 & 0xff, 0, 56});
  translated.resize(76);
  log.translate(asks, 0, translated);
  log.deliver(asks, 100 * kMs);
  log.deliver(log.arrive_udp(kDown, 101 * kMs, 5003, 2000, 48), 300 * kMs);
  log.write(log_);
  const FlowSpec questions{.name = "q", .sink_port = 5003, .kind = FlowKind::kFree};
  const auto d = read_delays(EventLogReader(log_), {questions});
  ASSERT_EQ(d.delay.size(), 1u);
  EXPECT_NEAR(d.delay[0].points.at(0).first, 0.199, 1e-6);
}

TEST_F(Course, PicturesInEveryFormat) {
  for (const char* ending : {"svg", "png", "pdf"}) {
    const auto file = campaign_.directory() / (std::string("picture.") + ending);
    draw_picture(campaign_.directory(), {.recipe = {.view = "boxes"}}, file);
    const std::string bytes = read_text(file);
    const std::string head = std::string(ending) == "svg"   ? "<svg"
                             : std::string(ending) == "png" ? "\x89PNG"
                                                            : "%PDF";
    EXPECT_TRUE(bytes.starts_with(head)) << ending;
    EXPECT_GT(bytes.size(), 1000u);
  }
  EXPECT_THROW(draw_picture(campaign_.directory(), {.recipe = {.view = "boxes"}},
                            campaign_.directory() / "picture.gif"),
               Error);
}

TEST_F(Course, TheFirstFlowWithASequenceIsShown) {
  const auto shown = [&](const std::string& flow) {
    return describe_picture(campaign_.directory(),
                            build_report(campaign_.directory(), ReportOptions{}),
                            {.recipe = {.view = "sequence", .flow = flow}})
        .dump();
  };
  const auto add = [&](const std::string& name, const std::string& generator, int port) {
    Database((campaign_.directory() / "campaign.db").string(), Database::Mode::kReadWrite)
        .execute("INSERT INTO flow SELECT id, '" + name + "', 'bulk', 'down', '" + generator +
                 "', " + std::to_string(port) + ", 1, 0 FROM attempt");
  };
  const auto refused = [&](const std::string& flow, const std::string& why) {
    EXPECT_THAT([&] { shown(flow); }, testing::ThrowsMessage<UsageError>(testing::HasSubstr(why)));
  };
  add("echo", "ping", 5001);
  refused("", "has no flow with a sequence");
  refused("echo", "`echo` is a ping, which has no sequence");
  refused("ech", "has no flow `ech`; did you mean `echo`?");
  add("bulk1", "bulk_tcp", 5002);
  EXPECT_THAT(shown(""), testing::HasSubstr(R"("flow":"bulk1")"));
}

TEST_F(Course, TheTimelineOfARepetitionAndWhatThereIsNot) {
  const auto file = campaign_.directory() / "timeline.svg";
  draw_picture(campaign_.directory(), {.recipe = {.view = "timeline"}}, file);
  EXPECT_TRUE(fs::exists(file));
  const auto problem = [&](const char* kind) -> std::string {
    try {
      draw_picture(campaign_.directory(), {.recipe = {.view = kind}}, file);
    } catch (const Error& error) {
      return error.what();
    }
    return {};
  };
  EXPECT_THAT(problem("sequence"), testing::HasSubstr("has no flow with a sequence"));
  EXPECT_THAT(problem("ipdv"), testing::HasSubstr("no flow has any; only streams do"));
  EXPECT_THAT(problem("starts"), testing::HasSubstr("over starts: no case that is selected has a"));
}

}  // namespace
}  // namespace seawind::test
