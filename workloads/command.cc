// SPDX-License-Identifier: GPL-3.0-or-later
// Any external program at either end of a flow: iperf3, curl, nginx, a browser. The end that starts
// runs its program at the flow's start; its exit status is the outcome, and it must end within
// `duration` + `grace`. The other end is a server: its program is started when the flow is
// prepared, is ready when the flow's port is listened on, and is ended (SIGTERM, after
// kProgramPatience SIGKILL) when the starting end has ended; a server that ends earlier with a
// status other than 0 has failed.
//
// {local} {peer} {port} {duration} (whole seconds, rounded up) {dir} (a new folder, the program's
// working directory, removed afterwards) and {log} (a file in it, which is kept beside the flow's
// log with .program.log in the place of .jsonl) are replaced in arguments, variables and files.
// Standard output and error go to the flow's log's name with .output.txt in the place of .jsonl.
// HOME and TMPDIR are {dir} unless `env` sets them. The program has no access to the campaign's
// directory; its output is written there through descriptors that the agent has opened.
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/sendfile.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <chrono>
#include <filesystem>
#include <fstream>

#include "common/directory.h"
#include "common/error.h"
#include "workloads/api/placeholders.h"
#include "workloads/flow_log.h"
#include "workloads/flow_options.h"
#include "workloads/generator.h"
#include "workloads/monotonic.h"
#include "workloads/output_file.h"
#include "workloads/program.h"
#include "workloads/program_folder.h"

namespace seawind {
namespace {

constexpr std::int64_t kSecond = 1'000'000'000;
constexpr std::int64_t kReap = kSecond;  // interval between checks for orphans

constexpr const char* kProgramLog = "program.log";           // {log}
constexpr std::size_t kMaxProgramLog = kLargestProgramFile;  // bytes that are kept of {log}

struct CommandOptions : FlowOptions {
  std::vector<std::string> argv;
  std::vector<std::string> env;    // NAME=VALUE
  std::vector<std::string> files;  // NAME=CONTENT, made in the folder
  bool server = false;
  std::int64_t duration = 0;
  std::int64_t grace = 30 * kSecond;
  std::int64_t listen_within = 0;  // ns; 0: not waited for
  LogFile output;                  // output of the program
  int program_log = -1;            // descriptor of the file that keeps {log}; -1: it is not kept
};

std::pair<std::string, std::string> split(const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0) {
    throw Error("cannot parse `" + text + "`: write NAME=VALUE");
  }
  return {text.substr(0, equals), text.substr(equals + 1)};
}

class Runner {
 public:
  Runner(const CommandOptions& options, Control& control)
      : options_(options), control_(control), log_(options.log) {
    program_.output =
        options.output.name.empty() ? options.log.name + ".output.txt" : options.output.name;
    if (options.program_log >= 0) program_log_ = open_output("{log}", options.program_log);
    program_.output_descriptor = options.output.descriptor;
    program_.folder = folder_.path();
    program_.env = {{"HOME", folder_.path()}, {"TMPDIR", folder_.path()}};
    const std::array<std::string, kPlaceholders.size()> in_order{
        options.local,
        options.peer,
        std::to_string(options.port),
        std::to_string((options.duration + kSecond - 1) / kSecond),
        folder_.path(),
        folder_.path() + "/" + kProgramLog};
    std::map<std::string, std::string> values;
    for (std::size_t i = 0; i < in_order.size(); ++i) values.emplace(kPlaceholders[i], in_order[i]);
    for (const auto& word : options.argv) {
      if (!word.starts_with('=')) throw Error("cannot parse `" + word + "`: write =WORD");
      program_.argv.push_back(substitute(word.substr(1), values));
    }
    for (const auto& variable : options.env) {
      const auto [name, value] = split(variable);
      program_.env[name] = substitute(value, values);
    }
    for (const auto& file : options.files) {
      const auto [name, content] = split(file);
      if (name.find('/') != std::string::npos || name == "..") {
        throw Error("cannot make the file `" + name + "`: a name without / is needed");
      }
      std::ofstream out(std::filesystem::path(folder_.path()) / name);
      out << substitute(content, values) << std::flush;
      if (!out) throw system_error("write the program's file " + name);
    }
  }

  Outcome run() {
    Outcome outcome;
    try {
      traffic(outcome);
    } catch (const ProgramRefused& e) {
      outcome.error = e.what();
      outcome.program_failed = true;
    }
    keep_program_log();
    log_.event(monotonic_ns(), "close", {{"ok", outcome.ok}, {"error", outcome.error}});
    log_.close();
    return outcome;
  }

 private:
  void traffic(Outcome& outcome) {
    auto fields = prepared_fields("command", options_);
    fields["argv"] = program_.argv;
    log_.event(monotonic_ns(), "prepared", fields);
    control_.on_message([this](const AgentMessage& message) { finished_ |= message.finish; });
    if (program_.argv.empty()) {
      control_.ready();
      outcome.ok = true;
    } else if (options_.server) {
      serve(outcome);
    } else {
      control_.ready();
      execute(outcome);
    }
  }

  /// The program may have replaced the file by anything else, removed it, or still write to it.
  void keep_program_log() {
    if (!program_log_) return;
    try {
      const Directory folder(folder_.path());
      if (!folder.status_of(kProgramLog)) return;
      const Fd log = folder.read(kProgramLog);
      std::size_t left = kMaxProgramLog;
      while (left > 0) {
        const ssize_t copied = sendfile(program_log_.get(), log.get(), nullptr, left);
        if (copied < 0) throw system_error("keep the program's log");
        if (copied == 0) return;
        left -= static_cast<std::size_t>(copied);
      }
      log_.event(monotonic_ns(), "program_log_cut", {{"bytes", kMaxProgramLog}});
    } catch (const Error& e) {
      log_.event(monotonic_ns(), "no_program_log", {{"error", e.what()}});
    }
  }

  void serve(Outcome& outcome) {
    ExternalProgram program(program_);
    log_.event(monotonic_ns(), "started", {});
    try {
      await_listening(program);
      control_.ready();
      while (!finished_ && !program.ended())
        control_.wait(program.process(), POLLIN, monotonic_ns() + kReap);
      if (!program.ended()) {
        end(program);
      } else if (!program.end_text().empty()) {
        throw Error(failure(program));
      }
      outcome.ok = true;
    } catch (const GeneratorStopped& e) {
      end(program);
      outcome.error = e.what();
    } catch (const Error& e) {
      outcome.program_failed = program.exited();
      end(program);
      outcome.error = e.what();
    }
  }

  void await_listening(ExternalProgram& program) {
    const std::int64_t give_up = monotonic_ns() + options_.listen_within;
    constexpr std::int64_t kStep = 10'000'000;
    for (std::int64_t look = monotonic_ns();
         options_.listen_within > 0 && !is_listening(options_.port); look = monotonic_ns()) {
      if (program.ended()) throw Error(failure(program));
      if (monotonic_ns() > give_up) {
        throw Error(
            fmt::format("{} does not listen on port {} within {:.3g} s; its output is in {}",
                        program_.argv.front(), options_.port,
                        static_cast<double>(options_.listen_within) / 1e9, output_name()));
      }
      const std::int64_t now = monotonic_ns();
      control_.wait(program.process(), POLLIN, now + std::max(kStep, 9 * (now - look)));
    }
  }

  void execute(Outcome& outcome) {
    std::optional<ExternalProgram> program;
    try {
      const Control::Start start = control_.wait_start();
      program.emplace(program_);
      const std::int64_t now = monotonic_ns();
      outcome.start_late_ns = now - start.intended;
      log_.event(now, "start", {{"intended", start.intended}, {"late_ns", *outcome.start_late_ns}});
      const std::int64_t limit = start.intended + options_.duration + options_.grace;
      while (!program->ended()) {
        if (monotonic_ns() >= limit) {
          throw Error(fmt::format(
              "{} was still running after {:.3g} s; its output is in {}", program_.argv.front(),
              static_cast<double>(options_.duration + options_.grace) / 1e9, output_name()));
        }
        control_.wait(program->process(), POLLIN, std::min(limit, monotonic_ns() + kReap));
      }
      if (!program->end_text().empty()) {
        outcome.program_failed = program->exited();
        throw Error(failure(*program));
      }
      outcome.ok = true;
    } catch (const ProgramRefused&) {
      throw;
    } catch (const Error& e) {
      if (program) end(*program);
      outcome.error = e.what();
    }
  }

  /// The file name without its folder, because the folder changes when the attempt has ended.
  std::string output_name() const {
    return std::filesystem::path(program_.output).filename().string();
  }

  std::string failure(const ExternalProgram& program) const {
    const std::string line = program.last_output_line();
    return fmt::format("{} {}{}; its output is in {}", program_.argv.front(),
                       program.end_text().empty() ? "ended" : program.end_text(),
                       line.empty() ? "" : ": " + line, output_name());
  }

  void end(ExternalProgram& program) {
    program.signal(SIGTERM);
    const std::int64_t limit = monotonic_ns() + std::chrono::nanoseconds(kProgramPatience).count();
    while (!program.ended() && monotonic_ns() < limit) {
      pollfd ended{program.process(), POLLIN, 0};
      poll(&ended, 1, 100);
    }
    program.signal(SIGKILL);
  }

  const CommandOptions& options_;
  Control& control_;
  FlowLog log_;
  ProgramFolder folder_;
  ProgramOptions program_;
  Fd program_log_;  // keeps {log}
  bool finished_ = false;
};

class Command final : public Generator {
 public:
  void add_options(CLI::App& app) override {
    constexpr std::int64_t kDay = 86'400 * kSecond;
    add_flow_options(app, options_);
    app.add_option("--argv", options_.argv,
                   "One word of the program and its arguments, as --argv=WORD; none: no program at "
                   "this end")
        ->allow_extra_args(false);
    app.add_option("--env", options_.env, "NAME=VALUE of a variable")->allow_extra_args(false);
    app.add_option("--output", options_.output.name,
                   "File for the output of the program [beside the log, with .output.txt]");
    app.add_option("--output-fd", options_.output.descriptor,
                   "The descriptor of that file, which is open already");
    app.add_option("--program-log-fd", options_.program_log,
                   "The descriptor of an open file that keeps {log}");
    app.add_option("--files", options_.files, "NAME=CONTENT of a file in {dir}")
        ->allow_extra_args(false);
    app.add_flag("--server", options_.server,
                 "Start at once and run until the agent sends `finish`");
    app.add_option("--duration", options_.duration, "ns, given to the program as {duration}")
        ->required()
        ->check(CLI::Range(std::int64_t{1}, kDay));
    app.add_option("--grace", options_.grace, "ns beyond the duration the program may take")
        ->check(CLI::Range(std::int64_t{0}, kDay));
    app.add_option("--listen-within", options_.listen_within,
                   "ns within which a server listens on the port; 0: not waited for")
        ->check(CLI::Range(std::int64_t{0}, std::int64_t{10 * kSecond}));
  }

  Outcome run(Control& control) override { return Runner(options_, control).run(); }

 private:
  CommandOptions options_;
};

[[maybe_unused]] const bool kCommandRegistered = register_generator(
    {"command", "Any external program at either end",
     []() -> std::unique_ptr<Generator> { return std::make_unique<Command>(); }});

}  // namespace
}  // namespace seawind
