// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/whole_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <cerrno>
#include <optional>
#include <string>
#include <system_error>
#include <utility>

#include "common/error.h"
#include "common/fds.h"

namespace seawind {

WholeFile try_read_whole_file(const std::filesystem::path& file, std::size_t largest) {
  const auto failed = [](int code) { return WholeFile{"", std::generic_category().message(code)}; };
  const Fd fd(open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
  if (!fd) return failed(errno);
  struct stat info {};
  if (fstat(fd.get(), &info) != 0) return failed(errno);
  if (S_ISDIR(info.st_mode)) return {"", "it is a folder"};
  if (!S_ISREG(info.st_mode)) return {"", "it is not a regular file"};
  std::optional<std::string> text = read_all(fd.get(), largest);
  if (!text) return failed(errno);
  if (text->size() > largest) return {"", fmt::format("it is larger than {} KiB", largest / 1024)};
  return {std::move(*text), ""};
}

std::string read_whole_file(const std::filesystem::path& file, std::size_t largest) {
  WholeFile whole = try_read_whole_file(file, largest);
  if (!whole.problem.empty())
    throw Error(fmt::format("cannot read {}: {}", file.string(), whole.problem));
  return std::move(whole.text);
}

std::string first_line(const std::filesystem::path& file) {
  std::ifstream in(file);
  std::string line;
  std::getline(in, line);
  return line;
}

}  // namespace seawind
