// SPDX-License-Identifier: GPL-3.0-or-later
// seawind-link: the emulator's link model in virtual time; it needs no root rights, clock or
// network. The controller's `seawind link` and `seawind profiles` resolve profiles and run it. Its
// own input is a HopSpec message. Exit codes: 0 success, 2 wrong usage or input, 3 the output
// cannot be written.
#include <CLI/CLI.hpp>
#include <filesystem>
#include <iostream>
#include <string>
#include <vector>

#include "common/inherited.h"
#include "common/out_of_memory.h"
#include "common/printable.h"
#include "common/units.h"
#include "emulator/offline/hop_file.h"
#include "emulator/offline/input_error.h"
#include "emulator/offline/json.h"

namespace seawind {
namespace {

constexpr int kUsage = 2;
constexpr int kCannotSetUp = 3;

struct Options {
  std::string hop;
  std::uint64_t seed = 1;
  bool json = false;
  // replay
  ReplayOptions replay;
  std::vector<std::string> fixed, mobile;
  // preview
  std::string duration = "60s", probe_size = "100B", probe_interval = "100ms";
};

std::int64_t quantity(const std::string& option, const std::string& text, Unit unit,
                      std::int64_t least, std::int64_t most, const std::string& range) {
  const Quantity read = parse_quantity(text, unit);
  if (!read.value) throw InputError(option + ": " + read.problem);
  if (*read.value < static_cast<double>(least) || *read.value > static_cast<double>(most)) {
    throw InputError(option + ": " + text + " is not between " + range);
  }
  return static_cast<std::int64_t>(*read.value);
}

int run_replay(Options& options) {
  const HopConfig hop = read_hop(options.hop, options.seed);
  ReplayOptions& replay_options = options.replay;
  const auto& given = options.fixed.empty() ? options.mobile : options.fixed;
  if (given.empty()) {
    replay_options.sides = guess_sides(replay_options.capture);
  } else {
    replay_options.sides.ranges_are_fixed_side = !options.fixed.empty();
    for (const auto& text : given) replay_options.sides.ranges.push_back(address_range(text));
  }
  replay_options.comment = "replay of " +
                           std::filesystem::path(replay_options.capture).filename().string() +
                           ", seed " + std::to_string(options.seed);
  const ReplaySummary summary = replay(hop, replay_options);
  std::cout << (options.json ? replay_json(summary, replay_options, options.seed)
                             : replay_text(summary, replay_options));
  return 0;
}

int run_preview(const Options& options) {
  const HopConfig hop = read_hop(options.hop, options.seed);
  Probe probe;
  probe.bytes = static_cast<std::uint32_t>(
      quantity("--probe-size", options.probe_size, BYTES, 28, 65535, "28B and 65535B"));
  probe.interval =
      Duration::nanoseconds(quantity("--probe-interval", options.probe_interval, DURATION, 1'000,
                                     3'600'000'000'000, "1us and 1h"));
  const auto duration = Duration::nanoseconds(quantity(
      "--duration", options.duration, DURATION, 1'000'000, 86'400'000'000'000, "1ms and 24h"));
  std::cout << preview_json(preview(hop, duration, probe), hop, duration, probe);
  return 0;
}

int run(int argc, char** argv) {
  Options options;
  CLI::App app("seawind-link: runs a link in virtual time", "seawind-link");
  app.set_version_flag("--version", "seawind-link " SEAWIND_VERSION);
  app.require_subcommand(1);
  const auto common = [&options](CLI::App* verb) {
    verb->add_option("--hop", options.hop, "HopSpec message (binary or JSON); - for stdin")
        ->required();
    verb->add_option("--seed", options.seed, "seed of the repetition")
        ->capture_default_str()
        ->check(CLI::Validator(seed_problem, "N"));
  };
  auto* replay_verb = app.add_subcommand("replay", "Send a capture through the link");
  replay_verb->add_option("capture", options.replay.capture, "pcap or pcapng file")->required();
  common(replay_verb);
  replay_verb->add_option("-o,--output", options.replay.output, "pcapng file to write")->required();
  replay_verb->add_option("--events", options.replay.event_log, "event log to write (zstd)");
  auto* fixed = replay_verb->add_option("--fixed", options.fixed,
                                        "ADDRESS[/PREFIX] of the fixed side (repeatable)");
  replay_verb
      ->add_option("--mobile", options.mobile, "ADDRESS[/PREFIX] of the mobile side (repeatable)")
      ->excludes(fixed);
  replay_verb->add_flag("--json", options.json, "print the summary as JSON");
  auto* preview_verb =
      app.add_subcommand("preview", "Print states, rates and delays over time as JSON");
  common(preview_verb);
  preview_verb->add_option("--duration", options.duration, "length of the preview, in link time")
      ->capture_default_str();
  preview_verb->add_option("--probe-size", options.probe_size, "IP bytes of a probe packet")
      ->capture_default_str();
  preview_verb->add_option("--probe-interval", options.probe_interval, "time between probe packets")
      ->capture_default_str();
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& wanted) {
    return app.exit(wanted);
  } catch (const CLI::ParseError& error) {
    std::cerr << "seawind-link: " << printable(error.what()) << "\nSee `seawind-link --help`.\n";
    return kUsage;
  }
  try {
    return replay_verb->parsed() ? run_replay(options) : run_preview(options);
  } catch (const InputError& error) {
    std::cerr << "seawind-link: " << printable(error.what()) << '\n';
    return kUsage;
  } catch (const std::exception& error) {
    std::cerr << "seawind-link: " << printable(error.what()) << '\n';
    return kCannotSetUp;
  }
}

}  // namespace
}  // namespace seawind

int main(int argc, char** argv) {
  seawind::correct_inherited_state();
  seawind::exit_when_out_of_memory("seawind-link", seawind::kCannotSetUp);
  return seawind::run(argc, argv);
}
