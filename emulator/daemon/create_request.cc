// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/daemon/create_request.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>

#include "emulator/api/emulator.pb.h"
#include "emulator/ports/registry.h"
#include "emulator/spec/hop_spec.h"

namespace seawind {
namespace {

bool is_link_name(const std::string& name) {
  const auto allowed = [](unsigned char c) {
    return std::isalnum(c) != 0 || c == '.' || c == '_' || c == '-';
  };
  return !name.empty() && name.size() <= 64 && std::all_of(name.begin(), name.end(), allowed);
}

bool stays_inside(const std::filesystem::path& path) {
  return path.is_relative() && std::find(path.begin(), path.end(), "..") == path.end();
}

}  // namespace

HopConfig check_create(const CreateLinkRequest& request, std::vector<std::string>& problems) {
  if (!is_link_name(request.name())) {
    problems.push_back(
        fmt::format("name: `{}` is not 1 to 64 letters, digits, dots, hyphens and underscores",
                    request.name()));
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

}  // namespace seawind
