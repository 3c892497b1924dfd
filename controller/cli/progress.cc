// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/cli/progress.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "common/print_error.h"
#include "common/units.h"

namespace seawind {
namespace {

std::size_t terminal_width() {
  winsize size{};
  return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

}  // namespace

ProgressPrinter::ProgressPrinter(std::vector<std::string> case_names, int total, bool on_cluster)
    : case_names_(std::move(case_names)),
      total_(total),
      on_cluster_(on_cluster),
      terminal_(isatty(STDERR_FILENO) == 1) {}

ProgressPrinter::~ProgressPrinter() {
  erase();
}

void ProgressPrinter::erase() {
  if (drawn_) print_error("\r\x1b[K");
  drawn_ = false;
}

void ProgressPrinter::report(const CampaignProgress& progress, const AttemptRecord* attempt) {
  if (attempt != nullptr) attempt_line(progress, *attempt);
  state_line(progress);
  waiting_line(progress);
  machine_line(progress);
  tasks_line(progress);
  if (terminal_) status_line(progress);
}

void ProgressPrinter::say(const std::string& line) {
  erase();
  print_error("{}\n", line);
}

void ProgressPrinter::attempt_line(const CampaignProgress& progress, const AttemptRecord& attempt) {
  if (terminal_ && attempt.verdict == Verdict::kValid) return;
  erase();
  const auto& name = case_names_.at(static_cast<std::size_t>(attempt.case_id));
  std::string line = fmt::format("[{}/{}] {} repetition {}: {}", progress.done, total_, name,
                                 attempt.number, to_string(attempt.verdict));
  if (!attempt.reason.empty()) line += ": " + attempt.reason;
  if (attempt.reason.empty() && attempt.fidelity)
    line += ", lateness p99.9 " + short_duration(attempt.fidelity->lateness_p999);
  print_error("{}\n", line);
}

void ProgressPrinter::state_line(const CampaignProgress& progress) {
  if (progress.state == state_) return;
  state_ = progress.state;
  if (state_ == RunState::kStopping) return;  // reported at its end
  erase();
  const char* what = state_ == RunState::kRunning  ? "continues"
                     : state_ == RunState::kPaused ? "paused"
                                                   : "finishing: no new repetition starts";
  print_error("{}; {} running\n", what, running_repetitions(progress));
}

void ProgressPrinter::waiting_line(const CampaignProgress& progress) {
  if (progress.waiting.empty() == waiting_.empty()) return;
  erase();
  if (progress.waiting.empty())
    print_error("continues; {} running\n", running_repetitions(progress));
  else if (on_cluster_)  // its tasks go on
    print_error("{}\n", progress.waiting);
  else
    print_error("{}; {} running, no new repetition starts\n", progress.waiting,
                running_repetitions(progress));
  waiting_ = progress.waiting;
}

void ProgressPrinter::machine_line(const CampaignProgress& progress) {
  if (progress.machine_problem == machine_problem_) return;
  machine_problem_ = progress.machine_problem;
  erase();
  if (on_cluster_) {
    if (!machine_problem_.empty()) print_error("seawind: warning: {}\n", machine_problem_);
    return;
  }
  print_error(
      "seawind: warning: {}. Attempts that this delays beyond a limit are run again and do "
      "not count, up to ten for a repetition; see `seawind doctor`\n",
      machine_problem_);
}

void ProgressPrinter::tasks_line(const CampaignProgress& progress) {
  if (!on_cluster_ || progress.tasks.empty()) return;
  const std::string text = tasks_text(progress.tasks);
  if (text == tasks_) return;
  tasks_ = text;
  erase();
  print_error("[{}/{}] {}\n", progress.done, total_, text);
}

void ProgressPrinter::status_line(const CampaignProgress& progress) {
  std::string line = fmt::format("{}/{} done, {} running (at most {})", progress.done, total_,
                                 running_repetitions(progress), progress.allowed);
  if (progress.failed > 0) line += fmt::format(", {} failed", progress.failed);
  line += ", " + clock_text(progress.elapsed_s);
  if (progress.remaining_s >= 0) line += ", about " + clock_text(progress.remaining_s) + " left";
  if (progress.state != RunState::kRunning) line += fmt::format(", {}", to_string(progress.state));
  if (!progress.waiting.empty()) line += ", " + progress.waiting;
  line.resize(std::min(line.size(), terminal_width() - 1));
  print_error("\r{}\x1b[K", line);
  std::fflush(stderr);
  drawn_ = true;
}

}  // namespace seawind
