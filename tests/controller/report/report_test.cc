// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/report/report.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/stat.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <nlohmann/json.hpp>

#include "common/error.h"
#include "controller/report/packed.h"
#include "controller/report/page_data.h"
#include "controller/report/report_model.h"
#include "controller/store/sqlite.h"
#include "tests/controller/report/well_formed.h"
#include "tests/controller/store/stored_campaign.h"

namespace seawind::test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;

// A page for predicates. A failure prints its size instead of its text.
struct Page {
  std::string text;
};
std::ostream& operator<<(std::ostream& out, const Page& page) {
  return out << page.text.size() << " bytes of HTML";
}
bool contains(const Page& page, const std::string& text) {
  return page.text.find(text) != std::string::npos;
}
bool lacks(const Page& page, const std::string& text) {
  return !contains(page, text);
}

const fs::path kReference =
    fs::path(SEAWIND_SOURCE_DIR) / "configs/testsets/reference/reference.yaml";

/// The page without Vega, which contains code that loads data, and is not told to.
std::string without_library(const std::string& html) {
  const auto from = html.find("const vegaModule");
  const auto to = html.find("return require;\n})();", from);
  return from == std::string::npos ? html : html.substr(0, from) + html.substr(to);
}

TEST(ReportPage, IsOneWellFormedSelfContainedFile) {
  const StoredCampaign campaign(quickstart_cases());
  const auto page =
      write_report(campaign.directory(), {.output = {}, .reference = kReference, .repetition = {}});
  EXPECT_EQ(page, campaign.directory() / "report/report.html");
  const std::string html = read_text(page);
  EXPECT_EQ(markup_problem(html), "");
  EXPECT_EQ(duplicate_id(html), "");
  for (const char* outside :
       {"http-equiv", "<script src", "<link", "<img", "@import", "url(http", "fetch("})
    EXPECT_PRED2(lacks, Page{without_library(html)}, std::string(outside));
}

TEST(ReportModelTest, NamesValidRepetitionsThatWereChangedByHand) {
  ReportModel model;
  model.campaign.timing.attempts = 4;
  CaseResults c;
  c.name = "e0/w1";
  model.campaign.cases.push_back(c);
  EXPECT_EQ(model.changed_by_hand(), "");
  EXPECT_EQ(model.timing_sentences().size(), 3U);
  model.campaign.cases[0].numbers[{"", "manual_changes"}] = {3};
  EXPECT_EQ(model.changed_by_hand(),
            "1 of the valid repetitions was changed by hand while running, and is not comparable "
            "with the others: e0/w1 3.");
  c.name = "r1/w1";
  c.numbers[{"", "manual_changes"}] = {0, 7};
  model.campaign.cases.push_back(c);
  EXPECT_EQ(model.timing_sentences().back(),
            "3 of the valid repetitions were changed by hand while running, and are not comparable "
            "with the others: e0/w1 3; r1/w1 0, 7.");
}

TEST(ReportModelTest, NamesRepetitionsThatEndedBeforeAnEntryOfTheTimeline) {
  ReportModel model;
  model.campaign.timing.attempts = 6;
  Plan plan;
  for (const std::int64_t s : {5, 7, 9})
    plan.mutable_test_set()->add_timeline()->set_at(s * 1'000'000'000);
  for (const auto& [name, missed] :
       {std::pair{"e0/w1", std::vector<double>{3, 1, 1}}, {"e0/w2", {}}, {"e0/w3", {2, 2}}}) {
    CaseResults c;
    c.name = name;
    c.valid = 4;
    c.samples[{"", "timeline_missed"}] = missed;
    model.campaign.cases.push_back(c);
  }
  model.ended_early = ended_early(plan, model.campaign);
  EXPECT_EQ(
      model.timing_sentences().back(),
      "Valid repetitions ended before entries of the timeline: e0/w1 1 of 4 before 5s, 3 of 4 "
      "before 9s; e0/w3 2 of 4 before 7s.");
  EXPECT_EQ(ended_early({}, {}), "");
}

TEST(ReportModelTest, NamesInputQueuesWithoutALimit) {
  ReportModel model;
  model.campaign.timing.attempts = 1;
  model.unlimited_queues = {"e0 uplink", "r4 uplink"};
  EXPECT_EQ(
      model.timing_sentences().back(),
      "Input queues without a limit (queue_max_length: off), in which delays grow and nothing "
      "is dropped: e0 uplink, r4 uplink.");
}

TEST(ReportPage, VerdictComesFirst) {
  const StoredCampaign campaign(quickstart_cases());
  const std::string html = read_text(write_report(campaign.directory(), {}));
  const auto verdict = html.find("24 of 24 repetitions valid");
  ASSERT_NE(verdict, std::string::npos);
  EXPECT_LT(verdict, html.find("<table"));
  EXPECT_PRED2(contains, Page{html},
               std::string("p99.9 185us (limit 1ms), largest 900us (limit 20ms)"));
  EXPECT_PRED2(contains, Page{html}, std::string("class=\"verdict complete\""));
}

TEST(ReportPage, HasEveryCaseTheAnswersAndTheCourseOfTheErrorCase) {
  const StoredCampaign campaign(quickstart_cases());
  const std::string html = read_text(write_report(
      campaign.directory(), {.output = {}, .reference = kReference, .repetition = {}}));
  for (const auto& c : quickstart_cases())
    EXPECT_PRED2(contains, Page{html}, std::string(StoredCampaign::case_name(c)));
  EXPECT_PRED2(contains, Page{html}, std::string("Which TCP variant is better?"));
  EXPECT_PRED2(contains, Page{html}, std::string("within 1 %"));
  EXPECT_PRED2(contains, Page{html}, std::string("error loss"));
}

TEST(ReportPage, ComparesInPairsWithACaseOrAnotherCampaign) {
  const StoredCampaign campaign(quickstart_cases());
  const StoredCampaign other(quickstart_cases(), "<other>");
  const std::string base = "e0/tail-drop-20/baseline/w1";
  const auto against = [&](const std::string& what) {
    const std::string html = read_text(write_report(campaign.directory(), {.against = what}));
    EXPECT_EQ(markup_problem(html), "");
    EXPECT_EQ(duplicate_id(html), "");
    return html;
  };
  std::string html = against(base);
  EXPECT_PRED2(contains, Page{html}, "r4/tail-drop-20/enhanced/w1 against " + base);
  const auto part = html.substr(html.find("<section id=\"paired\">"));
  EXPECT_THAT(part.substr(0, part.find("</section>")), HasSubstr("<svg"));
  // 55 bytes per second of the median 7818.5.
  EXPECT_PRED2(contains, Page{html}, std::string("<td>55&nbsp;B/s</td><td>+0.70</td>"));
  EXPECT_PRED2(contains, Page{html}, std::string("Repetition by repetition: the same seed."));
  html = against(other.directory().string());
  EXPECT_PRED2(contains, Page{html},
               base + " against " + base + " of " + other.directory().string());
  EXPECT_PRED2(contains, Page{html}, std::string("the same seed, the same channel"));
  Database((other.directory() / "campaign.db").string(), Database::Mode::kReadWrite)
      .execute("UPDATE campaign SET seed = seed + 1");
  html = against(other.directory().string());
  EXPECT_PRED2(contains, Page{html}, std::string("But the campaigns have different seeds"));
  EXPECT_PRED2(lacks, Page{html}, std::string("the same seed, the same channel"));
  EXPECT_PRED2(lacks, Page{against("")}, std::string("Compared in pairs"));
  const StoredCampaign alone({quickstart_cases().front()});
  Diagnostics warnings;
  write_report(alone.directory(), {.against = load_overview(alone.directory()).cases.at(0).name,
                                   .warnings = &warnings});
  EXPECT_THAT(warnings.render(), HasSubstr("nothing is compared with "));
  EXPECT_THAT([&] { against("e0/tail-drop-20/basel/w1"); },
              testing::ThrowsMessage<UsageError>(HasSubstr("did you mean `" + base + "`")));
  EXPECT_THAT(render_terminal_report(campaign.directory(), {.against = base}, 100),
              HasSubstr("enhanced/w1 against " + base));
  const auto json = nlohmann::json::parse(report_json(campaign.directory(), {.against = base}));
  EXPECT_EQ(json["paired"][0]["median_difference"], 55);
}

TEST(ReportPage, BoxesHaveThePublishedMedian) {
  const StoredCampaign campaign(quickstart_cases());
  write_report(campaign.directory(), {.reference = kReference});
  const auto plots = campaign.directory() / "report/plots";
  const auto request = nlohmann::json::parse(read_text(plots / "report.json"));
  const auto& published = request["data"]["published"];
  const auto& pictures = request["pictures"];
  ASSERT_EQ(pictures[1]["kind"], "boxes");
  ASSERT_EQ(pictures[1]["metric"][1], "overall_throughput");
  const auto median = std::find_if(published.begin(), published.end(), [&](const auto& p) {
    return p["case"] == "e0/tail-drop-20/baseline/w1" && p["median_of"] == pictures[1]["metric"];
  });
  ASSERT_NE(median, published.end());
  EXPECT_EQ((*median)["published"], 7817);
  // The diamonds have a colour that nothing else in these boxes has.
  EXPECT_PRED2(contains, Page{read_text(campaign.directory() / "report/report.html")},
               std::string("stroke=\"var(--bad)\""));
}

TEST(Report, RoundsTiesAwayFromZeroAsThePageDoes) {
  EXPECT_EQ(rounded(11.25, 1), "11.3");
  EXPECT_EQ(rounded(-11.25, 1), "-11.3");
  EXPECT_EQ(rounded(2.5, 0), "3");
  EXPECT_EQ(rounded(0, 1), "0.0");
}

TEST(ReportPage, KeepsDataAndScriptOfTheStaticPictures) {
  const StoredCampaign campaign(quickstart_cases());
  write_report(campaign.directory(), {});
  const auto plots = campaign.directory() / "report/plots";
  EXPECT_TRUE(fs::exists(plots / "render.js"));
  const auto request = nlohmann::json::parse(read_text(plots / "report.json"));
  EXPECT_EQ(request["pictures"][0]["kind"], "answer");
  EXPECT_EQ(request["data"]["cases"].size(), 4U);
}

TEST(ReportPage, DrawsInTheColoursOfThePage) {
  const StoredCampaign campaign(quickstart_cases());
  const std::string html = without_library(read_text(write_report(campaign.directory(), {})));
  EXPECT_PRED2(contains, Page{html}, std::string("fill=\"var(--text)\""));
  EXPECT_PRED2(lacks, Page{html}, std::string("fill=\"#000\""));
}

std::ptrdiff_t count_courses(const fs::path& folder) {
  return std::count_if(fs::directory_iterator(folder), fs::directory_iterator(),
                       [](const auto& entry) { return entry.path().filename() != "version.js"; });
}

TEST(ReportPage, CoursesAreBesideThePageOrInIt) {
  const StoredCampaign campaign(quickstart_cases());
  const auto folder = campaign.directory() / "report/repetitions";
  write_report(campaign.directory(), {});
  EXPECT_EQ(count_courses(folder), 24);
  const auto data = nlohmann::json::parse(
      read_text(campaign.directory() / "report/plots/report.json"))["data"]["repetitions"];
  for (std::size_t row = 0; row < data["course"].size(); ++row) {
    const std::string name = data["course"][row];
    // The page shows a course of this log alone: the file beside it may be of another campaign.
    EXPECT_THAT(read_text(folder / (name + ".js")),
                HasSubstr(fmt::format("seawindRepetition(\"{}\",\"{}\",\"H4sI", name,
                                      data["log"][row].get<std::string>())));
  }
  const auto written = fs::last_write_time(folder / "2-5.js");
  ReportOptions single;
  single.single_file = true;
  const std::string html = read_text(write_report(campaign.directory(), single));
  EXPECT_PRED2(contains, Page{html}, std::string("id=\"course-2-5\">H4sI"));
  EXPECT_EQ(fs::last_write_time(folder / "2-5.js"), written) << "made again without need";
}

class PathWithout {
 public:
  PathWithout() : saved_(getenv("PATH")) { setenv("PATH", "/nonexistent", 1); }
  ~PathWithout() { setenv("PATH", saved_.c_str(), 1); }

 private:
  std::string saved_;
};

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  return text.replace(text.find(from), from.size(), to);
}

TEST(ReportPage, AForeignCourseFileIsReplaced) {
  const StoredCampaign campaign(quickstart_cases());
  const PathWithout node;
  const auto file = campaign.directory() / "report/repetitions/0-0.js";
  ReportOptions options;
  options.single_file = true;
  options.courses = Courses::kNone;  // but that of the repetition
  options.repetition = RepetitionRef{"e0/tail-drop-20/baseline/w1", 0};
  const std::string good_page = read_text(write_report(campaign.directory(), options));
  const std::string good = read_text(file);
  const auto begin = good.find(",\"H4sI") + 2;
  const std::string data = good.substr(begin, good.rfind('"') - begin);
  const auto text = unpacked(data, 1 << 20);
  ASSERT_TRUE(text);
  const std::string script = "</script><script>alert(1)</script>";
  const auto with_text = [&](const std::string& from, const std::string& to) {
    return replaced(good, data, packed(replaced(*text, from, to)));
  };
  const std::string forged[] = {
      replaced(good, "\n", "\nalert(1);"),
      replaced(good, data, script),
      replaced(good, data, data + script),
      replaced(good, data, data.substr(0, data.size() - 4) + "AAAA"),
      replaced(good, data, " " + data.substr(1)),
      replaced(good, "0-0", "0-1"),
      good + "alert(1);\n",
      good.substr(0, begin + 1),
      with_text("downlink", "<script>alert(1)</script>"),
      with_text("\"end\":", "\"end\":[],\"more\":"),
      with_text("{", "[{"),
      replaced(good, data, packed(std::string(40 << 20, ' ') + *text)),
  };
  for (const std::string& one : forged) {
    std::ofstream(file) << one;
    fs::last_write_time(file, fs::file_time_type::clock::now() + std::chrono::hours(1));
    const std::string page = read_text(write_report(campaign.directory(), options));
    EXPECT_EQ(read_text(file), good) << one.substr(0, 200);
    EXPECT_EQ(page.size(), good_page.size()) << one.substr(0, 200);
    EXPECT_PRED2(lacks, Page{page}, script);
  }
  std::ofstream(file) << good;
  fs::resize_file(file, std::uintmax_t{1} << 40U);  // sparse
  write_report(campaign.directory(), options);
  EXPECT_EQ(read_text(file), good);
}

TEST(ReportPage, HasTheCoursesThatAreWanted) {
  const StoredCampaign campaign(quickstart_cases());
  const PathWithout node;  // no static pictures, which take most of the time
  const auto count = [&](Courses courses) {
    const auto page = campaign.directory() / "elsewhere/page.html";
    ReportOptions options;
    options.output = page;
    options.courses = courses;
    options.repetition = RepetitionRef{"e0/tail-drop-20/enhanced/w1", 3};
    write_report(campaign.directory(), options);
    const auto folder = page.parent_path() / "page-repetitions";
    const auto files = count_courses(folder);
    fs::remove_all(folder);
    return files;
  };
  EXPECT_EQ(count(Courses::kAll), 24);
  EXPECT_EQ(count(Courses::kAuto), 24);
  EXPECT_EQ(count(Courses::kFirst), 5);
  EXPECT_EQ(count(Courses::kNone), 1);
}

TEST(ReportPage, AnEventLogIsReadForOneRepetition) {
  const StoredCampaign campaign(quickstart_cases());
  const PathWithout node;
  Database((campaign.directory() / "campaign.db").string(), Database::Mode::kReadWrite)
      .execute("UPDATE attempt SET directory = (SELECT min(directory) FROM attempt)");
  Diagnostics warnings;
  ReportOptions options;
  options.warnings = &warnings;
  write_report(campaign.directory(), options);
  EXPECT_EQ(count_courses(campaign.directory() / "report/repetitions"), 1);
  EXPECT_THAT(warnings.render(), HasSubstr("its event log is that of another repetition"));
}

TEST(ReportPage, ATableThatWouldBeNearlyEmptyIsRefused) {
  CampaignResults campaign;
  EXPECT_NO_THROW(require_filled(campaign, kMostCells));
  EXPECT_THROW(require_filled(campaign, kMostCells + 1), Error);
  campaign.cases.resize(1);
  campaign.cases[0].numbers[{"", "total_elapsed"}].resize(kMostCells / kMaxCellsPerValue + 1);
  EXPECT_NO_THROW(require_filled(campaign, kMostCells + 1));
  EXPECT_THROW(require_filled(campaign, kMostCells + kMaxCellsPerValue + 1), Error);
}

TEST(ReportPage, ACourseThatWasAskedForAndCannotBeWrittenIsAnError) {
  const StoredCampaign campaign(quickstart_cases());
  const PathWithout node;
  const fs::path output = campaign.directory() / "elsewhere/page.html";
  fs::create_directories(output.parent_path() /
                         "page-repetitions/1-3.js/x");  // in the file's place
  ReportOptions options;
  options.output = output;
  options.courses = Courses::kNone;
  options.repetition = RepetitionRef{"e0/tail-drop-20/enhanced/w1", 3};
  EXPECT_THROW(write_report(campaign.directory(), options), Error);
}

TEST(ReportPage, ShowsTheRequestedRepetitionInTheRequestedFile) {
  const StoredCampaign campaign(quickstart_cases());
  const auto output = campaign.directory() / "elsewhere/page.html";
  const auto page = write_report(campaign.directory(),
                                 {.output = output,
                                  .reference = {},
                                  .repetition = RepetitionRef{"e0/tail-drop-20/enhanced/w1", 3}});
  EXPECT_EQ(page, output);
  EXPECT_TRUE(fs::exists(campaign.directory() / "elsewhere/page-repetitions/1-3.js"));
}

TEST(ReportPage, ADeviceOrAFifoIsRefusedBeforeAnythingIsWritten) {
  const StoredCampaign campaign({{.link = "e0", .tcp = "baseline", .throughput = {7817}}});
  const auto beside = campaign.directory() / "elsewhere";
  fs::create_directories(beside);
  ASSERT_EQ(mkfifo((beside / "fifo.html").c_str(), 0600), 0);
  fs::create_symlink("fifo.html", beside / "stdout.html");
  for (const char* name : {"fifo.html", "stdout.html"}) {
    EXPECT_THAT(
        [&] {
          write_report(campaign.directory(),
                       {.output = beside / name, .reference = {}, .repetition = {}});
        },
        testing::ThrowsMessage<Error>(HasSubstr("something other than a file")));
  }
  EXPECT_EQ(std::distance(fs::directory_iterator(beside), fs::directory_iterator()), 2);
  EXPECT_TRUE(fs::is_symlink(beside / "stdout.html"));
}

TEST(ReportPage, ReplacesPagesAlone) {
  const StoredCampaign campaign({{.link = "e0", .tcp = "baseline", .throughput = {7817}}});
  const auto write = [&](const fs::path& output) {
    write_report(campaign.directory(), {.output = output, .reference = {}, .repetition = {}});
  };
  for (const char* name : {"campaign.db", "resolved.json"}) {
    const std::string before = read_text(campaign.directory() / name);
    EXPECT_THAT([&] { write(campaign.directory() / name); },
                testing::ThrowsMessage<Error>(HasSubstr("it exists and is not a page")));
    EXPECT_EQ(read_text(campaign.directory() / name), before);
  }
  const auto page = campaign.directory() / "elsewhere/page.html";
  write(page);
  EXPECT_NO_THROW(write(page));
  std::ofstream(page, std::ios::trunc).close();  // as mktemp leaves it
  EXPECT_NO_THROW(write(page));
  // A name without a folder.
  const fs::path before = fs::current_path();
  fs::current_path(campaign.directory() / "elsewhere");
  fs::create_symlink("/dev/null", "device.html");
  EXPECT_THROW(write("device.html"), Error);
  EXPECT_FALSE(fs::exists("device-repetitions"));
  fs::current_path(before);
}

TEST(ReportPage, APlantedFolderBesideItIsNotUsed) {
  const StoredCampaign campaign({{.link = "e0", .tcp = "baseline", .throughput = {7817}}});
  const auto beside = campaign.directory() / "elsewhere";
  fs::create_directories(beside / "victim");
  const auto planted = beside / "page-repetitions";
  fs::create_directory_symlink(beside / "victim", planted);
  const auto write = [&] {
    write_report(campaign.directory(),
                 {.output = beside / "page.html", .reference = {}, .repetition = {}});
  };
  EXPECT_THAT(write, testing::ThrowsMessage<Error>(HasSubstr("Not a directory")));
  if (geteuid() == 0) {  // only root can make a folder of another user
    fs::remove(planted);
    fs::create_directory(planted);
    ASSERT_EQ(chown(planted.c_str(), 65534, 65534), 0);
    EXPECT_THAT(write, testing::ThrowsMessage<Error>(HasSubstr("belongs to user 65534")));
    EXPECT_TRUE(fs::is_empty(planted));
  }
  EXPECT_TRUE(fs::is_empty(beside / "victim"));
}

TEST(ReportPage, QueuesWithoutALimitHaveTheNameOfTheirLink) {
  const StoredCampaign campaign({{.link = "e0", .tcp = "a", .throughput = {1}},
                                 {.link = "e0", .tcp = "b", .throughput = {1}},
                                 {.link = "r4", .tcp = "a", .throughput = {1}}});
  EXPECT_THAT(build_report(campaign.directory(), {}).unlimited_queues,
              testing::ElementsAre("e0 downlink", "e0 uplink", "r4 downlink", "r4 uplink"));
}

TEST(ReportPage, NamesCasesForWhichUntilHadTooFewRepetitions) {
  Until until;
  until.set_metric("overall_throughput");
  until.set_half_width(0.05);
  until.set_confidence(0.95);
  const StoredCampaign campaign({{.link = "e0", .tcp = "a", .throughput = {1, 1, 1, 1, 1, 1}},
                                 {.link = "e0", .tcp = "b", .throughput = {1, 2, 1, 2, 1, 2}},
                                 {.link = "e0", .tcp = "c", .throughput = {1, 2}, .pending = 4}},
                                "precise", until);
  EXPECT_THAT(
      render_terminal_report(campaign.directory(), {}, 300),
      AllOf(HasSubstr("`until` is not reached: the interval of overall_throughput is wider than 5 "
                      "% of its median to a side after all repetitions of "
                      "e0/tail-drop-20/b/w1.\n")));
}

TEST(ReportPage, AnUntilOfAMetricThatNoRepetitionHasIsNotCalledWide) {
  Until until;
  until.set_metric("elapsd");
  until.set_half_width(0.05);
  until.set_confidence(0.95);
  const StoredCampaign campaign({{.link = "e0", .tcp = "a", .throughput = {1, 1, 1, 1, 1, 1}}},
                                "misspelt", until);
  EXPECT_THAT(render_terminal_report(campaign.directory(), {}, 300),
              HasSubstr("`until` is not reached: no repetition of e0/tail-drop-20/a/w1 has the "
                        "metric elapsd.\n"));
}

TEST(ReportPage, AnUntilOfDropsThatNeverOccurHasTheirZeros) {
  Until until;
  until.set_flow("downlink");
  until.set_metric("drops_input_age");
  until.set_half_width(0.05);
  until.set_confidence(0.95);
  const StoredCampaign campaign({{.link = "e0", .tcp = "a", .throughput = {1, 1, 1, 1, 1, 1}}},
                                "zeros", until);
  Database((campaign.directory() / "campaign.db").string(), Database::Mode::kReadWrite)
      .execute(
          "INSERT INTO metric SELECT id, 'downlink', 'drops_congestion', 'packets', 0 FROM "
          "attempt");
  EXPECT_THAT(render_terminal_report(campaign.directory(), {}, 300),
              Not(HasSubstr("`until` is not reached")));
}

TEST(ReportPage, ARecordingIsNotRunAgain) {
  const StoredCampaign campaign(
      {{.link = "e0", .tcp = "baseline", .throughput = {}, .pending = 1}});
  Database((campaign.directory() / "campaign.db").string(), Database::Mode::kReadWrite)
      .execute("UPDATE campaign SET test_set_file = 'recording'");
  const std::string text = render_terminal_report(campaign.directory(), {}, 100);
  EXPECT_THAT(text, HasSubstr("0 of 1 repetitions valid, 1 without a result"));
  EXPECT_THAT(text, HasSubstr("0 of 1 valid, 1 without a result"));
  EXPECT_THAT(text, testing::Not(HasSubstr("still to run")));
}

TEST(ReportPage, ReportsThatTheEventLogIsGone) {
  const StoredCampaign campaign({{.link = "e0", .tcp = "baseline", .throughput = {7817}}});
  fs::remove(campaign.directory() / "attempts/0-0/events.zst");
  const std::string html = read_text(write_report(campaign.directory(), {}));
  EXPECT_PRED2(contains, Page{html}, std::string("The event log is empty or no longer there."));
  const RepetitionRef absent{"e0/tail-drop-20/baseline/w1", 7};
  EXPECT_THROW(
      write_report(campaign.directory(), {.output = {}, .reference = {}, .repetition = absent}),
      Error);
}

TEST(ReportPage, EscapesNames) {
  const StoredCampaign campaign({{.link = "e0", .tcp = "a", .throughput = {1, 2}},
                                 {.link = "e0", .tcp = "b", .throughput = {3}}},
                                "<script>alert(1)</script>");
  // Cases have plain names (hostile_store_test.cc); a metric's may be any text.
  Database((campaign.directory() / "campaign.db").string(), Database::Mode::kReadWrite)
      .execute("UPDATE metric SET flow = '<b>&\"x\\' || char(10) || '$(d)' WHERE flow = 'third'");
  const std::string html = read_text(write_report(campaign.directory(), {}));
  EXPECT_EQ(markup_problem(html), "");
  EXPECT_PRED2(lacks, Page{html}, std::string("<script>alert"));
  EXPECT_PRED2(contains, Page{html}, std::string("&lt;script&gt;alert(1)&lt;/script&gt;"));
}

TEST(ReportPage, OfACampaignThatHasNoResultYet) {
  const StoredCampaign campaign(
      {{.link = "e0", .tcp = "baseline", .throughput = {}, .pending = 3}});
  const std::string html = read_text(write_report(campaign.directory(), {}));
  EXPECT_EQ(markup_problem(html), "");
  EXPECT_PRED2(contains, Page{html}, std::string("0 of 3 repetitions valid, 3 still to run"));
  EXPECT_PRED2(contains, Page{html}, std::string("verdict unfinished"));
  EXPECT_PRED2(lacks, Page{html}, std::string("<svg"));
}

TEST(ReportPage, OfACampaignWithFailures) {
  const StoredCampaign campaign(
      {{.link = "e0", .tcp = "baseline", .throughput = {7817}, .failed = 2}});
  const std::string html = read_text(write_report(campaign.directory(), {}));
  EXPECT_PRED2(contains, Page{html},
               std::string("1 of 3 repetitions valid, 2 failed; 2 invalid attempts kept"));
  EXPECT_PRED2(contains, Page{html}, std::string("verdict failures"));
  EXPECT_PRED2(contains, Page{html}, std::string("lateness p99.9 2.1ms &gt; 1ms &lt;limit&gt;"));
}

TEST(ReportPage, ReportsThatNodeIsMissing) {
  const StoredCampaign campaign(quickstart_cases());
  const PathWithout node;
  Diagnostics warnings;
  ReportOptions options;
  options.warnings = &warnings;
  const std::string html = read_text(write_report(campaign.directory(), options));
  EXPECT_PRED2(contains, Page{html}, std::string("id=\"campaign-data\">H4sI"));
  EXPECT_THAT(
      warnings.render(),
      HasSubstr("the report has no pictures for readers without scripts: cannot start node: "
                "No such file or directory; install the package nodejs"));
}

TEST(ReportPage, ADifferenceFromAMedianOf0IsInTheUnitOfItsMetric) {
  const StoredCampaign campaign(
      {{.link = "e0", .tcp = "baseline", .throughput = {7, 7, 7, 7, 7, 7, 7, 7}},
       {.link = "e0", .tcp = "enhanced", .throughput = {91, 92, 93, 94, 95, 96, 97, 98}}});
  Database store((campaign.directory() / "campaign.db").string(), Database::Mode::kReadWrite);
  store.execute("UPDATE metric SET value = 0 WHERE metric = 'overall_throughput' AND value = 7");
  EXPECT_THAT(render_terminal_report(campaign.directory(), {}, 100),
              HasSubstr("    Overall throughput           +94.5 B/s  (+91 to +98), 8 pairs, "
                        "higher\n"));
  const Page page{read_text(write_report(campaign.directory(), {}))};
  EXPECT_PRED2(contains, page, std::string("+94.5 B/s"));
  EXPECT_PRED2(contains, page, std::string("+94.5 B/s  (+91 \u2026 +98)  n=8"));  // the picture
}

TEST(ReportPage, ValuesOfFewerRepetitionsAreMarked) {
  const StoredCampaign campaign(quickstart_cases());
  const auto fewer = [&] {
    const bool text = contains({render_terminal_report(campaign.directory(), {}, 100)},
                               "  (Overall throughput: n=2)\n");
    EXPECT_EQ(contains({read_text(write_report(campaign.directory(), {}))}, ">n=2<"), text);
    return text;
  };
  EXPECT_FALSE(fewer());
  Database store((campaign.directory() / "campaign.db").string(), Database::Mode::kReadWrite);
  store.execute(
      "DELETE FROM metric WHERE metric = 'overall_throughput' AND attempt_id IN (SELECT id FROM "
      "attempt WHERE case_id = 0 AND number > 1)");
  EXPECT_TRUE(fewer());
}

TEST(ReportText, FitsItsWidthAndBeginsWithTheVerdict) {
  const StoredCampaign campaign(quickstart_cases());
  const std::string text = render_terminal_report(
      campaign.directory(), {.output = {}, .reference = kReference, .repetition = {}}, 100);
  EXPECT_THAT(text, testing::StartsWith("quickstart: 24 of 24 repetitions valid\n"));
  EXPECT_THAT(text, HasSubstr("\n  e0/tail-drop-20/baseline/w1    7818.5 "));
  EXPECT_THAT(text, HasSubstr("  enhanced against baseline on e0/tail-drop-20/w1\n"
                              "    Overall throughput           +0."));
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 100u) << line;
}

TEST(ReportJson, HasTheSameNumbers) {
  const StoredCampaign campaign(quickstart_cases());
  const auto json = nlohmann::json::parse(
      report_json(campaign.directory(), {.output = {}, .reference = kReference, .repetition = {}}));
  EXPECT_EQ(json["outcome"], "complete");
  EXPECT_EQ(json["valid"], 24);
  EXPECT_EQ(json["host"]["cores"], 2);
  EXPECT_EQ(json["timing"]["limit_p999_ns"], 1'000'000);
  ASSERT_EQ(json["cases"].size(), 4u);
  bool found = false;
  for (const auto& m : json["cases"][0]["metrics"]) {
    if (!m["flow"].get<std::string>().empty() || m["metric"] != "overall_throughput") continue;
    EXPECT_EQ(m["median"], 7818.5);
    EXPECT_EQ(m["count"], 6);
    found = true;
  }
  EXPECT_TRUE(found);
  EXPECT_EQ(json["published"][0]["published"], 7817);
  EXPECT_EQ(json["published"][0]["agreement"], "within 1 %");
  ASSERT_FALSE(json["answers"].empty());
  const auto& answer = json["answers"][0];
  EXPECT_EQ(answer["case"], "e0/tail-drop-20/enhanced/w1");
  EXPECT_EQ(answer["against"], "e0/tail-drop-20/baseline/w1");
  EXPECT_EQ(answer["pairs"], 6);
  EXPECT_EQ(answer["interval"].size(), 2u);
}

TEST(ReportOptionsTest, ReadsRepetitionNames) {
  EXPECT_EQ(parse_repetition("e0/x/baseline/w1/12").case_name, "e0/x/baseline/w1");
  EXPECT_EQ(parse_repetition("e0/x/baseline/w1/12").number, 12);
  for (const char* bad : {"", "3", "/3", "case/", "case/x", "case/1x", "case/-1"})
    EXPECT_THROW(parse_repetition(bad), Error) << bad;
}

TEST(HostJson, IsOneObjectOfPlainValues) {
  EXPECT_EQ(host_json(R"({"cores": 2, "cpu": "x"})").dump(), R"({"cores":2,"cpu":"x"})");
  EXPECT_EQ(host_json("{\"a\":\"\\u001b[2J\\u202e\"}")["a"], "\\x1b[2J\\u202e");
  for (const std::string& text :
       {std::string("no JSON"), std::string("7"), std::string(R"({"a": [1]})"),
        "{\"a\":" + std::string(1'000'000, '[') + std::string(1'000'000, ']') + "}"})
    EXPECT_EQ(host_json(text), text.c_str());
  std::string many = "{";
  for (int i = 0; i < 100'000; ++i) many += fmt::format("\"{}\":1,", i);
  many.back() = '}';
  EXPECT_EQ(host_json(many), many.c_str());
}

}  // namespace
}  // namespace seawind::test
