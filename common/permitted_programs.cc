// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/permitted_programs.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <utility>

#include "common/printable.h"

namespace seawind {

std::string program_file(const std::string& program) {
  if (program.find('/') != std::string::npos) return program;
  const char* path = std::getenv("PATH");
  std::istringstream folders(path == nullptr ? "" : path);
  for (std::string folder; std::getline(folders, folder, ':');) {
    const std::string file = folder + "/" + program;
    if (!folder.empty() && access(file.c_str(), X_OK) == 0 && !std::filesystem::is_directory(file))
      return file;
  }
  return {};
}

PermittedPrograms::PermittedPrograms(std::string list) : list_(std::move(list)) {}

std::string PermittedPrograms::problem(const std::string& program,
                                       const std::vector<std::string>& variables) const {
  if (list_ == kAny) return {};
  constexpr std::size_t kMost = 200;  // characters
  for (const std::string& name : variables)
    if (name.starts_with("LD_"))
      return fmt::format("this host does not permit the variable `{}`", excerpt(name, kMost));
  const std::string file = program_file(program);
  std::istringstream permitted(list_);
  for (std::string one; list_ != kNone && std::getline(permitted, one, ',');)
    if (program == one || (!file.empty() && file == program_file(one))) return {};
  return fmt::format(
      "this host does not permit the program `{}`: `seawind-agent serve --programs` does",
      excerpt(program, kMost));
}

}  // namespace seawind
