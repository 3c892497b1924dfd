// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/link/error_model.h"

#include <string>

namespace seawind {
namespace {

std::string stream_name(Direction direction, const char* model) {
  return std::string(to_string(direction)) + "/" + model;
}

}  // namespace

ErrorModel::ErrorModel(std::uint64_t seed, Direction direction)
    : errors_(seed, stream_name(direction, "error")),
      delays_(seed, stream_name(direction, "error_delay")) {}

}  // namespace seawind
