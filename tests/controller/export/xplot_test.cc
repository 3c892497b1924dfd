// SPDX-License-Identifier: GPL-3.0-or-later
// The output for xplot, parsed by its grammar.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "tests/controller/export/export_log.h"

namespace seawind::test {
namespace {

struct Drawn {
  std::string colour;
  std::string shape;
  std::vector<double> numbers;  // times are relative to the epoch
};

/// Parses a whole .xpl. The test fails for input that xplot would reject.
std::vector<Drawn> parse(const std::filesystem::path& file) {
  const std::map<std::string, std::size_t> shapes = {
      {"line", 4}, {"dtick", 2}, {"uarrow", 2}, {"darrow", 2}};
  const std::set<std::string> colours = {"white", "red", "green", "orange", "magenta"};
  std::ifstream in(file);
  std::string line;
  const auto next = [&] {
    EXPECT_TRUE(std::getline(in, line));
    return line;
  };
  EXPECT_EQ(next(), "timeval signed");
  for (const char* head : {"title", "xlabel", "ylabel"}) {
    EXPECT_EQ(next(), head);
    EXPECT_FALSE(next().empty());
  }
  std::vector<Drawn> out;
  std::string colour;
  while (std::getline(in, line)) {
    if (line == "go") {
      EXPECT_FALSE(std::getline(in, line)) << "something after go";
      return out;
    }
    if (colours.contains(line)) {
      colour = line;
      continue;
    }
    std::istringstream words(line);
    Drawn d{colour, {}, {}};
    words >> d.shape;
    if (!shapes.contains(d.shape)) {
      ADD_FAILURE() << line;
      continue;
    }
    for (std::size_t i = 0; i < shapes.at(d.shape); ++i) {
      std::string word;
      words >> word;
      const bool time = i % 2 == 0;
      if (time) {
        EXPECT_EQ(word.size(), word.find('.') + 7) << line;  // sec.usec
        const auto seconds = std::stoll(word.substr(0, word.find('.')));
        const auto micro = std::stoll(word.substr(word.find('.') + 1));
        d.numbers.push_back(
            static_cast<double>((seconds - 1'790'000'000) * 1'000'000 + micro - 123'456) / 1e6);
      } else {
        d.numbers.push_back(std::stod(word));
      }
    }
    EXPECT_TRUE((words >> std::ws).eof()) << line;
    out.push_back(std::move(d));
  }
  ADD_FAILURE() << "no go";
  return out;
}

TEST(Xplot, RoundTrip) {
  const ExportFolder folder;
  const auto files =
      export_xplot(folder.item(export_log(), export_flows()), folder.path(), no_progress);
  ASSERT_EQ(files.size(), 1u);  // the ping has no sequence numbers
  EXPECT_EQ(files[0].filename(), "e0,tail-drop-20,baseline,w1-007-bulk1.xpl");
  std::map<std::string, std::vector<std::vector<double>>> lines;
  std::map<std::string, std::vector<std::vector<double>>> ticks;
  for (const auto& d : parse(files[0])) {
    if (d.shape == "line") lines[d.colour].push_back(d.numbers);
    if (d.shape == "dtick") ticks[d.colour].push_back(d.numbers);
  }
  // SYN, three segments, FIN; the second segment again after a time-out (tick in its middle).
  using Lines = std::vector<std::vector<double>>;
  EXPECT_EQ(lines["white"], (Lines{{0, 0, 0, 1},
                                   {1, 1, 1, 501},
                                   {1.1, 501, 1.1, 1001},
                                   {1.2, 1001, 1.2, 1501},
                                   {2.5, 1501, 2.5, 1502}}));
  EXPECT_EQ(lines["red"], (Lines{{2, 501, 2, 1001}}));
  EXPECT_EQ(ticks["red"], (Lines{{2, 751}}));
  EXPECT_EQ(lines["orange"], (Lines{{1.15, 501, 1.15, 1001}}));
  EXPECT_EQ(ticks["magenta"], (Lines{{1.201, 1001}}));
  EXPECT_EQ(ticks["green"], (Lines{{1.6, 501}}));  // the duplicate acknowledgement
  EXPECT_EQ(lines["green"].back(), (std::vector<double>{2.7, 1501, 2.7, 1502}));
}

TEST(Xplot, AProgramThatSendsNoTcpHasNoGraph) {
  const ExportFolder folder;
  SyntheticLog log;
  const FlowSpec program{
      .name = "p", .downlink = true, .sink_port = 5001, .kind = FlowKind::kFree, .program = true};
  for (int i = 0; i < 3; ++i) log.deliver(log.arrive_udp(kDown, i * kMs, 40000, 5001, 48), 9 * kMs);
  EXPECT_TRUE(export_xplot(folder.item(log, {program}), folder.path(), no_progress).empty());
  for (const auto& file : std::filesystem::directory_iterator(folder.path()))
    EXPECT_NE(file.path().extension(), ".xpl");
}

TEST(Xplot, AFlowsNameIsNoPathAndDrawsNothing) {
  const ExportFolder folder;
  std::filesystem::create_directories(folder.path() / "out/e0,tail-drop-20,baseline,w1-007-");
  auto flows = export_flows();
  flows[0].name = "/../../outside\nred\nline 0 0 1 1";
  const auto files =
      export_xplot(folder.item(export_log(), flows), folder.path() / "out", no_progress);
  ASSERT_EQ(files.size(), 1u);
  EXPECT_EQ(files[0].parent_path(), folder.path() / "out");
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "outside"));
  for (const auto& d : parse(files[0])) EXPECT_NE(d.numbers, (std::vector<double>{0, 0, 1, 1}));
}

}  // namespace
}  // namespace seawind::test
