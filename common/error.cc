// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/error.h"

#include <cerrno>
#include <system_error>

namespace seawind {

SystemError system_error(const std::string& tried) {
  return system_error(tried, errno);
}

SystemError system_error(const std::string& tried, int error_number) {
  return {"cannot " + tried + ": " + error_words(error_number), error_number};
}

std::string error_words(int error_number) {
  return std::generic_category().message(error_number);
}

}  // namespace seawind
