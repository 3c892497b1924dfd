// SPDX-License-Identifier: GPL-3.0-or-later
// The form is that of Jenkins' xUnit schema, which GitLab, GitHub's actions and pytest share.
#include "controller/report/junit.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <ctime>
#include <string_view>

#include "common/error.h"
#include "common/printable.h"
#include "controller/report/html_template.h"
#include "controller/store/query.h"
#include "controller/store/repetitions.h"

namespace seawind {
namespace {

constexpr double kNanoseconds = 1e9;

struct Counts {
  int tests = 0;
  int failures = 0;
  int errors = 0;
  int skipped = 0;
  double seconds = 0;

  void add(const Counts& more) {
    tests += more.tests;
    failures += more.failures;
    errors += more.errors;
    skipped += more.skipped;
    seconds += more.seconds;
  }
  std::string attributes() const {
    return fmt::format("tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\" time=\"{:.3f}\"",
                       tests, failures, errors, skipped, seconds);
  }
};

/// Escapes text for an attribute or an element. What printable() returns is permitted in XML,
/// except for the characters U+FFFE and U+FFFF.
std::string escaped(const std::string& text) {
  std::string out = escape_html(printable(text));
  const auto replace = [&out](std::string_view what, std::string_view by) {
    for (auto at = out.find(what); at != std::string::npos; at = out.find(what, at + by.size()))
      out.replace(at, what.size(), by);
  };
  replace("\xef\xbf\xbe", "?");
  replace("\xef\xbf\xbf", "?");
  replace("\n", "&#10;");
  return out;
}

std::string instant(std::int64_t unix_ns) {
  return fmt::format("{:%Y-%m-%dT%H:%M:%S}",
                     fmt::gmtime(static_cast<std::time_t>(unix_ns / 1'000'000'000)));
}

/// The element that reports the outcome; empty: the repetition passed.
std::string outcome(const RepetitionOverview& repetition, Counts& counts) {
  if (repetition.state == RepetitionState::kDone) return {};
  const std::string reason = escaped(repetition.reason);
  if (repetition.verdict == Verdict::kFailed && repetition.state == RepetitionState::kFailed) {
    ++counts.failures;
    return fmt::format("<failure type=\"failed\" message=\"{0}\">{0}</failure>", reason);
  }
  ++counts.skipped;
  if (repetition.state == RepetitionState::kFailed)
    return fmt::format("<skipped message=\"no valid timing in {} attempt{}: {}\"/>",
                       repetition.attempts, repetition.attempts == 1 ? "" : "s", reason);
  return fmt::format("<skipped message=\"not run to its end: the campaign was stopped{}{}\"/>",
                     reason.empty() ? "" : "; the newest attempt: ", reason);
}

std::string test_case(const std::string& suite, const RepetitionOverview& repetition,
                      Counts& counts) {
  ++counts.tests;
  const double seconds =
      static_cast<double>(repetition.ended_unix_ns - repetition.started_unix_ns) / kNanoseconds;
  counts.seconds += seconds;
  const std::string result = outcome(repetition, counts);
  std::string out = fmt::format("<system-out>seed {}", repetition.seed);
  if (!repetition.directory.empty()) out += "&#10;" + escaped(repetition.directory);
  return fmt::format(
      "    <testcase classname=\"{}\" name=\"repetition {}\" time=\"{:.3f}\">\n"
      "      {}{}{}</system-out>\n"
      "    </testcase>\n",
      escaped(suite), repetition.number, seconds, result, result.empty() ? "" : "\n      ", out);
}

std::string suite(const std::string& name, const std::string& timestamp, const Counts& counts,
                  const std::string& content) {
  return fmt::format("  <testsuite name=\"{}\" timestamp=\"{}\" {}>\n{}  </testsuite>\n",
                     escaped(name), timestamp, counts.attributes(), content);
}

/// The suites of a campaign.
std::string suites(const std::filesystem::path& campaign, Counts& all) {
  const CampaignResults results = load_overview(campaign);
  const std::vector<RepetitionOverview> repetitions = list_repetitions(campaign);
  std::string out;
  auto next = repetitions.begin();  // sorted by case
  for (const CaseResults& one : results.cases) {
    const std::string name = results.name + "/" + one.name;
    Counts counts;
    std::string content;
    std::int64_t begun = 0;
    for (; next != repetitions.end() && next->case_id == one.id; ++next) {
      if (next->state == RepetitionState::kSkipped) continue;
      content += test_case(name, *next, counts);
      if (next->started_unix_ns > 0 && (begun == 0 || next->started_unix_ns < begun))
        begun = next->started_unix_ns;
    }
    out += suite(name, instant(begun == 0 ? results.created_unix_ns : begun), counts, content);
    all.add(counts);
  }
  return out;
}

std::string unreadable(const std::filesystem::path& campaign, const std::string& reason,
                       Counts& all) {
  const std::string name = campaign.string();
  const Counts counts{.tests = 1, .errors = 1};
  all.add(counts);
  return suite(name, instant(0), counts,
               fmt::format("    <testcase classname=\"{}\" name=\"campaign\" time=\"0.000\">\n"
                           "      <error type=\"campaign\" message=\"{}\"/>\n"
                           "    </testcase>\n",
                           escaped(name), escaped(reason)));
}

}  // namespace

std::string junit_xml(const std::vector<std::filesystem::path>& campaigns) {
  Counts all;
  std::string content;
  for (const std::filesystem::path& campaign : campaigns) {
    try {
      content += suites(campaign, all);
    } catch (const Error& error) {
      content += unreadable(campaign, error.what(), all);
    }
  }
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"seawind\" {}>\n{}"
      "</testsuites>\n",
      all.attributes(), content);
}

}  // namespace seawind
