// SPDX-License-Identifier: GPL-3.0-or-later
// `seawind profiles`: lists the link profiles, shows one of them, and previews its behaviour.
#include <fmt/format.h>
#include <google/protobuf/util/json_util.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>

#include "common/error.h"
#include "common/printable.h"
#include "common/units.h"
#include "controller/cli/exit_codes.h"
#include "controller/cli/verbs.h"
#include "controller/offline/configs_root.h"
#include "controller/offline/link_program.h"
#include "controller/offline/load_hop.h"
#include "controller/report/picture.h"
#include "controller/report/picture_renderer.h"
#include "controller/testset/show_config.h"

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

int complain(const Diagnostics& problems) {
  fmt::print(stderr, "{}", problems.render());
  return kUsage;
}

/// Profile files by name. Files of the working folder hide those of the configuration folder.
std::map<std::string, fs::path> profile_files(const fs::path& configs) {
  std::map<std::string, fs::path> files;
  for (const fs::path& root : {fs::path("."), configs}) {
    std::error_code none;
    for (const auto& entry : fs::directory_iterator(root / "profiles", none)) {
      if (entry.path().extension() == ".yaml") {
        files.try_emplace(entry.path().stem().string(), entry.path().lexically_normal());
      }
    }
  }
  return files;
}

int list(const ProfilesOptions& options) {
  const fs::path configs = configs_root(options.configs);
  const auto files = profile_files(configs);
  if (files.empty()) {
    throw Error(fmt::format("cannot list profiles: there is none in ./profiles and {}",
                            (configs / "profiles").string()));
  }
  Diagnostics problems;
  Json out = Json::array();
  std::size_t width = 0;
  for (const auto& [name, file] : files) width = std::max(width, name.size());
  for (const auto& [name, file] : files) {
    LinkProfile profile;
    const bool valid = read_profile(file, configs, profile, problems);
    if (options.json) {
      out.push_back({{"name", name},
                     {"file", file.string()},
                     {"description", valid ? Json(profile.description()) : Json(nullptr)},
                     {"valid", valid}});
    } else {
      fmt::print("{:<{}}  {}\n", printable(name), width,
                 valid ? profile.description() : "(not valid)");
    }
  }
  if (options.json) fmt::print("{}\n", out.dump(2));
  return problems.empty() ? kOk : complain(problems);
}

int show(const ProfilesOptions& options) {
  const fs::path configs = configs_root(options.configs);
  Diagnostics problems;
  const fs::path file = find_config("profiles", options.hop.profile, configs, "profile", problems);
  LinkProfile profile;
  if (file.empty() || !read_profile(file, configs, profile, problems)) return complain(problems);
  if (options.json) {
    google::protobuf::util::JsonPrintOptions style;
    style.add_whitespace = true;
    style.preserve_proto_field_names = true;
    std::string text;
    const auto status = google::protobuf::util::MessageToJsonString(profile, &text, style);
    if (!status.ok()) throw Error("cannot show the profile: " + std::string(status.message()));
    fmt::print("{}", text);
  } else {
    fmt::print("# {}\n{}", printable(file.string()), show_config(profile));
  }
  return kOk;
}

/// Writes NAME.svg and NAME.png, and their data and script, NAME.json and render.js.
void draw_preview(const Json& preview, const fs::path& folder, const std::string& name) {
  constexpr int kWidth = 900;  // pixels
  const Json picture = {{"kind", "profile"}, {"preview", preview}};
  const auto svg =
      render_pictures(folder, name, {{"pictures", {picture}}, {"width", kWidth}, {"paper", true}});
  for (const char* end : {".svg", ".png"})
    write_picture(folder, svg.at(0).value(), folder / (name + end));
}

int plot(ProfilesOptions options) {
  options.hop.configs = configs_root(options.configs);
  Diagnostics problems;
  const auto hop = load_hop(options.hop, problems);
  fmt::print(stderr, "{}", problems.render());
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

void add_profiles(CLI::App& app, Action& action) {
  auto options = std::make_shared<ProfilesOptions>();
  auto* verb = app.add_subcommand("profiles", "Link profiles: list, show, plot");
  verb->require_subcommand(1);
  const auto common = [&options](CLI::App* of) {
    of->add_option("--configs", options->configs, "Folder of profiles and routers");
    of->add_flag("--json", options->json, "Print as JSON");
    return of;
  };
  common(verb->add_subcommand("list", "List names and descriptions"))->callback([options, &action] {
    action = [options] { return list(*options); };
  });
  auto* show_verb =
      common(verb->add_subcommand("show", "Print a profile with all inherited values, as YAML"));
  show_verb->add_option("profile", options->hop.profile, "Link profile: a name or a file")
      ->required();
  show_verb->callback([options, &action] { action = [options] { return show(*options); }; });

  auto* plot_verb = common(verb->add_subcommand(
      "plot", "Plot rate, states and probe delays over time, and the distribution of the delays"));
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
                  kUsualRouter));
  plot_verb->add_option("--uplink-router", options->hop.uplink_router,
                        "Router in front of the uplink [none]");
  plot_verb->callback([options, &action] { action = [options] { return plot(*options); }; });
}

}  // namespace seawind
