// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/report/course_files.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <nlohmann/json.hpp>
#include <thread>

#include "common/error.h"
#include "controller/report/course_data.h"
#include "controller/report/packed.h"
#include "controller/store/layout.h"

namespace seawind {
namespace {

struct Job {
  CourseName name;
  std::filesystem::path log;
  std::vector<FlowSpec> flows;
  bool done = false;
  std::string problem;
};

/// The first line of a script.
const std::string kHead = fmt::format("// a repetition's course, format {}\n", kCourseFormat);

std::vector<Job> jobs_of(const std::filesystem::path& campaign, const ReportModel& model,
                         const CourseRequest& request) {
  const bool all = request.courses == Courses::kAll ||
                   (request.courses == Courses::kAuto && model.valid <= kMostCourses);
  std::vector<Job> jobs;
  for (std::size_t i = 0; i < model.campaign.cases.size(); ++i) {
    const CaseResults& c = model.campaign.cases[i];
    if (c.valid == 0) continue;
    const auto done = done_repetitions(campaign, c.name);
    for (std::size_t n = 0; n < done.size(); ++n) {
      const CourseName name(i, done[n].number);
      const bool wanted =
          all || (n == 0 && request.courses != Courses::kNone) ||
          std::find(request.also.begin(), request.also.end(), name) != request.also.end();
      if (wanted)
        jobs.push_back({name, done[n].directory / kEventLogFile, done[n].flows, false, {}});
    }
  }
  return jobs;
}

bool is_current(const Directory& folder, const std::string& file, const struct stat& log) {
  const auto status = folder.status_of(file);
  if (!status || !S_ISREG(status->st_mode)) return false;
  const auto time = [](const struct stat& s) {
    return std::pair(s.st_mtim.tv_sec, s.st_mtim.tv_nsec);
  };
  return time(*status) > time(log) && folder.read_text(file).starts_with(kHead);
}

void write_course(const ReportModel& model, const Directory& folder, Job& job) {
  struct stat log {};
  if (stat(job.log.c_str(), &log) != 0) return;  // removed to save space
  const std::string file = course_file(job.name) + ".js";
  if (!is_current(folder, file, log)) {
    const auto data = course_data(job.log, job.flows, model.states[job.name.first]);
    const std::string text = data.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    folder.replace(file, fmt::format("{}seawindRepetition(\"{}\",\"{}\");\n", kHead,
                                     course_file(job.name), packed(text)));
  }
  job.done = true;
}

}  // namespace

std::vector<CourseName> write_courses(const std::filesystem::path& campaign,
                                      const ReportModel& model, const CourseRequest& request,
                                      const Directory& folder, Diagnostics* warnings) {
  std::vector<Job> jobs = jobs_of(campaign, model, request);
  std::atomic<std::size_t> next = 0;
  const auto work = [&] {
    for (std::size_t i = 0; (i = next++) < jobs.size();) {
      try {
        write_course(model, folder, jobs[i]);
      } catch (const Error& e) {
        jobs[i].problem = e.what();
      }
    }
  };
  {
    std::vector<std::jthread> threads;
    const std::size_t more =
        std::min<std::size_t>(std::max(1U, std::thread::hardware_concurrency()), jobs.size());
    for (std::size_t i = 1; i < more; ++i) threads.emplace_back(work);
    work();
  }
  std::vector<CourseName> out;
  for (const Job& job : jobs) {
    if (job.done) out.push_back(job.name);
    if (!job.problem.empty() && warnings != nullptr)
      warnings->warn(
          {}, fmt::format("{}, repetition {} has no course in the report: {}",
                          model.campaign.cases[job.name.first].name, job.name.second, job.problem));
  }
  std::sort(out.begin(), out.end());
  return out;
}

std::string read_course(const Directory& folder, const CourseName& name) {
  const std::string text = folder.read_text(course_file(name) + ".js");
  const auto from = text.find(",\"") + 2;
  return text.substr(from, text.rfind('"') - from);
}

}  // namespace seawind
