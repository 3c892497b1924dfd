// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/report/course_files.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <exception>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string_view>
#include <thread>
#include <utility>

#include "common/concurrently.h"
#include "common/error.h"
#include "common/json_ordered.h"
#include "controller/report/course_data.h"
#include "controller/report/packed.h"
#include "controller/store/layout.h"

namespace seawind {
namespace {

struct Job {
  CourseName name;
  AttemptFolder attempt;
  std::vector<FlowSpec> flows;
  bool done = false;
  Course course{};
  std::string problem{};
};

// A larger script, or one with more data, is replaced.
constexpr std::size_t kLargestKept = 32 << 20;  // bytes

std::string identity(const struct stat& log) {
  return fmt::format("{} B, {}.{:09}", log.st_size, log.st_mtim.tv_sec, log.st_mtim.tv_nsec);
}

/// The parts of a script before and after its data.
std::string script_head(const CourseName& name, const std::string& log) {
  return fmt::format(
      "// a repetition's course, format {}, of a log of this size and time\n"
      "seawindRepetition(\"{}\",\"{}\",\"",
      kCourseFormat, course_file(name), log);
}
constexpr std::string_view kScriptTail = "\");\n";

std::vector<Job> jobs_of(const std::filesystem::path& campaign, const ReportModel& model,
                         const CourseRequest& request) {
  const bool all = request.courses == Courses::kAll ||
                   (request.courses == Courses::kAuto && model.valid <= kMostCourses);
  std::vector<Job> jobs;
  int previous = -1;
  for (DoneRepetition& done : done_repetitions(campaign)) {
    const CourseName name(static_cast<std::size_t>(done.case_id), done.number);
    const bool first = std::exchange(previous, done.case_id) != done.case_id;
    const bool wanted =
        all || (first && request.courses != Courses::kNone) ||
        std::find(request.also.begin(), request.also.end(), name) != request.also.end();
    if (wanted)
      jobs.push_back({.name = name, .attempt = done.directory, .flows = std::move(done.flows)});
  }
  return jobs;
}

/// The packed data of the script in `folder` if it is of this log and its content has exactly the
/// form of a course; nothing otherwise.
std::optional<std::string> kept(const Directory& folder, const Job& job,
                                const std::vector<std::string>& states) {
  const std::string file = course_file(job.name) + ".js";
  const auto status = folder.status_of(file);
  if (!status || !S_ISREG(status->st_mode)) return {};
  if (status->st_size > static_cast<off_t>(kLargestKept)) return {};
  const std::string text = folder.read_text(file, kLargestKept);
  const std::string head = script_head(job.name, job.course.log);
  if (!text.starts_with(head) || !text.ends_with(kScriptTail) ||
      text.size() < head.size() + kScriptTail.size())
    return {};
  std::string data = text.substr(head.size(), text.size() - head.size() - kScriptTail.size());
  const auto json = unpacked(data, kLargestKept);
  if (!json) return {};
  const auto course = parse_ordered(*json);
  if (!is_course(course, job.flows, states)) return {};
  return data;
}

/// The logs that have been read. In a forged store, many repetitions may name the same log, which
/// would cost its time and memory for each of them.
class ReadLogs {
 public:
  /// Throws Error when the log is that of another repetition.
  void add(const struct stat& log) {
    const std::lock_guard lock(mutex_);
    if (!read_.emplace(log.st_dev, log.st_ino).second)
      throw Error("its event log is that of another repetition");
  }

 private:
  std::mutex mutex_;
  std::set<std::pair<dev_t, ino_t>> read_;
};

void write_course(const ReportModel& model, const CourseRequest& request, const Directory& folder,
                  ReadLogs& logs, Job& job) {
  Fd log;
  try {
    log = job.attempt.read(kEventLogFile);
  } catch (const SystemError& error) {
    if (error.number() == ENOENT) return;  // removed to save space
    throw;
  }
  struct stat status {};
  if (fstat(log.get(), &status) != 0) throw system_error("read the status of an event log");
  logs.add(status);
  job.course.log = identity(status);
  const std::vector<std::string>& states = model.states[job.name.first];
  auto data = request.keep ? kept(folder, job, states) : std::nullopt;
  if (!data) {
    const std::string text =
        course_data({std::move(log), (job.attempt.path() / kEventLogFile).string()}, job.flows,
                    states)
            .dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    data = packed(text);
    folder.replace(
        course_file(job.name) + ".js",
        fmt::format("{}{}{}", script_head(job.name, job.course.log), *data, kScriptTail));
  }
  if (request.packed) job.course.packed = std::move(*data);
  job.done = true;
}

}  // namespace

std::map<CourseName, Course> write_courses(const std::filesystem::path& campaign,
                                           const ReportModel& model, const CourseRequest& request,
                                           const Directory& folder, Diagnostics* warnings) {
  std::vector<Job> jobs = jobs_of(campaign, model, request);
  ReadLogs logs;
  concurrently(jobs.size(), std::thread::hardware_concurrency(), [&](std::size_t i) {
    try {
      write_course(model, request, folder, logs, jobs[i]);
    } catch (const std::exception& e) {
      jobs[i].problem = e.what();
    }
  });
  std::map<CourseName, Course> out;
  for (Job& job : jobs) {
    if (job.done) out.emplace(job.name, std::move(job.course));
    if (job.problem.empty()) continue;
    const std::string text =
        fmt::format("{}, repetition {} has no course in the report: {}",
                    model.campaign.cases[job.name.first].name, job.name.second, job.problem);
    if (request.also_required && std::ranges::find(request.also, job.name) != request.also.end())
      throw Error(text);
    if (warnings != nullptr) warnings->warn({}, text);
  }
  return out;
}

}  // namespace seawind
