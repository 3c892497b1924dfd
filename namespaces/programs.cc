// SPDX-License-Identifier: GPL-3.0-or-later
#include "namespaces/programs.h"

#include <unistd.h>

#include "common/error.h"
#include "common/permitted_programs.h"

namespace seawind {
namespace fs = std::filesystem;

fs::path own_executable() {
  std::error_code ignored;
  return fs::read_symlink("/proc/self/exe", ignored);
}

fs::path find_program(const std::string& name) {
  const auto beside = own_executable().parent_path();
  if (access((beside / name).c_str(), X_OK) == 0) return beside / name;
  if (const std::string file = program_file(name); !file.empty()) return file;
  throw Error("cannot find the program " + name + ": looked in " + beside.string() +
              " and in PATH; install or build the whole of Seawind");
}

fs::path find_program(const std::string& name, const std::string& user,
                      const std::string& package) {
  try {
    return find_program(name);
  } catch (const Error& missing) {
    throw Error(std::string(missing.what()) + "\n" + user + " needs it: apt install " + package);
  }
}

}  // namespace seawind
