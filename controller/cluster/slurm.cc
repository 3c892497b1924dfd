// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/cluster/slurm.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <chrono>
#include <cmath>
#include <optional>
#include <sstream>

#include "common/printable.h"
#include "common/program_output.h"
#include "common/to_number.h"
#include "controller/campaign/admission.h"
#include "controller/cluster/task_files.h"
#include "namespaces/programs.h"

namespace seawind::cluster {
namespace {

constexpr std::chrono::seconds kTimeout{60};
constexpr std::size_t kMostOutput = 64 << 20;  // bytes of an answer
/// Between the signal and the end of a task that is out of time, for its last delivery.
constexpr int kSecondsToEnd = 60;
constexpr std::string_view kExclude = "--exclude=";
constexpr const char* kActiveStates =
    "--states=PENDING,RUNNING,SUSPENDED,COMPLETING,CONFIGURING,REQUEUED,RESIZING,SIGNALING,"
    "STAGE_OUT,STOPPED,REQUEUE_HOLD";

ProgramOutput call(const std::vector<std::string>& arguments) {
  std::optional<ProgramOutput> answer;
  try {
    // In a group of its own, so that Ctrl-C does not interrupt a submission.
    answer =
        program_output({.arguments = arguments, .prepare = [] { return ::setpgid(0, 0) == 0; }},
                       kTimeout, kMostOutput);
  } catch (const SystemError& error) {
    throw Error(
        fmt::format("cannot run {}, a command of Slurm: {}", arguments.front(), error.what()));
  }
  if (!answer)
    throw Unavailable(
        fmt::format("{} does not answer within {} s", arguments.front(), kTimeout.count()));
  return std::move(*answer);
}

bool succeeded(const ProgramOutput& answer) {
  return WIFEXITED(answer.status) && WEXITSTATUS(answer.status) == 0;
}

/// The message of a command that failed, in one line: "sbatch: error: ...".
std::string message_of(const std::string& program, const ProgramOutput& answer) {
  std::string text = answer.messages.empty() ? describe_end(answer.status) : answer.messages;
  if (!text.starts_with(program)) text.insert(0, program + ": ");
  while (text.ends_with('\n')) text.pop_back();
  for (auto at = text.find('\n'); at != std::string::npos; at = text.find('\n', at + 2))
    text.replace(at, 1, "; ");
  return excerpt(printable(text), 500);
}

/// Whether the same command may succeed later: limits of the queue, an unreachable controller.
bool is_temporary(const std::string& message) {
  return std::ranges::any_of(
      std::array{"accounting/QOS policy", "job submit limit", "temporar", "imed out",
                 "Unable to contact", "Connection refused", "try again", "Zero Bytes",
                 "Protocol auth"},
      [&](const char* words) { return message.find(words) != std::string::npos; });
}

std::string output_of(const std::vector<std::string>& arguments) {
  ProgramOutput answer = call(arguments);
  if (succeeded(answer)) return std::move(answer.output);
  throw Unavailable(message_of(arguments.front(), answer));
}

/// A word of a shell script.
std::string quoted(const std::string& word) {
  std::string out = "'";
  for (const char c : word) out += c == '\'' ? "'\\''" : std::string(1, c);
  return out + "'";
}

/// The file of a task's output; Slurm replaces %a by the task's number.
std::string output_file(const Submission& submission) {
  std::string folder;
  for (const char c : submission.campaign) folder += c == '%' ? "%%" : std::string(1, c);
  return fmt::format("{}/{}/{}/%a.out", folder, kClusterFolder, submission.number);
}

/// An option of a directive, which sbatch reads as a shell would, and only up to a `#`.
std::string directive(const std::string& option, const std::string& value) {
  // Easier to read than in quotes.
  if (std::ranges::all_of(value, [](unsigned char c) {
        return std::isalnum(c) != 0 ||
               std::string_view("/._-+,:@%").find(static_cast<char>(c)) != std::string_view::npos;
      }))
    return option + "=" + value;
  std::string out = option + "=\"";
  for (const char c : value)
    out += c == '"' || c == '\\' ? std::string("\\") + c : std::string(1, c);
  return out + "\"";
}

std::string slurm_time(double seconds) {
  const auto minutes = static_cast<std::int64_t>(std::ceil(seconds / 60));
  return fmt::format("{}-{:02}:{:02}:00", minutes / 1440, minutes / 60 % 24, minutes % 60);
}

}  // namespace

std::string Slurm::script(const Submission& submission) const {
  if (!is_printable(submission.campaign) || submission.campaign.find('\n') != std::string::npos)
    throw UsageError(
        "the path of the campaign has a control character, which a script of Slurm "
        "cannot have: choose another directory with -o");
  constexpr double kNanoseconds = 1e9;
  constexpr double kSlack = 600;  // s
  const double limit = settings_.has_time_limit()
                           ? static_cast<double>(settings_.time_limit()) / kNanoseconds
                           : 2 * submission.seconds + kSlack;
  std::vector<std::string> lines{
      "--job-name=" + submission.name, fmt::format("--array=1-{}", submission.tasks),
      fmt::format("--nodes=1 --ntasks=1 --cpus-per-task={}", settings_.cpus()),
      // One more for the programs that all slots share.
      fmt::format("--mem={}M", memory_of_slots(submission.slots + 1) >> 20U),
      "--time=" + slurm_time(limit), fmt::format("--signal=B:TERM@{}", kSecondsToEnd),
      "--no-requeue",  // Slurm would wait for two minutes; what is missing is submitted again
      "--open-mode=append", directive("--output", output_file(submission))};
  if (settings_.exclusive()) lines.push_back("--exclusive");
  for (const auto& [option, value] : {std::pair{"--partition", settings_.partition()},
                                      {"--account", settings_.account()},
                                      {"--qos", settings_.qos()}})
    if (!value.empty()) lines.push_back(directive(option, value));
  // One line, because sbatch uses only the last of several.
  std::vector<std::string> excluded(submission.unfit.begin(), submission.unfit.end());
  for (const std::string& option : settings_.options()) {
    if (option.starts_with(kExclude))
      excluded.push_back(option.substr(kExclude.size()));
    else
      lines.push_back(option);
  }
  if (!excluded.empty()) lines.push_back(fmt::format("{}{}", kExclude, fmt::join(excluded, ",")));
  std::string out = fmt::format(
      "#!/bin/sh\n# Repetitions of a Seawind campaign: submission {}, {} task{} of about "
      "{:.0f} s.\n",
      submission.number, submission.tasks, submission.tasks == 1 ? "" : "s", submission.seconds);
  for (const std::string& line : lines) out += "#SBATCH " + line + "\n";
  const std::string program =
      settings_.program().empty() ? find_program("seawind").string() : settings_.program();
  if (!settings_.node_folder().empty())
    out += "export TMPDIR=" + quoted(settings_.node_folder()) + "\n";
  // The shell is replaced, so that signals reach the task.
  out += fmt::format("exec {} shard {} {}/$SLURM_ARRAY_TASK_ID\n", quoted(program),
                     quoted(submission.campaign), submission.number);
  return out;
}

std::string Slurm::submit(const Submission& submission) {
  const std::string file = fmt::format("{}/{}/{}/{}", submission.campaign, kClusterFolder,
                                       submission.number, kScriptFile);
  const ProgramOutput answer = call({"sbatch", "--parsable", file});
  if (!succeeded(answer)) {
    const std::string message = message_of("sbatch", answer);
    if (is_temporary(message) || WIFSIGNALED(answer.status)) throw Unavailable(message);
    throw Error(message);
  }
  std::string job =
      answer.output.substr(0, answer.output.find_first_of(";\n"));  // of "JOB;CLUSTER"
  if (job.empty() || job.find_first_not_of("0123456789") != std::string::npos)
    throw Error("sbatch: its answer names no job: " + excerpt(printable(answer.output), 80));
  return job;
}

std::string Slurm::find(const std::string& name) {
  const std::string out =
      output_of({"squeue", "--noheader", "--me", "--name=" + name, "--format=%F"});
  return out.substr(0, out.find('\n'));
}

std::vector<ActiveTask> parse_queue(const std::string& output) {
  std::vector<ActiveTask> out;
  std::istringstream lines(output);
  for (std::string line; std::getline(lines, line);) {
    std::array<std::string, 4> words;  // task, state, node, reason
    std::istringstream parts(line);
    for (std::string& word : words) std::getline(parts, word, '|');
    ActiveTask task{
        .running = words[1] != "PENDING" && words[1] != "REQUEUED" && words[1] != "REQUEUE_HOLD",
        .node = words[2],
        .why = words[3] == "None" ? "" : words[3]};
    task.task = to_number<int>(words[0]).value_or(0);
    if (task.task >= 1) out.push_back(std::move(task));
  }
  return out;
}

std::vector<ActiveTask> Slurm::active(const std::string& job) {
  const ProgramOutput answer = call(
      {"squeue", "--noheader", "--array", "--format=%K|%T|%N|%r", kActiveStates, "--jobs=" + job});
  // The job has ended, and Slurm no longer lists it.
  if (!succeeded(answer) && answer.messages.find("Invalid job id") != std::string::npos) return {};
  if (!succeeded(answer)) throw Unavailable(message_of("squeue", answer));
  return parse_queue(answer.output);
}

void Slurm::cancel(const std::string& name, Which which) {
  std::vector<std::string> arguments{"scancel", "--me", "--name=" + name};
  if (which == Which::kWaiting) arguments.emplace_back("--state=PENDING");
  output_of(arguments);
}

}  // namespace seawind::cluster
