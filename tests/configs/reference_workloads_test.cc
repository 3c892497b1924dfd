// SPDX-License-Identifier: GPL-3.0-or-later
// W1 to W7 are those of experiments B3: sizes, starts, packets.
#include <gtest/gtest.h>

#include "common/config_reader.h"
#include "tests/configs/documents_fixture.h"

namespace seawind {
namespace {

Workload workload(const std::string& name) {
  Workload out;
  Diagnostics problems;
  read_config(test::source_root() / "configs/workloads" / (name + ".yaml"),
              SearchPath{{test::source_root() / "configs"}}, out, problems);
  EXPECT_EQ(problems.render(), "");
  return out;
}

constexpr std::int64_t kMss = 536;

struct Expected {
  const char* name;
  std::int64_t bulk;   // payload bytes of each bulk flow
  std::int64_t third;  // of a competing transfer; 0: none
  bool http;
  int bursts;           // of the stream; 0: none
  std::int64_t spread;  // ns
};

class ReferenceWorkload : public testing::TestWithParam<Expected> {};

TEST_P(ReferenceWorkload, IsThatOfTheExperiments) {
  const Expected& e = GetParam();
  const Workload w = workload(e.name);
  int pages = 0;
  int bursts = 0;
  std::int64_t third = 0;
  ASSERT_EQ(w.flows_size(), 2 + (e.third > 0) + e.http + (e.bursts > 0));
  for (int i = 0; i < w.flows_size(); ++i) {
    const Flow& flow = w.flows(i);
    EXPECT_EQ(flow.direction(), Flow::DOWN);
    if (i < 2) {
      EXPECT_EQ(flow.role(), Flow::BULK);
      EXPECT_EQ(flow.bulk_tcp().size(), e.bulk);
      EXPECT_EQ(flow.bulk_tcp().write_size(), 8 * kMss);
      EXPECT_EQ(flow.start(), 0);
      EXPECT_FALSE(flow.has_start_spread());
      continue;
    }
    EXPECT_EQ(flow.role(), Flow::COMPETITOR);
    EXPECT_EQ(flow.start_spread().from(), 0);
    EXPECT_EQ(flow.start_spread().to(), e.spread);
    if (flow.has_bulk_tcp()) third += flow.bulk_tcp().size();
    if (flow.has_http()) {
      const Http& http = flow.http();
      ++pages;
      EXPECT_EQ(http.body_size(), 22 * kMss);
      EXPECT_EQ(http.objects(), 8);
      EXPECT_EQ(http.object_size(), 16 * kMss);
      EXPECT_EQ(http.body_size() + http.objects() * http.object_size(), 150 * kMss);
      EXPECT_EQ(http.connections(), 4);
      EXPECT_EQ(http.body_request_size(), 351);
      EXPECT_EQ(http.object_request_size(), 350);
      EXPECT_EQ(http.write_size(), 8 * kMss);
    }
    if (flow.has_stream()) {
      const Stream& stream = flow.stream();
      bursts += static_cast<int>(stream.bursts());
      EXPECT_EQ(stream.packets(), 1147);
      EXPECT_EQ(stream.packet_size().fixed(), 48);
      EXPECT_EQ(stream.interval().fixed(), 20e6);
      EXPECT_FALSE(stream.has_lifetime());
      EXPECT_EQ(stream.has_idle(), stream.bursts() > 1);
      if (stream.bursts() > 1) {
        EXPECT_EQ(stream.idle().uniform().min(), 5e9);
        EXPECT_EQ(stream.idle().uniform().max(), 15e9);
      }
    }
  }
  EXPECT_EQ(third, e.third);
  EXPECT_EQ(pages, e.http ? 1 : 0);
  EXPECT_EQ(bursts, e.bursts);
}

constexpr std::int64_t kLow = 36'000'000'000;
constexpr std::int64_t kHigh = 13'500'000'000;

INSTANTIATE_TEST_SUITE_P(Configs, ReferenceWorkload,
                         testing::Values(Expected{"w1", 640 * kMss, 40 * kMss, false, 0, kLow},
                                         Expected{"w2", 640 * kMss, 640 * kMss, false, 0, kLow},
                                         Expected{"w3", 640 * kMss, 0, true, 0, kLow},
                                         Expected{"w4", 640 * kMss, 0, false, 1, kLow},
                                         Expected{"w5", 640 * kMss, 0, true, 2, kLow},
                                         Expected{"w6", 1920 * kMss, 0, false, 1, kHigh},
                                         Expected{"w7", 4800 * kMss, 0, true, 2, kHigh}),
                         [](const auto& one) { return one.param.name; });

}  // namespace
}  // namespace seawind
