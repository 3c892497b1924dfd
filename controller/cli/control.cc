// SPDX-License-Identifier: GPL-3.0-or-later
// `seawind pause`, `continue` and `stop`: requests to a running campaign through its directory.
#include "controller/campaign/control.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>

#include "common/json_text.h"
#include "common/print_error.h"
#include "common/printable.h"
#include "controller/campaign/live.h"
#include "controller/cli/exit_codes.h"
#include "controller/cli/held_campaign.h"
#include "controller/cli/verbs.h"

namespace seawind {
namespace {

struct ControlOptions {
  std::string root;
  bool after_current = false;
  bool json = false;
};

constexpr std::chrono::seconds kAnswerTimeout{15};

const char* name_of(ControlAnswer answer) {
  switch (answer) {
    case ControlAnswer::kTaken:
      return "taken";
    case ControlAnswer::kEnded:
      return "ended";
    case ControlAnswer::kNotRunning:
      return "not running";
    case ControlAnswer::kNoAnswer:
      return "no answer";
  }
  return "";
}

std::string sentence(ControlRequest request, int running) {
  const auto runs = fmt::format("{} {}", running, running == 1 ? "repetition" : "repetitions");
  switch (request) {
    case ControlRequest::kRun:
      return "continues";
    case ControlRequest::kPause:
      return fmt::format("paused; {} still run{}", runs, running == 1 ? "s" : "");
    case ControlRequest::kFinish:
      return fmt::format("stops after the {} that still run{}", runs, running == 1 ? "s" : "");
    case ControlRequest::kStop:
      return "stopping";
  }
  return {};
}

void explain(const ControlOptions& options, const std::string& path, ControlRequest request,
             ControlAnswer answer, int running) {
  const std::string root = printable(options.root);
  switch (answer) {
    case ControlAnswer::kTaken:
      fmt::print("{}: {}\n", root, sentence(request, running));
      break;
    case ControlAnswer::kEnded:
      fmt::print("{}: its run has ended; see `seawind status {}`\n", root, root);
      break;
    case ControlAnswer::kNotRunning:
      print_error("seawind: cannot {} the campaign {}: it is {}\n",
                  request == ControlRequest::kRun     ? "continue"
                  : request == ControlRequest::kPause ? "pause"
                                                      : "stop",
                  root, not_running_text(path, root));
      break;
    case ControlAnswer::kNoAnswer:
      print_error(
          "seawind: the controller of {} did not respond within {} s; the request remains, "
          "see `seawind status {}`\n",
          root, kAnswerTimeout.count(), root);
      break;
  }
}

/// Whether the request has taken effect.
bool succeeded(ControlRequest request, ControlAnswer answer) {
  if (answer == ControlAnswer::kTaken) return true;
  const bool to_end = request == ControlRequest::kFinish || request == ControlRequest::kStop;
  return answer == ControlAnswer::kEnded && to_end;
}

int control(const ControlOptions& options, ControlRequest request, const std::string& path) {
  const ControlAnswer answer = send_request(path, request, kAnswerTimeout);
  const auto live = read_live(path);
  const int running = live ? running_repetitions(*live) : 0;
  const int code = succeeded(request, answer) ? kOk : kCannotSetUp;
  if (options.json) {
    const nlohmann::ordered_json out{
        {"campaign", options.root},
        {"request", to_string(request)},
        {"answer", name_of(answer)},
        {"state", live ? nlohmann::ordered_json(to_string(live->state)) : nullptr},
        {"running", running},
        {"exit_code", code}};
    fmt::print("{}\n", json_text(out, 2));
  } else {
    explain(options, path, request, answer, running);
  }
  return code;
}

int control(const ControlOptions& options, ControlRequest request) {
  return HeldCampaign(options.root).use([&](const std::string& path) {
    return control(options, request, path);
  });
}

CLI::App* add_verb(CLI::App& app, const char* name, const char* what,
                   const std::shared_ptr<ControlOptions>& options) {
  auto* verb = app.add_subcommand(name, what);
  verb->add_option("directory", options->root, "The campaign directory")->required();
  verb->add_flag("--json", options->json, "Print JSON");
  return verb;
}

}  // namespace

void add_pause(CLI::App& app, Action& action) {
  auto options = std::make_shared<ControlOptions>();
  add_verb(app, "pause", "Pause a running campaign: running repetitions end, no new one starts",
           options)
      ->callback([options, &action] {
        action = [options] { return control(*options, ControlRequest::kPause); };
      });
}

void add_continue(CLI::App& app, Action& action) {
  auto options = std::make_shared<ControlOptions>();
  add_verb(app, "continue", "Continue a paused campaign", options)->callback([options, &action] {
    action = [options] { return control(*options, ControlRequest::kRun); };
  });
}

void add_stop(CLI::App& app, Action& action) {
  auto options = std::make_shared<ControlOptions>();
  auto* verb = add_verb(app, "stop", "Stop a running campaign, as Ctrl-C does", options);
  verb->add_flag("--after-current", options->after_current,
                 "Wait for the end of the running repetitions");
  verb->callback([options, &action] {
    action = [options] {
      return control(*options,
                     options->after_current ? ControlRequest::kFinish : ControlRequest::kStop);
    };
  });
}

}  // namespace seawind
