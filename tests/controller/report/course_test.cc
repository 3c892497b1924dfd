// SPDX-License-Identifier: GPL-3.0-or-later
// The events of a flow over time, and the pictures of one repetition in every format.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

#include "common/error.h"
#include "controller/measure/sequence.h"
#include "controller/report/course_plots.h"
#include "controller/report/draw.h"
#include "controller/report/gnuplot.h"
#include "tests/controller/measure/synthetic_log.h"
#include "tests/controller/store/campaign_fixture.h"

namespace seawind::test {
namespace {

namespace fs = std::filesystem;
using Kind = SequenceEvent::Kind;

SyntheticLog transfer() {
  SyntheticLog log;
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
  SequenceTracer tracer(kTcpFlow, [&](const SequenceEvent& e) {
    told.emplace_back(e.kind, e.time_ns / kMs, e.begin);
  });
  for (const auto& entry : transfer().entries()) tracer.add(entry.event, entry.snap);
  using T = std::tuple<Kind, std::int64_t, std::int64_t>;
  EXPECT_THAT(told, testing::ElementsAre(T{Kind::kNew, 0, 0}, T{Kind::kAdvance, 200, 1},
                                         T{Kind::kNew, 1000, 1}, T{Kind::kDropped, 1100, 1},
                                         T{Kind::kAgain, 2000, 1}, T{Kind::kTimeout, 2000, 1},
                                         T{Kind::kAdvance, 2200, 501}));
}

class Course : public testing::Test {
 protected:
  Course() : campaign_({{.link = "e0", .tcp = "baseline", .throughput = {7817, 7820}}}) {
    log_ = campaign_.directory() / "course.zst";
    transfer().write(log_);
    folder_ = campaign_.directory() / "report/plots";
    fs::create_directories(folder_);
  }
  CampaignFixture campaign_;
  fs::path log_;
  fs::path folder_;
};

TEST_F(Course, SequenceGraphHasEveryKindOfEventAndTheStates) {
  const auto picture = plot_sequence(folder_, "sequence", "title", log_, kTcpFlow, {"good", "bad"});
  EXPECT_NE(picture.svg.find("<svg"), std::string::npos);
  const std::string script = read_text(folder_ / "sequence.gp");
  for (const char* shown : {"\"sent\"", "\"sent again\"", "\"time-out\"", "\"dropped\"",
                            "\"acknowledged\"", "'state bad'"})
    EXPECT_NE(script.find(shown), std::string::npos) << shown;
  EXPECT_NE(script.find("from 1.050000, graph 0"), std::string::npos);
  EXPECT_EQ(script.find("marked"), std::string::npos);
}

TEST_F(Course, DistributionsOfDelayAndItsVariation) {
  const auto d = read_delays(log_, {kTcpFlow, kStream});
  ASSERT_EQ(d.delay.size(), 2u);
  EXPECT_EQ(d.delay[1].label, "udp");
  EXPECT_DOUBLE_EQ(d.delay[1].points.front().first, 0.300);
  EXPECT_DOUBLE_EQ(d.delay[1].points.back().first, 0.320);
  ASSERT_EQ(d.ipdv.size(), 1u);
  EXPECT_DOUBLE_EQ(d.ipdv[0].points[500].first, 0.005);
  EXPECT_NE(plot_cdf(folder_, "cdf", "t", "s", d.delay).svg.find("<svg"), std::string::npos);
}

TEST_F(Course, PicturesInEveryFormat) {
  for (const char* ending : {"svg", "png", "pdf"}) {
    const auto file = campaign_.directory() / (std::string("picture.") + ending);
    draw_picture(campaign_.directory(),
                 {.kind = "boxes", .metric = {}, .flow = {}, .repetition = {}}, file);
    const std::string bytes = read_text(file);
    const std::string head = std::string(ending) == "svg"   ? "<?xml"
                             : std::string(ending) == "png" ? "\x89PNG"
                                                            : "%PDF";
    EXPECT_TRUE(bytes.starts_with(head)) << ending;
    EXPECT_GT(bytes.size(), 1000u);
  }
  EXPECT_THROW(draw_picture(campaign_.directory(),
                            {.kind = "boxes", .metric = {}, .flow = {}, .repetition = {}},
                            campaign_.directory() / "picture.gif"),
               Error);
}

TEST_F(Course, TheTimelineOfARepetitionAndWhatThereIsNot) {
  const auto file = campaign_.directory() / "timeline.svg";
  draw_picture(campaign_.directory(),
               {.kind = "timeline", .metric = {}, .flow = {}, .repetition = {}}, file);
  EXPECT_TRUE(fs::exists(file));
  for (const char* kind : {"sequence", "ipdv", "starts"})
    EXPECT_THROW(draw_picture(campaign_.directory(),
                              {.kind = kind, .metric = {}, .flow = {}, .repetition = {}}, file),
                 Error)
        << kind;
}

}  // namespace
}  // namespace seawind::test
