// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/cli/lab_folders.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

#include "common/error.h"
#include "common/listed_files.h"
#include "common/user_configuration.h"

namespace seawind {
namespace {

namespace fs = std::filesystem;

template <typename Machine>
LabAddress address_of(const Machine& machine, lab::Role role) {
  return {.identity = {role, machine.host()},
          .address = machine.address(),
          .port = static_cast<std::uint16_t>(machine.port())};
}

LabTestBedOptions::Wire wire_of(const LabEndHost& host) {
  return {.at_host = host.interface(), .at_emulator = host.at_emulator()};
}

}  // namespace

fs::path lab_folders() {
  return user_configuration() / "labs";
}

lab::LabFolder open_lab(const std::string& name) {
  const fs::path folders = lab_folders();
  std::vector<std::string> names;
  for (const auto& entry : listed_files(folders)) names.push_back(entry.filename().string());
  std::sort(names.begin(), names.end());
  if (names.empty())
    throw UsageError(
        fmt::format("there is no lab in {}; `seawind lab init NAME` makes one", folders.string()));
  if (name.empty() && names.size() > 1)
    throw UsageError(fmt::format("which lab? --lab is one of {}", fmt::join(names, ", ")));
  const std::string& wanted = name.empty() ? names.front() : name;
  if (std::find(names.begin(), names.end(), wanted) == names.end())
    throw UsageError(fmt::format("there is no lab {} in {}; there are {}", wanted, folders.string(),
                                 fmt::join(names, ", ")));
  return lab::LabFolder(folders / wanted);
}

LabTestBedOptions lab_options(const Lab& lab) {
  return {.emulator = address_of(lab.emulator(), lab::Role::kEmulator),
          .fixed = address_of(lab.fixed(), lab::Role::kAgent),
          .mobile = address_of(lab.mobile(), lab::Role::kAgent),
          .tunnel_port = static_cast<std::uint16_t>(lab.tunnel_port()),
          .fixed_wire = wire_of(lab.fixed()),
          .mobile_wire = wire_of(lab.mobile()),
          .lab = open_lab(lab.lab()).path()};
}

}  // namespace seawind
