// SPDX-License-Identifier: GPL-3.0-or-later
// seawind plot: one picture of a campaign as SVG, PNG or PDF.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "common/error.h"
#include "common/printable.h"
#include "controller/campaign/directory.h"
#include "controller/cli/exit_codes.h"
#include "controller/cli/held_campaign.h"
#include "controller/cli/verbs.h"
#include "controller/offline/configs_root.h"
#include "controller/report/draw.h"

namespace seawind {
namespace {

struct PlotOptions {
  std::string directory;
  Recipe picture{.view = {}, .metric = {}};
  std::string repetition;
  std::string reference;
  std::string recipe;
  std::string output;
};

int run(const PlotOptions& options) {
  const HeldCampaign campaign(options.directory);
  PictureRequest request{.recipe = options.picture};
  if (!options.recipe.empty()) {
    request.recipe = load_recipe(options.recipe);
  } else if (request.recipe.metric.empty()) {
    request.recipe.metric = request.recipe.view == "starts" ? "third/elapsed" : Recipe().metric;
  }
  if (request.recipe.view == "published")
    request.reference = options.reference.empty() ? shipped_reference() : options.reference;
  if (!options.repetition.empty()) request.repetition = parse_repetition(options.repetition);
  return campaign.use([&](const std::string& path) {
    draw_picture(path, request, options.output);
    fmt::print("{}\n", printable(options.output));
    return int{kOk};
  });
}

}  // namespace

void add_plot(CLI::App& app, Action& action) {
  auto options = std::make_shared<PlotOptions>();
  auto* verb = app.add_subcommand("plot", "Draw one picture of a campaign");
  verb->add_option("directory", options->directory, "The campaign directory")->required();
  auto* what =
      verb->add_option("what", options->picture.view,
                       "answer: paired differences of a metric; boxes: a metric by case; cdf: its "
                       "distributions; time, starts, versus: a metric over the time of the "
                       "campaign, over the competitor's start, over the metric of --against; "
                       "published: published against measured values; lateness, "
                       "lateness-over-time: release lateness; "
                       "timeline, sequence, delay, ipdv: of one repetition")
          ->check(CLI::IsMember(picture_kinds()));
  verb->add_option("-o,--output", options->output, "The picture: .svg, .png or .pdf")->required();
  auto* metric = verb->add_option(
      "--metric", options->picture.metric,
      "Of a picture of a metric: FLOW/METRIC or METRIC [overall_throughput; starts: "
      "third/elapsed]");
  auto* against =
      verb->add_option("--against", options->picture.against, "versus: the metric of the x axis");
  auto* flow = verb->add_option("--flow", options->picture.flow,
                                "sequence: the flow [the first that has one]");
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
                     ->excludes(against)
                     ->excludes(flow)
                     ->excludes(repetition)
                     ->excludes(reference);
  verb->parse_complete_callback([=] {
    if (what->count() + recipe->count() == 0)
      throw CLI::RequiredError("what to draw (answer, boxes, starts, timeline, ...) or --recipe");
    if (options->picture.view == "versus" && against->count() == 0)
      throw CLI::RequiredError("--against, the metric of the x axis of versus,");
    if (what->count() == 0) return;
    const std::string& view = options->picture.view;
    const PictureKind& kind = picture_kind(view);
    for (const auto& [option, fits] :
         {std::pair{metric, kind.has_metric}, std::pair{against, view == "versus"},
          std::pair{flow, view == "sequence"}, std::pair{repetition, kind.of_repetition},
          std::pair{reference, view == "published"}})
      if (option->count() > 0 && !fits)
        throw UsageError(fmt::format("`{}` has no effect on `{}`", option->get_name(), view));
  });
  verb->callback([options, &action] { action = [options] { return run(*options); }; });
}

}  // namespace seawind
