// SPDX-License-Identifier: GPL-3.0-or-later
// seawind export: writes a repetition, a case or a campaign as files for other programs.
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>

#include "common/error.h"
#include "common/output_folder.h"
#include "common/print_error.h"
#include "common/printable.h"
#include "common/to_number.h"
#include "controller/campaign/directory.h"
#include "controller/cli/exit_codes.h"
#include "controller/cli/held_campaign.h"
#include "controller/cli/verbs.h"
#include "controller/export/formats.h"
#include "controller/report/report.h"
#include "controller/store/layout.h"
#include "controller/store/staging.h"

namespace seawind {
namespace {

struct ExportOptions {
  std::string directory;
  std::string output;
  std::vector<std::string> cases;
  std::vector<std::string> repetitions;  // N or CASE/N
  CaptureEnd end = CaptureEnd::kBoth;
  std::vector<char> wanted = std::vector<char>(export_formats().size());
  bool json = false;
};

/// On a terminal one line that is redrawn, otherwise one line per file.
class Progress {
 public:
  void file(std::size_t number, std::size_t of, const std::string& name) {
    where_ = fmt::format("[{}/{}] {}", number, of, name);
    if (!terminal_) print_error("{}\n", where_);
  }
  void bytes(std::uint64_t done, std::uint64_t all) {
    if (!terminal_) return;
    print_error("\r{} {} %\x1b[K", where_, all == 0 ? 100 : done * 100 / all);
    std::fflush(stderr);
  }
  ~Progress() {
    if (terminal_) print_error("\r\x1b[K");
  }

 private:
  bool terminal_ = isatty(STDERR_FILENO) == 1;
  std::string where_;
};

/// Parses "N" (of every case) or "CASE/N".
void add_repetition(const std::string& text, ExportChoice& choice) {
  if (const auto number = to_number<int>(text); number && *number >= 0) {
    choice.numbers.push_back(*number);
    return;
  }
  choice.repetitions.push_back(parse_repetition(text));
}

int run(const HeldCampaign& campaign, const ExportOptions& options) {
  ExportChoice choice{.cases = options.cases};
  for (const auto& text : options.repetitions) add_repetition(text, choice);
  const std::filesystem::path root = options.output.empty()
                                         ? std::filesystem::path(options.directory) / kExportFolder
                                         : std::filesystem::path(options.output);
  nlohmann::ordered_json files = nlohmann::ordered_json::array();
  const auto print_paths = [&](const std::vector<std::filesystem::path>& made) {
    for (const auto& path : made) {
      files.push_back(path.string());
      if (!options.json) fmt::print("{}\n", printable(path.string()));
    }
  };
  auto items = select(options.directory, choice);
  for (ExportItem& item : items) item.end = options.end;
  for (std::size_t f = 0; f < export_formats().size(); ++f)
    if (const auto& format = export_formats()[f]; options.wanted[f])
      if (const std::string refusal = export_refusal(format, items); !refusal.empty())
        throw UsageError(
            fmt::format("cannot export {} as --{}: {}", options.directory, format.name, refusal));
  for (const ExportItem& item : items)
    if (!item.not_valid.empty())
      print_error("seawind: warning: {} repetition {} is {}; its numbers do not count\n",
                  printable(item.case_name), item.number, printable(item.mark()));
  for (std::size_t f = 0; f < export_formats().size(); ++f) {
    const ExportFormat& format = export_formats()[f];
    if (!options.wanted[f]) continue;
    std::vector<std::filesystem::path> made;
    const auto write = [&](const std::filesystem::path& folder) {
      if (format.exporter == nullptr) {
        made = export_csv(options.directory, choice, folder);
        return;
      }
      Progress progress;
      for (std::size_t i = 0; i < items.size(); ++i) {
        progress.file(i + 1, items.size(), items[i].file_stem());
        const auto one = format.exporter(items[i], folder,
                                         [&](auto done, auto all) { progress.bytes(done, all); });
        made.insert(made.end(), one.begin(), one.end());
      }
    };
    const auto folder = root / format.folder;
    if (options.output.empty()) {
      make_beneath(options.directory, fmt::format("{}/{}", kExportFolder, format.folder), write);
    } else {
      make_in(open_or_make_output(open_or_make_output(root), format.folder), write);
    }
    for (auto& path : made) path = campaign.shown(folder / path.filename());
    print_paths(made);
  }
  if (options.json) fmt::print("{}\n", json_text(nlohmann::ordered_json{{"files", files}}, 2));
  return kOk;
}

int run(ExportOptions options) {
  const HeldCampaign campaign(options.directory);
  return campaign.use([&](const std::string& path) {
    options.directory = path;
    return run(campaign, options);
  });
}

}  // namespace

void add_export(CLI::App& app, Action& action) {
  auto options = std::make_shared<ExportOptions>();
  auto* verb = app.add_subcommand(
      "export", "Write a campaign, a case or a repetition in file formats of other programs");
  verb->add_option("directory", options->directory, "The campaign directory")->required();
  verb->add_option("--case", options->cases, "Only this case (may be given again) [all]")
      ->allow_extra_args(false);
  verb->add_option("--repetition", options->repetitions,
                   "Only this repetition: N of every case selected, or CASE/N (may be given again) "
                   "[all that are done]")
      ->allow_extra_args(false);
  verb->add_option("-o,--output", options->output, "Folder to write to [DIRECTORY/export]");
  const std::map<std::string, CaptureEnd> ends = {
      {"both", CaptureEnd::kBoth}, {"fixed", CaptureEnd::kFixed}, {"mobile", CaptureEnd::kMobile}};
  auto* end =
      verb->add_option("--end", options->end,
                       "The end of the link whose packets --pcapng writes; with both, every "
                       "packet that arrives is in the file twice [both]")
          ->transform(CLI::Transformer(ends))
          ->transform(CLI::IsMember(ends))  // runs first: takes no numbers
          ->option_text("fixed|mobile|both");
  auto* formats = verb->add_option_group("formats", "At least one");
  for (std::size_t f = 0; f < export_formats().size(); ++f) {
    const ExportFormat& format = export_formats()[f];
    auto* flag = formats->add_flag_callback(
        std::string("--") + format.name, [options, f] { options->wanted[f] = 1; }, format.doc);
    if (format.exporter == export_pcapng) end->needs(flag);
  }
  formats->require_option(1, static_cast<int>(export_formats().size()));
  verb->add_flag("--json", options->json, "Print the files as JSON");
  verb->callback([options, &action] { action = [options] { return run(*options); }; });
}

}  // namespace seawind
