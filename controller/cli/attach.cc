// SPDX-License-Identifier: GPL-3.0-or-later
// `seawind attach`: the links that a compose file or a containerlab topology names, each by a
// `seawind bridge` of its own, which dies with this process.
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "common/config/rules.h"
#include "common/error.h"
#include "common/print_error.h"
#include "common/process.h"
#include "controller/bridge/bridge_end.h"
#include "controller/bridge/running_links.h"
#include "controller/campaign/link_counters.h"
#include "controller/cli/exit_codes.h"
#include "controller/cli/signals.h"
#include "controller/cli/verbs.h"
#include "controller/offline/configs_root.h"
#include "controller/testset/attached_links.h"
#include "controller/testset/bridge_file.h"

namespace seawind {
namespace {

struct AttachVerb {
  std::string file, project, configs, duration;
  std::vector<std::string> limits;
  bool json = false;
  bool quiet = false;
};

/// The lines of one output of a link's process, each printed with the link's name.
struct Lines {
  Fd source;
  FILE* target = nullptr;
  std::string rest{};  // an incomplete line

  /// Prints what has arrived. Returns false at the end.
  bool forward(const std::string& name, bool json) {
    std::array<char, 4096> data{};
    const ssize_t got = ::read(source.get(), data.data(), data.size());
    if (got < 0 && errno == EINTR) return true;
    if (got > 0)
      rest.append(data.data(), static_cast<std::size_t>(got));
    else if (!rest.empty())
      rest += '\n';
    std::size_t end = 0;
    for (; (end = rest.find('\n')) != std::string::npos; rest.erase(0, end + 1)) {
      const std::string line = rest.substr(0, end + 1);
      const bool is_json = json && target == stdout && line.starts_with('{');
      std::fputs(with_link_name(name, line, is_json).c_str(), target);
    }
    std::fflush(target);
    return got > 0;
  }
};

struct Running {
  std::string name;
  Process process;
  Lines out;
  Lines errors;
  bool ended = false;
};

std::vector<std::string> words_of(const BridgedLink& link, const AttachVerb& options) {
  std::vector<std::string> words{"seawind", "bridge"};
  const auto add = [&](const char* option, const std::string& value) {
    if (!value.empty()) words.insert(words.end(), {option, value});
  };
  add("--link", link.link());
  add("--fixed", link.fixed());
  add("--mobile", link.mobile());
  add("--router", link.router());
  add("--seed", std::to_string(link.seed()));
  add("--fixed-address", link.fixed_address());
  add("--mobile-address", link.mobile_address());
  if (link.has_access_point()) {
    const AccessPoint& network = link.access_point();
    add("--ssid", network.ssid());
    add("--band", config::label_of(*WifiBand_descriptor()->FindValueByNumber(network.band())));
    if (network.channel() != 0) add("--channel", std::to_string(network.channel()));
    add("--country", network.country());
    add("--security",
        config::label_of(*WifiSecurity_descriptor()->FindValueByNumber(network.security())));
  }
  for (const std::string& profile : link.page().profiles()) add("--page", profile);
  add("--name", link.name());
  add("--configs", options.configs);
  add("--for", options.duration);
  for (const std::string& limit : options.limits) add("--limit", limit);
  if (options.json) words.emplace_back("--json");
  if (options.quiet) words.emplace_back("--quiet");
  return words;
}

/// Passes a passphrase in the environment, because every user can read arguments.
std::vector<std::string> environment_of(const BridgedLink& link) {
  const std::string variable = fmt::format("{}=", kPassphraseVariable);
  const std::string& passphrase = link.access_point().passphrase();
  std::vector<std::string> out;
  for (char** one = environ; *one != nullptr; ++one)
    if (passphrase.empty() || !std::string_view(*one).starts_with(variable)) out.emplace_back(*one);
  if (!passphrase.empty()) out.push_back(variable + passphrase);
  return out;
}

Running start(const BridgedLink& link, const AttachVerb& options) {
  Pipe out = open_pipe();
  Pipe errors = open_pipe();
  // In a group of its own, so that Ctrl-C of the terminal reaches it once, from this process.
  Process process = start_program({.arguments = words_of(link, options),
                                   .file = "/proc/self/exe",
                                   .environment = environment_of(link),
                                   .files = {kNothing, out.write_end.get(), errors.write_end.get()},
                                   .dies_with_parent = true,
                                   .prepare = [] { return ::setpgid(0, 0) == 0; }});
  return {.name = link.name(),
          .process = std::move(process),
          .out = {std::move(out.read_end), stdout},
          .errors = {std::move(errors.read_end), stderr}};
}

void end_all(const std::vector<Running>& links) {
  for (const Running& one : links)
    if (!one.ended) ::kill(one.process.pid, SIGINT);
}

/// Whether the link of that `seawind bridge` runs.
bool runs(pid_t bridge) {
  return std::ranges::any_of(running_links(),
                             [&](const KnownLink& link) { return link.bridge == bridge; });
}

/// Starts the links one after the other, so that each finds the addresses and names of interfaces
/// of those before it in use. Returns when all have ended; when one ends, so do the others.
int run_links(const std::vector<BridgedLink>& wanted, const AttachVerb& options,
              const std::stop_token& stop) {
  constexpr int kPollInterval = 100;  // ms
  std::vector<Running> links;
  links.reserve(wanted.size());  // `sources` below has their addresses
  int worst = kOk;
  bool ending = false;
  for (;;) {
    if (!ending && links.size() < wanted.size() &&
        (links.empty() || runs(links.back().process.pid)))
      links.push_back(start(wanted[links.size()], options));
    std::vector<pollfd> files;
    std::vector<std::pair<Lines*, Running*>> sources;
    for (Running& one : links)
      for (Lines* lines : {&one.out, &one.errors})
        if (lines->source) {
          files.push_back({lines->source.get(), POLLIN, 0});
          sources.emplace_back(lines, &one);
        }
    if (files.empty()) break;
    if (stop.stop_requested() && !std::exchange(ending, true)) end_all(links);
    if (::poll(files.data(), files.size(), kPollInterval) < 0 && errno != EINTR)
      throw system_error("wait for the links");
    for (std::size_t i = 0; i < files.size(); ++i) {
      auto& [lines, one] = sources[i];
      if (files[i].revents != 0 && !lines->forward(one->name, options.json)) lines->source = Fd();
    }
    for (Running& one : links) {
      if (one.ended || one.out.source || one.errors.source) continue;
      const int status = reap(one.process.pid);
      one.ended = true;
      worst = std::max(worst, WIFEXITED(status) ? WEXITSTATUS(status) : int{kCannotSetUp});
      if (!std::exchange(ending, true)) end_all(links);
    }
  }
  return worst;
}

int attach(const AttachVerb& options) {
  Diagnostics problems;
  const std::vector<BridgedLink> wanted =
      read_attached_links(options.file, options.project, configs_root(options.configs), problems);
  if (!problems.empty()) throw UsageError(problems.render());
  std::string missing;
  for (const BridgedLink& link : wanted)
    for (const std::string& end : {link.fixed(), link.mobile()}) {
      try {
        open_bridge_end(end);
      } catch (const UsageError& error) {
        missing +=
            fmt::format("{}{}: {}", missing.empty() ? "" : "\n  ", link.name(), error.what());
      }
    }
  if (!missing.empty()) throw UsageError(missing);
  const StopOnSignal stop;
  return run_links(wanted, options, stop.token());
}

}  // namespace

void add_attach(CLI::App& app, Action& action) {
  auto options = std::make_shared<AttachVerb>();
  auto* verb = app.add_subcommand("attach",
                                  "Emulate the links that a compose file or a containerlab "
                                  "topology names, until Ctrl-C");
  verb->add_option("file", options->file, "compose.yaml with x-seawind, or a .clab.yaml")
      ->required()
      ->check(CLI::ExistingFile);
  verb->add_option("--project", options->project,
                   "Project of the compose file [as `docker compose` names it]");
  verb->add_option("--for", options->duration, "Time after which it ends: 30s [Ctrl-C ends it]");
  verb->add_option("--limit", options->limits,
                   "KEY=VALUE of a test set's fidelity limits, for each link (repeatable)")
      ->allow_extra_args(false);
  verb->add_flag("--json", options->json, "Print the counters as JSON, with the link's name");
  verb->add_flag("-q,--quiet", options->quiet,
                 "Print only errors and warnings, and the summary if the timing is not valid");
  verb->add_option("--configs", options->configs, "Folder of profiles and routers")
      ->check(CLI::ExistingDirectory);
  verb->callback([options, &action] { action = [options] { return attach(*options); }; });
}

}  // namespace seawind
