// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/testset/lab_file.h"

#include <arpa/inet.h>
#include <fmt/format.h>

#include <set>
#include <string>

#include "controller/testset/read_document.h"

namespace seawind {

void check_lab(const Document<Lab>& lab, Diagnostics& problems) {
  std::set<std::string> hosts;
  std::set<std::string> addresses;
  const auto check = [&](const std::string& key, const LabMachine& machine) {
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
}

Lab read_lab(const std::filesystem::path& file, const UnsavedTexts& unsaved) {
  Diagnostics problems;
  auto lab = read_document<Lab>(file, {.roots = {}, .unsaved = unsaved}, problems);
  if (lab.ok) check_lab(lab, problems);
  if (!problems.empty()) throw UsageError(problems.render());
  return std::move(lab.message);
}

}  // namespace seawind
