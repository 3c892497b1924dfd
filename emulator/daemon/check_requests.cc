// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/daemon/check_requests.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <iterator>

#include "common/config/names.h"
#include "common/printable.h"
#include "emulator/api/emulator.pb.h"
#include "emulator/ports/registry.h"
#include "emulator/spec/hop_spec.h"

namespace seawind {
namespace {

bool stays_inside(const std::filesystem::path& path) {
  return path.is_relative() && std::find(path.begin(), path.end(), "..") == path.end();
}

bool has_control(const std::string& text) {
  const auto control = [](unsigned char c) { return c < 0x20; };
  return !is_printable(text) || std::any_of(text.begin(), text.end(), control);
}

}  // namespace

HopConfig check_create(const CreateLinkRequest& request, std::vector<std::string>& problems) {
  if (const std::string p = config::name_problem(request.name(), PLAIN_NAME); !p.empty()) {
    problems.push_back("name: " + p);
  }
  if (request.fixed_interface().empty()) problems.emplace_back("fixed_interface: is missing");
  if (request.mobile_interface().empty()) problems.emplace_back("mobile_interface: is missing");
  const std::vector<std::string> kinds = port_kinds();
  if (!request.port_kind().empty() &&
      std::find(kinds.begin(), kinds.end(), request.port_kind()) == kinds.end()) {
    problems.push_back(fmt::format("port_kind: `{}` is not known; known: {}", request.port_kind(),
                                   fmt::join(kinds, ", ")));
  }
  if (!stays_inside(request.event_log())) {
    problems.push_back(
        fmt::format("event_log: `{}` leads out of the log directory", request.event_log()));
  }
  if (has_control(request.event_log())) {  // the name is written to the daemon's log
    problems.emplace_back("event_log: holds control characters");
  }
  if (request.snap_bytes() > 65535) {
    problems.push_back(fmt::format("snap_bytes: {} is above 65535", request.snap_bytes()));
  }
  if (!request.has_hop()) problems.emplace_back("hop: is missing");
  std::vector<std::string> of_hop;
  HopConfig config = hop_config(request.hop(), of_hop);
  if (request.has_hop()) {
    for (const std::string& line : of_hop) problems.push_back("hop." + line);
  }
  config.changes = timed_changes(request.hop(), request.changes(), problems);
  return config;
}

HopConfig check_change(const ChangeLinkRequest& request, const HopSpec& running,
                       std::vector<std::string>& problems) {
  if (!request.has_hop()) problems.emplace_back("hop: is missing");
  // The outages of the change are appended to those of the hop, as if they began at its start, so
  // that the same rules apply to them.
  HopSpec whole = request.hop();
  const int own = whole.link().outages_size();
  for (int i = 0; i < request.outages_now_size(); ++i) {
    const OutageSpec& outage = request.outages_now(i);
    const auto path = fmt::format("outages_now[{}]", i);
    if (outage.has_at())
      problems.push_back(path + ".at: must not be set, because the outage begins at the change");
    if (outage.has_interval())
      problems.push_back(path + ".interval: must not be set, because the outage occurs once");
    OutageSpec& added = *whole.mutable_link()->add_outages();
    added = outage;
    added.set_at(0);
    added.clear_interval();
  }
  std::vector<std::string> of_hop;
  HopConfig config = hop_config(whole, of_hop);
  for (std::string& line : change_problems(running, request.hop())) {
    of_hop.push_back(std::move(line));
  }
  for (const std::string& line : of_hop) {
    int index = -1;
    int used = 0;
    if (std::sscanf(line.c_str(), "link.outages[%d]%n", &index, &used) == 1 && index >= own) {
      problems.push_back(fmt::format("outages_now[{}]{}", index - own,
                                     line.substr(static_cast<std::size_t>(used))));
    } else if (request.has_hop()) {
      problems.push_back("hop." + line);
    }
  }
  for (auto outage =
           config.outages.begin() + std::min<std::ptrdiff_t>(own, std::ssize(config.outages));
       outage != config.outages.end(); ++outage) {
    outage->at.reset();
  }
  return config;
}

}  // namespace seawind
