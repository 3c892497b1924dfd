// SPDX-License-Identifier: GPL-3.0-or-later
// seawind plot: one picture of a campaign as SVG, PNG or PDF.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>
#include <optional>

#include "common/error.h"
#include "common/printable.h"
#include "controller/campaign/directory.h"
#include "controller/cli/exit_codes.h"
#include "controller/cli/verbs.h"
#include "controller/offline/configs_root.h"
#include "controller/report/draw.h"

namespace seawind {
namespace {

struct PlotOptions {
  std::string directory;
  std::string what;
  PictureRequest request;
  std::string repetition;
  std::string reference;
  std::string recipe;
  std::string output;
};

int run(const PlotOptions& options) {
  store_of(options.directory);
  if (!options.recipe.empty()) {
    std::optional<Recipe> recipe;
    try {
      recipe = load_recipe(options.recipe);
    } catch (const Error& e) {
      fmt::print(stderr, "seawind: {}\n", printable(e.what()));
      return kUsage;
    }
    draw_recipe(options.directory, *recipe, options.output);
    fmt::print("{}\n", printable(options.output));
    return kOk;
  }
  PictureRequest request = options.request;
  request.kind = options.what;
  request.reference = options.reference.empty() ? shipped_reference() : options.reference;
  if (!options.repetition.empty()) request.repetition = parse_repetition(options.repetition);
  draw_picture(options.directory, request, options.output);
  fmt::print("{}\n", printable(options.output));
  return kOk;
}

}  // namespace

void add_plot(CLI::App& app, Action& action) {
  auto options = std::make_shared<PlotOptions>();
  auto* verb = app.add_subcommand("plot", "Draw one picture of a campaign");
  verb->add_option("directory", options->directory, "The campaign directory")->required();
  auto* what =
      verb->add_option("what", options->what,
                       "answer: paired differences of a metric; boxes: a metric by case; "
                       "published: published against measured values; lateness, "
                       "lateness-over-time: release lateness; "
                       "starts: a metric over the competitor's start; "
                       "timeline, sequence, delay, ipdv: of one repetition")
          ->check(CLI::IsMember({"answer", "boxes", "published", "lateness", "lateness-over-time",
                                 "starts", "timeline", "sequence", "delay", "ipdv"}));
  verb->add_option("-o,--output", options->output, "The picture: .svg, .png or .pdf")->required();
  auto* metric = verb->add_option(
      "--metric", options->request.metric,
      "answer, boxes, starts: FLOW/METRIC or METRIC [overall_throughput; third/elapsed]");
  auto* flow = verb->add_option("--flow", options->request.flow, "sequence: the flow [the first]");
  auto* repetition =
      verb->add_option("--repetition", options->repetition,
                       "timeline, sequence, delay, ipdv: CASE/N [the first valid one]");
  auto* reference =
      verb->add_option("--reference", options->reference,
                       "published: file of published values [those shipped in configs]");
  auto* recipe = verb->add_option("--recipe", options->recipe,
                                  "An analysis saved as a file, in place of `what` and its options")
                     ->excludes(what)
                     ->excludes(metric)
                     ->excludes(flow)
                     ->excludes(repetition)
                     ->excludes(reference);
  verb->parse_complete_callback([what, recipe] {
    if (what->count() + recipe->count() == 0)
      throw CLI::RequiredError("what to draw (answer, boxes, starts, timeline, ...) or --recipe");
  });
  verb->callback([options, &action] { action = [options] { return run(*options); }; });
}

}  // namespace seawind
