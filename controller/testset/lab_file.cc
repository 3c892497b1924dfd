// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/testset/lab_file.h"

#include <arpa/inet.h>
#include <fmt/format.h>

#include <set>
#include <string>
#include <utility>

#include "controller/testset/read_document.h"

namespace seawind {

namespace {

/// The interfaces of the machines are named all or not at all.
void check_wires(const Document<Lab>& lab, Diagnostics& problems) {
  const LabEndHost& fixed = lab.message.fixed();
  const LabEndHost& mobile = lab.message.mobile();
  const std::pair<const char*, const std::string&> named[] = {
      {"fixed.interface", fixed.interface()},
      {"fixed.at_emulator", fixed.at_emulator()},
      {"mobile.interface", mobile.interface()},
      {"mobile.at_emulator", mobile.at_emulator()}};
  if (!has_wires(lab.message)) return;
  for (const auto& [key, name] : named)
    if (name.empty())
      problems.add(lab.at(std::string(key).substr(0, std::string(key).find('.'))),
                   fmt::format("`{}` is missing: `interface` and `at_emulator` of both hosts are "
                               "named, or none of the four",
                               key));
  if (!fixed.at_emulator().empty() && fixed.at_emulator() == mobile.at_emulator())
    problems.add(lab.at("mobile.at_emulator"),
                 fmt::format("{} is the interface towards the fixed host, too: each host has one "
                             "of its own",
                             mobile.at_emulator()));
  if (lab.message.parallel() != 1)
    problems.add(lab.at("parallel"),
                 "with an `interface` of each host there is one repetition at a time: write "
                 "`parallel: 1`");
}

}  // namespace

bool has_wires(const Lab& lab) {
  return !lab.fixed().interface().empty() || !lab.fixed().at_emulator().empty() ||
         !lab.mobile().interface().empty() || !lab.mobile().at_emulator().empty();
}

void check_lab(const Document<Lab>& lab, Diagnostics& problems) {
  std::set<std::string> hosts;
  std::set<std::string> addresses;
  const auto check = [&](const std::string& key, const auto& machine) {
    in_addr parsed{};
    if (inet_pton(AF_INET, machine.address().c_str(), &parsed) != 1)
      problems.add(lab.at(key + ".address"),
                   fmt::format("`{}` is not an IPv4 address: write four numbers, 192.0.2.1",
                               machine.address()));
    if (!hosts.insert(machine.host()).second)
      problems.add(lab.at(key + ".host"),
                   fmt::format("{} is another machine of this lab, too: emulator, fixed and mobile "
                               "are three",
                               machine.host()));
    if (!addresses.insert(machine.address()).second)
      problems.add(
          lab.at(key + ".address"),
          fmt::format("{} is the address of another machine of this lab, too", machine.address()));
  };
  check("emulator", lab.message.emulator());
  check("fixed", lab.message.fixed());
  check("mobile", lab.message.mobile());
  check_wires(lab, problems);
}

Lab read_lab(const std::filesystem::path& file, const UnsavedTexts& unsaved) {
  Diagnostics problems;
  auto lab = read_document<Lab>(file, {.roots = {}, .unsaved = unsaved}, problems);
  if (lab.ok) check_lab(lab, problems);
  if (!problems.empty()) throw UsageError(problems.render());
  return std::move(lab.message);
}

}  // namespace seawind
