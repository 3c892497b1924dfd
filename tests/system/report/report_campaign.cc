// SPDX-License-Identifier: GPL-3.0-or-later
// report_campaign CASES REPETITIONS DIRECTORY: a finished campaign with synthetic results. Values
// are random with a fixed seed; the channel of a repetition is common to all cases, as in a real
// campaign.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <random>

#include "tests/controller/store/stored_campaign.h"

namespace {

using seawind::test::StoredCase;

constexpr const char* kTcp[] = {"baseline", "enhanced", "cubic", "newreno-limited-transmit",
                                "sack",     "bbr",      "vegas", "cubic-ecn-hystart-off"};
constexpr const char* kLinks[] = {"e0", "r4", "umts-384-with-a-long-name", "r2", "lte-walk"};
constexpr const char* kRouters[] = {"tail-drop-20", "red-20", "codel", "fq-codel-ecn",
                                    "tail-drop-80"};
constexpr const char* kWorkloads[] = {"w1", "w4"};

std::vector<StoredCase> make_cases(std::size_t count, int repetitions) {
  std::mt19937_64 random(2001);
  std::normal_distribution<double> noise;
  std::vector<double> channel;
  for (int i = 0; i < repetitions; ++i) channel.push_back(300 * noise(random));
  // The TCP variants of a place first, then the links, the routers and the workloads.
  const std::size_t variants = std::min<std::size_t>(count, count <= 8 ? 4 : 8);
  std::vector<StoredCase> cases;
  for (std::size_t i = 0; i < count; ++i) {
    StoredCase c;
    const std::size_t place = i / variants;
    c.tcp = kTcp[i % variants];
    c.link = kLinks[place % 5];
    c.router = kRouters[place / 5 % 5];
    c.workload = kWorkloads[place / 25 % 2];
    c.errors = place % 2 == 1;
    const double level = 7000 + 150 * static_cast<double>(i % variants) * (i % 3 == 1 ? -1 : 1);
    for (const double common : channel)
      c.throughput.push_back(std::round(level + common + 60 * noise(random)));
    if (i == 1) c.failed = 1;
    cases.push_back(std::move(c));
  }
  return cases;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) {
    std::fprintf(stderr, "usage: report_campaign CASES REPETITIONS DIRECTORY\n");
    return 2;
  }
  const auto cases = make_cases(std::strtoul(argv[1], nullptr, 10), std::atoi(argv[2]));
  const seawind::test::StoredCampaign campaign(cases);
  std::filesystem::copy(campaign.directory(), argv[3], std::filesystem::copy_options::recursive);
}
