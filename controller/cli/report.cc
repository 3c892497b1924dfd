// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/report/report.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <map>
#include <memory>
#include <thread>
#include <tuple>

#include "common/print_error.h"
#include "common/printable.h"
#include "controller/campaign/control.h"
#include "controller/campaign/directory.h"
#include "controller/cli/exit_codes.h"
#include "controller/cli/held_campaign.h"
#include "controller/cli/verbs.h"
#include "controller/offline/configs_root.h"
#include "controller/report/named.h"

namespace seawind {
namespace {

struct ReportArguments {
  std::string directory;
  std::string output;
  std::string reference;
  std::string against;
  std::string repetition;
  Courses courses = Courses::kAuto;
  bool single_file = false;
  bool follow = false;
  bool json = false;
};

int page_width() {
  winsize size{};
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return 100;
  return std::max<int>(size.ws_col, 60);
}

/// Writes the page again whenever an attempt has ended, until no controller runs the campaign.
std::filesystem::path follow(const HeldCampaign& campaign, ReportOptions options) {
  const std::string directory = campaign.path();
  constexpr auto kInterval = std::chrono::seconds(2);
  std::tuple<int, int, int, int> written;
  std::filesystem::path page;
  for (options.version = 1;; ++options.version) {
    const bool running = is_running(directory);
    const StoreProgress now = Store(store_of(directory), Store::Access::kReadOnly).progress();
    const std::tuple seen(now.done, now.failed, now.invalid_attempts, now.failed_attempts);
    if (!running) options.version = 0;
    if (page.empty() || seen != written || !running) page = write_report(directory, options);
    if (!running) return page;
    if (options.version == 1) fmt::print("page: {}\n", printable(campaign.shown(page.string())));
    written = seen;
    std::this_thread::sleep_for(kInterval);
  }
}

int report(const HeldCampaign& campaign, const ReportArguments& options) {
  ReportOptions wanted;
  wanted.output = options.output;
  wanted.reference = options.reference.empty() ? shipped_reference() : options.reference;
  wanted.against = options.against;
  if (!options.repetition.empty()) {
    RepetitionRef named = parse_repetition(options.repetition);
    named.case_name = named_case(load_overview(options.directory), named.case_name).name;
    (void)done_repetition(options.directory, named.case_name, named.number);
    wanted.repetition = named;
  }
  wanted.courses = options.courses;
  wanted.single_file = options.single_file;
  Diagnostics warnings;
  wanted.warnings = &warnings;
  if (options.json) {
    fmt::print("{}\n", report_json(options.directory, wanted));
    print_error("{}", campaign.shown(warnings.render()));
    return kOk;
  }
  std::filesystem::path page;
  if (options.follow) page = follow(campaign, wanted);
  fmt::print("{}\n", render_terminal_report(options.directory, wanted, page_width()));
  if (!options.follow) page = write_report(options.directory, wanted);
  print_error("{}", campaign.shown(warnings.render()));
  fmt::print("page: {}\n", printable(campaign.shown(page.string())));
  return kOk;
}

int run(ReportArguments options) {
  const HeldCampaign campaign(options.directory);
  return campaign.use([&](const std::string& path) {
    options.directory = path;
    return report(campaign, options);
  });
}

}  // namespace

void add_report(CLI::App& app, Action& action) {
  auto options = std::make_shared<ReportArguments>();
  auto* verb =
      app.add_subcommand("report", "Print a campaign's report and write it as an HTML page");
  verb->add_option("directory", options->directory, "The campaign directory")->required();
  verb->add_option("-o,--output", options->output,
                   "The page to write [report/report.html in the campaign]");
  verb->add_option("--reference", options->reference,
                   "File of published values to compare with [those shipped in configs]");
  verb->add_option("--against", options->against,
                   "A case, with which every other case is compared, or the directory of another "
                   "campaign with the same cases");
  verb->add_option("--repetition", options->repetition,
                   "CASE/N: the repetition that is shown first [the first valid one of a case with "
                   "channel errors, else of the first case]");
  const std::map<std::string, Courses> courses = {{"auto", Courses::kAuto},
                                                  {"all", Courses::kAll},
                                                  {"first", Courses::kFirst},
                                                  {"none", Courses::kNone}};
  verb->add_option("--courses", options->courses,
                   "Repetitions with a time plot in the page: all, first (of each case), none, or "
                   "auto (all if there are at most 1000, otherwise first) [auto]")
      ->transform(CLI::Transformer(courses))
      ->transform(CLI::IsMember(courses))  // runs first: takes no numbers
      ->option_text("all|first|none|auto");
  auto* single = verb->add_flag("--single-file", options->single_file,
                                "Put these repetitions into the page, not into files beside it");
  auto* json = verb->add_flag("--json", options->json, "Print the report as JSON; write no page");
  verb->add_flag("--follow", options->follow,
                 "While the campaign runs, write the page again when a repetition has ended; an "
                 "open page reloads itself")
      ->excludes(single)
      ->excludes(json);
  verb->callback([options, &action] { action = [options] { return run(*options); }; });
}

}  // namespace seawind
