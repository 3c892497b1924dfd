// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/cli/config_files.h"

#include <fmt/format.h>
#include <google/protobuf/util/json_util.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>

#include "common/error.h"
#include "common/json_text.h"
#include "common/listed_files.h"
#include "common/print_error.h"
#include "common/printable.h"
#include "controller/cli/exit_codes.h"
#include "controller/offline/configs_root.h"
#include "controller/offline/load_hop.h"
#include "controller/testset/check_file.h"
#include "controller/testset/show_config.h"

namespace seawind {
namespace {

namespace fs = std::filesystem;
using google::protobuf::Message;
using Json = nlohmann::ordered_json;

struct Kind {
  const char* one;   // in messages and help
  const char* many;  // in help
};

Kind words_of(const std::string& kind) {
  if (kind == "routers") return {"router", "Routers"};
  if (kind == "tcp") return {"TCP variant", "TCP variants"};
  if (kind == "workloads") return {"workload", "Workloads"};
  return {"profile", "Link profiles"};
}

struct ConfigOptions {
  std::string kind;
  std::string name;
  std::string configs;
  bool json = false;
};

int end(const Diagnostics& problems) {
  print_error("{}", problems.render());
  return problems.empty() ? kOk : kUsage;
}

/// Files by name. Files of the working folder hide those of the configuration folder.
std::map<std::string, fs::path> files_of(const std::string& kind, const fs::path& configs) {
  std::map<std::string, fs::path> files;
  for (const fs::path& root : {fs::path("."), configs}) {
    for (const auto& file : listed_files(root / kind)) {
      if (file.extension() == ".yaml") {
        files.try_emplace(file.stem().string(), file.lexically_normal());
      }
    }
  }
  return files;
}

std::string description(const Message& message) {
  const auto* field = message.GetDescriptor()->FindFieldByName("description");
  return message.GetReflection()->GetString(message, field);
}

int list(const ConfigOptions& options) {
  const fs::path configs = configs_root(options.configs);
  const auto files = files_of(options.kind, configs);
  if (files.empty()) {
    throw Error(fmt::format("cannot list {0}: there is none in ./{0} and {1}", options.kind,
                            (configs / options.kind).string()));
  }
  Diagnostics problems;
  Json out = Json::array();
  std::size_t width = 0;
  for (const auto& [name, file] : files) width = std::max(width, name.size());
  for (const auto& [name, file] : files) {
    const auto message = read_checked(options.kind, file, configs, problems);
    if (options.json) {
      out.push_back({{"name", name},
                     {"file", file.string()},
                     {"description", message ? Json(description(*message)) : Json(nullptr)},
                     {"valid", message != nullptr}});
    } else {
      fmt::print("{:<{}}  {}\n", printable(name), width,
                 message ? description(*message) : "(not valid)");
    }
  }
  if (options.json) fmt::print("{}\n", json_text(out, 2));
  return end(problems);
}

std::string json_of(const Message& message) {
  google::protobuf::util::JsonPrintOptions style;
  style.add_whitespace = true;
  style.preserve_proto_field_names = true;
  std::string text;
  const auto status = google::protobuf::util::MessageToJsonString(message, &text, style);
  if (!status.ok()) throw Error("cannot print as JSON: " + std::string(status.message()));
  return text;
}

int show(const ConfigOptions& options) {
  const fs::path configs = configs_root(options.configs);
  Diagnostics problems;
  const fs::path file =
      find_config(options.kind, options.name, configs, words_of(options.kind).one, problems);
  if (file.empty()) return end(problems);
  if (const auto message = read_checked(options.kind, file, configs, problems)) {
    if (options.json)
      fmt::print("{}", json_of(*message));
    else
      fmt::print("# {}\n{}", printable(file.string()), show_config(*message));
  }
  return end(problems);
}

}  // namespace

CLI::App& add_config_verb(CLI::App& app, Action& action, const std::string& kind) {
  auto options = std::make_shared<ConfigOptions>();
  options->kind = kind;
  const Kind words = words_of(kind);
  auto* verb = app.add_subcommand(
      kind, fmt::format("{}: list, show{}", words.many, kind == "profiles" ? ", plot" : ""));
  verb->require_subcommand(1);
  const auto add = [&](const char* name, const std::string& help,
                       int (*run)(const ConfigOptions&)) {
    auto* sub = verb->add_subcommand(name, help);
    sub->add_option("--configs", options->configs, "Folder of profiles, routers, tcp, workloads")
        ->check(CLI::ExistingDirectory);
    sub->add_flag("--json", options->json, "Print as JSON");
    sub->callback([=, &action] { action = [=] { return run(*options); }; });
    return sub;
  };
  add("list", "List names and descriptions", list);
  add("show", fmt::format("Print a {} with all inherited values, as YAML", words.one), show)
      ->add_option("name", options->name, "A name or a file")
      ->required();
  return *verb;
}

}  // namespace seawind
