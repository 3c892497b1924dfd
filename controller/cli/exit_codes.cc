// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/cli/exit_codes.h"

#include <exception>
#include <filesystem>

#include "common/error.h"
#include "common/printable.h"

namespace seawind {

int report_failure() {
  try {
    throw;
  } catch (const UsageError& error) {
    print_error("seawind: {}\n", printable(error.what()));
    return kUsage;
  } catch (const std::filesystem::filesystem_error& error) {
    const auto& path = error.path2().empty() ? error.path1() : error.path2();
    print_error("seawind: cannot use `{}`: {}\n", printable(path.string()), error.code().message());
  } catch (const std::exception& error) {
    print_error("seawind: {}\n", printable(error.what()));
  }
  return kCannotSetUp;
}

}  // namespace seawind
