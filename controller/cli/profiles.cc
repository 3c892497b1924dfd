// SPDX-License-Identifier: GPL-3.0-or-later
// `seawind profiles plot`: previews the behaviour of a link.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>

#include "common/error.h"
#include "common/print_error.h"
#include "common/printable.h"
#include "common/units.h"
#include "controller/cli/config_files.h"
#include "controller/cli/exit_codes.h"
#include "controller/offline/configs_root.h"
#include "controller/offline/link_program.h"
#include "controller/offline/load_hop.h"
#include "controller/report/picture.h"
#include "controller/report/picture_renderer.h"

namespace seawind {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

struct ProfilesOptions {
  HopChoice hop;
  std::string configs;
  std::string folder = ".";
  PreviewChoice preview;
  bool json = false;
};

/// Writes NAME.svg and NAME.png, and their data and script, NAME.json and render.js.
void draw_preview(const Json& preview, const fs::path& folder, const std::string& name) {
  constexpr int kWidth = 900;  // pixels
  const Json picture = {{"kind", "profile"}, {"preview", preview}};
  const auto drawn =
      render_pictures(folder, name, {{"pictures", {picture}}, {"width", kWidth}, {"paper", true}});
  for (const char* end : {".svg", ".png"})
    write_picture(drawn.at(0).value().svg, folder / (name + end));
}

int plot(ProfilesOptions options) {
  options.hop.configs = configs_root(options.configs);
  Diagnostics problems;
  const auto hop = load_hop(options.hop, problems);
  print_error("{}", problems.render());
  if (!hop) return kUsage;
  std::string printed;
  const int code =
      run_seawind_link(preview_arguments(options.preview, options.hop.seed), hop->spec, printed);
  if (code != kOk) return code;
  if (options.json) {
    fmt::print("{}", printed);
    return kOk;
  }
  std::error_code error;
  fs::create_directories(options.folder, error);
  if (error) throw Error(fmt::format("cannot make {}: {}", options.folder, error.message()));
  const std::string name = picture_file(hop->spec.link().name());
  draw_preview(Json::parse(printed), options.folder, name);
  for (const std::string& file : {name + ".svg", name + ".png", name + ".json"})
    fmt::print("{}\n", printable((fs::path(options.folder) / file).string()));
  return kOk;
}

}  // namespace

void add_configs(CLI::App& app, Action& action) {
  auto options = std::make_shared<ProfilesOptions>();
  auto* plot_verb = add_config_verb(app, action, "profiles")
                        .add_subcommand("plot",
                                        "Plot rate, states and probe delays over time, and the "
                                        "distribution of the delays");
  plot_verb->add_option("--configs", options->configs, "Folder of profiles and routers")
      ->check(CLI::ExistingDirectory);
  plot_verb->add_flag("--json", options->json, "Print as JSON");
  plot_verb->add_option("profile", options->hop.profile, "Link profile: a name or a file")
      ->required();
  plot_verb->add_option("-o,--output", options->folder, "Folder for the pictures")
      ->capture_default_str();
  plot_verb->add_option("--seed", options->hop.seed, "Seed of the repetition")
      ->capture_default_str()
      ->check(CLI::Validator(seed_problem, "N"));
  plot_verb->add_option("--duration", options->preview.duration, "Length of the plot, in link time")
      ->capture_default_str();
  plot_verb->add_option("--probe-size", options->preview.probe_size, "IP bytes of a probe packet")
      ->capture_default_str();
  plot_verb
      ->add_option("--probe-interval", options->preview.probe_interval,
                   "Time between probe packets")
      ->capture_default_str();
  plot_verb->add_option(
      "--router", options->hop.router,
      fmt::format("Router in front of the downlink [none; {} where the link needs one]",
                  kDefaultRouter));
  plot_verb->add_option("--uplink-router", options->hop.uplink_router,
                        "Router in front of the uplink [none]");
  plot_verb->callback([options, &action] { action = [options] { return plot(*options); }; });
  for (const char* kind : {"routers", "tcp", "workloads"}) add_config_verb(app, action, kind);
}

}  // namespace seawind
