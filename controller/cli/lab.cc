// SPDX-License-Identifier: GPL-3.0-or-later
// seawind lab: the members of a laboratory.
#include <fmt/chrono.h>
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>

#include "common/json_text.h"
#include "common/printable.h"
#include "common/unix_time.h"
#include "controller/cli/exit_codes.h"
#include "controller/cli/lab_folders.h"
#include "controller/cli/verbs.h"
#include "lab/lab_folder.h"

namespace seawind {
namespace {

struct LabOptions {
  std::string lab;  // empty: the only one
  std::string name;
  std::string line;
  bool emulator = false;
  bool json = false;
};

std::string day(lab::UnixSeconds at) {
  return fmt::format("{:%Y-%m-%d}", fmt::gmtime(static_cast<std::time_t>(at)));
}

int init(const LabOptions& options) {
  std::filesystem::create_directories(lab_folders());
  const auto made = lab::LabFolder::make(lab_folders(), options.name, unix_seconds());
  fmt::print("The lab {} is in {}. Anyone who has a copy of that folder controls the lab.\n",
             made.name(), printable(made.path().string()));
  return kOk;
}

int add_host(const LabOptions& options) {
  lab::LabFolder folder = open_lab(options.lab);
  const lab::Identity host{options.emulator ? lab::Role::kEmulator : lab::Role::kAgent,
                           options.name};
  fmt::print("{}\n", folder.add(host, options.line, unix_seconds()));
  return kOk;
}

int list(const LabOptions& options) {
  const lab::LabFolder folder = open_lab(options.lab);
  if (options.json) {
    auto out = nlohmann::ordered_json::array();
    for (const auto& host : folder.hosts())
      out.push_back({{"host", host.identity.name},
                     {"role", lab::to_string(host.identity.role)},
                     {"until", day(host.end)}});
    fmt::print("{}\n", json_text(out, 2));
    return kOk;
  }
  fmt::print("{:20} {:10} {}\n", "host", "role", "certificate until");
  for (const auto& host : folder.hosts())
    fmt::print("{:20} {:10} {}\n", host.identity.name, lab::to_string(host.identity.role),
               day(host.end));
  return kOk;
}

int revoke(const LabOptions& options) {
  open_lab(options.lab).revoke(options.name);
  fmt::print("{} is no longer of the lab: nobody who has the new list accepts it.\n", options.name);
  return kOk;
}

}  // namespace

void add_lab(CLI::App& app, Action& action) {
  CLI::App* const command =
      app.add_subcommand("lab", "Makes a laboratory, and says which hosts belong to it");
  command->require_subcommand(1);
  const auto options = std::make_shared<LabOptions>();
  const auto add = [&](const char* name, const char* what, int (*does)(const LabOptions&)) {
    CLI::App* const verb = command->add_subcommand(name, what);
    verb->callback(
        [&action, options, does] { action = [options, does] { return does(*options); }; });
    return verb;
  };
  const auto name_lab = [&](CLI::App* verb) {
    verb->add_option("--lab", options->lab, "The lab; needed if this user has several");
  };
  add("init", "Makes a lab", init)
      ->add_option("name", options->name, "Of the lab: letters, digits, - and _")
      ->required();
  CLI::App* const adding =
      add("add", "Makes a host a member; prints the line for `seawind-agent join` there", add_host);
  adding->add_option("host", options->name, "The host's name in the lab")->required();
  adding->add_option("line", options->line, "What `seawind-agent key` has printed there")
      ->required();
  adding->add_flag("--emulator", options->emulator, "The host is the lab's emulator");
  CLI::App* const removing = add(
      "revoke", "Revokes the certificate of a host: it is no longer a member of the lab", revoke);
  removing->add_option("host", options->name, "The host's name in the lab")->required();
  CLI::App* const listing = add("list", "Lists the hosts of a lab", list);
  listing->add_flag("--json", options->json, "Print JSON");
  for (CLI::App* const verb : {adding, removing, listing}) name_lab(verb);
}

}  // namespace seawind
