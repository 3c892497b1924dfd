// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/cli/exit_codes.h"

#include <exception>
#include <filesystem>
#include <string>

#include "common/error.h"
#include "common/printable.h"

namespace seawind {

int report_failure() {
  try {
    throw;
  } catch (const UsageError& error) {
    const std::string text = printable(error.what());
    // The problems of a file are lines of their own, which begin with its name.
    if (text.ends_with('\n'))
      print_error("{}", text);
    else
      print_error("seawind: {}\n", text);
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
