// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/offline/hop_file.h"

#include <fmt/format.h>
#include <google/protobuf/util/json_util.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>

#include "emulator/api/link.pb.h"
#include "emulator/offline/input_error.h"
#include "emulator/spec/hop_spec.h"

namespace seawind {
namespace {

std::string read_all(const std::string& path) {
  if (path == "-") return {std::istreambuf_iterator<char>(std::cin), {}};
  if (std::error_code none; std::filesystem::is_directory(path, none))
    throw InputError(fmt::format("cannot read the hop {}: it is a folder", path));
  std::ifstream in(path, std::ios::binary);
  if (!in) {
    throw InputError(fmt::format("cannot read the hop {}: {}", path, std::strerror(errno)));
  }
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace

HopConfig read_hop(const std::string& path, std::uint64_t seed) {
  const std::string text = read_all(path);
  HopSpec spec;
  if (text.starts_with('{')) {
    const auto status = google::protobuf::util::JsonStringToMessage(text, &spec);
    if (!status.ok()) {
      throw InputError(
          fmt::format("cannot read the hop {}: {}", path, std::string(status.message())));
    }
  } else if (!spec.ParseFromString(text)) {
    throw InputError(fmt::format("cannot read the hop {}: it is not a HopSpec message", path));
  }
  spec.set_seed(seed);
  std::vector<std::string> problems;
  HopConfig config = hop_config(spec, problems);
  if (problems.empty()) return config;
  std::string all = fmt::format("cannot use the hop {}:", path);
  for (const std::string& problem : problems) all += "\n  " + problem;
  throw InputError(all);
}

}  // namespace seawind
