// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/report/report.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <utility>

#include "common/directory.h"
#include "common/error.h"
#include "common/json_text.h"
#include "common/output_folder.h"
#include "common/to_number.h"
#include "controller/report/course_data.h"
#include "controller/report/course_files.h"
#include "controller/report/draw.h"
#include "controller/report/named.h"
#include "controller/report/packed.h"
#include "controller/report/page_data.h"
#include "controller/report/picture_renderer.h"
#include "controller/report/report_html.h"
#include "controller/report/report_model.h"
#include "controller/store/layout.h"
#include "controller/store/staging.h"

namespace seawind {
namespace {

using Json = nlohmann::ordered_json;

/// The requested repetition, or the first valid one of the first case with channel errors, or of
/// the first case.
std::optional<CourseName> choose(const std::filesystem::path& campaign, const ReportModel& model,
                                 const ReportOptions& options) {
  if (options.repetition) {
    // Throws when there is no such repetition.
    done_repetition(campaign, options.repetition->case_name, options.repetition->number);
    for (std::size_t i = 0; i < model.campaign.cases.size(); ++i)
      if (model.campaign.cases[i].name == options.repetition->case_name)
        return CourseName(i, options.repetition->number);
  }
  for (const bool with_errors : {true, false}) {
    for (std::size_t i = 0; i < model.campaign.cases.size(); ++i) {
      const CaseResults& c = model.campaign.cases[i];
      if (c.valid == 0 || (with_errors && !model.has_errors[i])) continue;
      return CourseName(i, first_valid_repetition(campaign, c.name));
    }
  }
  return {};
}

constexpr const char* kVersionFile = "version.js";
constexpr std::string_view kPageBegin = "<!DOCTYPE html>";

/// Throws Error unless `output` is absent, empty or a page: no other file may be replaced.
void require_page_or_nothing(const std::filesystem::path& output) {
  const std::filesystem::path folder = output.has_parent_path() ? output.parent_path() : ".";
  if (!std::filesystem::exists(folder)) return;
  const Directory beside(folder);
  const std::string name = output.filename();
  beside.require_replaceable(name);
  const auto found = beside.status_of(name);
  if (!found || found->st_size == 0) return;
  std::string begin(kPageBegin.size(), '\0');
  const Fd file = beside.read(name);
  if (::read(file.get(), begin.data(), begin.size()) != static_cast<ssize_t>(begin.size()) ||
      begin != kPageBegin)
    throw Error("cannot write " + output.string() +
                ": it exists and is not a page; name another file");
}

/// The folder of the courses' files, beside the page.
Directory course_folder(const std::filesystem::path& campaign, const ReportOptions& options) {
  if (!options.output.empty())
    return open_or_make_output(open_or_make_output(options.output.parent_path()),
                               options.output.stem().string() + "-repetitions");
  const std::filesystem::path folder(kCourseFolder);
  return Directory(campaign).open_or_make(folder.parent_path()).open_or_make(folder.filename());
}

/// Pictures for readers without scripts, all drawn in one run of Node.js.
class StaticPictures {
 public:
  void add(std::vector<Picture>& list, const std::string& title, Json request) {
    requests_.push_back(std::move(request));
    places_.push_back({&list, title});
  }
  void draw(const std::filesystem::path& folder, const Json& data) {
    if (requests_.empty()) return;
    const auto drawn = render_pictures(
        folder, "report",
        {{"data", data}, {"pictures", requests_}, {"width", kWidth}, {"paper", false}});
    for (std::size_t i = 0; i < places_.size(); ++i)
      if (drawn.at(i)) places_[i].list->push_back({places_[i].title, drawn[i]->svg});
  }

 private:
  struct Place {
    std::vector<Picture>* list;
    std::string title;
  };
  static constexpr int kWidth = 1000;  // pixels
  Json requests_ = Json::array();
  std::vector<Place> places_;
};

/// The course of the repetition that is shown first, for its static picture; null: it has none.
Json shown_course(const std::filesystem::path& campaign, const ReportModel& model,
                  const PageContext& context) {
  if (!context.shown || !context.courses.contains(*context.shown)) return {};
  const auto& [index, number] = *context.shown;
  const auto done = done_repetition(campaign, model.campaign.cases[index].name, number);
  return course_data(done.directory.event_log(), done.flows, model.states[index]);
}

void draw_static(const std::filesystem::path& folder, const ReportModel& model, const Json& data,
                 const Json& course, PageParts& parts) {
  constexpr int kMostPoints = 1000;  // of one picture; further values are only in the boxes
  constexpr std::size_t kManyCases = 60;
  // Pictured metrics of a campaign with many cases; the tables have all metrics.
  constexpr std::ptrdiff_t kFewMetrics = 2;
  const bool many = model.campaign.cases.size() > kManyCases;
  StaticPictures pictures;
  for (const ReportMetric& metric : model.headline.compared) {
    if (many && &metric - model.headline.compared.data() >= kFewMetrics) break;
    const Json key = {metric.flow, metric.metric};
    if (!model.answers.answers.empty())
      pictures.add(parts.answers, metric.title, {{"kind", "answer"}, {"metric", key}});
    pictures.add(parts.boxes, metric.title,
                 {{"kind", "boxes"}, {"metric", key}, {"points", model.valid <= kMostPoints}});
  }
  for (const MetricKey& key : model.headline.keys())
    if (Json intervals = interval_picture(model.paired, key, kAnswerConfidence);
        !intervals.is_null())
      pictures.add(parts.paired, metric_text(key), std::move(intervals));
  if (!course.is_null())
    pictures.add(parts.course, "The first repetition with a course",
                 {{"kind", "repetition"}, {"course", course}});
  pictures.add(parts.lateness, "Release lateness", {{"kind", "lateness"}});
  pictures.draw(folder, data);
}

}  // namespace

RepetitionRef parse_repetition(const std::string& text) {
  const auto slash = text.rfind('/');
  RepetitionRef out;
  if (slash != std::string::npos && slash > 0) {
    out.case_name = text.substr(0, slash);
    out.number = to_number<int>(text.substr(slash + 1)).value_or(-1);
    if (out.number >= 0) return out;
  }
  throw UsageError(
      fmt::format("cannot parse the repetition `{}`: write CASE/NUMBER, for example "
                  "r4/tail-drop-20/baseline/w1/0",
                  text));
}

std::filesystem::path write_report(const std::filesystem::path& campaign,
                                   const ReportOptions& options) {
  if (!options.output.empty()) require_page_or_nothing(options.output);
  const ReportModel model = build_report(campaign, options);
  PageParts parts;
  if (model.valid > 0) {
    const Directory folder = course_folder(campaign, options);
    PageContext context;
    context.attempts = attempt_timings(campaign);
    context.folder = folder.path().filename();
    context.version = options.version;
    context.shown = choose(campaign, model, options);
    CourseRequest request;
    request.courses = options.courses;
    request.packed = options.single_file;
    // Scripts beside another page may be those of another campaign.
    request.keep = options.output.empty() || options.version > 1;
    if (context.shown) request.also.push_back(*context.shown);
    request.also_required = options.repetition.has_value();
    auto courses = write_courses(campaign, model, request, folder, options.warnings);
    for (auto& [name, course] : courses) {
      context.courses.emplace(name, std::move(course.log));
      if (options.single_file) parts.courses.emplace(name, std::move(course.packed));
    }
    const Json data = page_data(model, context);
    parts.data = packed(json_text(data));
    try {
      make_beneath(campaign, kPlotFolder, [&](const std::filesystem::path& plots) {
        draw_static(plots, model, data, shown_course(campaign, model, context), parts);
      });
    } catch (const Error& e) {
      if (options.warnings != nullptr)
        options.warnings->warn(
            {},
            fmt::format("the report has no pictures for readers without scripts: {}", e.what()));
    }
  }
  // A page without data cannot look for a new version; the browser reloads it.
  parts.reload = options.version > 0 && model.valid == 0;
  const std::string page = render_html(model, parts);
  const bool is_beneath = options.output.empty();
  const std::filesystem::path file = is_beneath ? kReportFile : options.output;
  const Directory folder = is_beneath ? Directory(campaign).open_or_make(file.parent_path())
                                      : open_or_make_output(file.parent_path());
  if (!is_beneath) folder.require_replaceable(file.filename());
  folder.replace(file.filename(), page);
  // Written after the page, because a reader loads the page when this file has changed.
  course_folder(campaign, options)
      .replace(kVersionFile, fmt::format("seawindVersion({});\n", options.version));
  return is_beneath ? campaign / file : file;
}

}  // namespace seawind
