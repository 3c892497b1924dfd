// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/offline/configs_root.h"

#include <cstdlib>

#include "namespaces/programs.h"

namespace seawind {

std::filesystem::path configs_root(const std::string& given) {
  namespace fs = std::filesystem;
  if (!given.empty()) return given;
  if (const char* named = std::getenv("SEAWIND_CONFIGS"); named != nullptr && *named != '\0')
    return named;
  const fs::path bin = own_executable().parent_path();
  // <source>/build/<preset>/bin/seawind
  const fs::path source = (bin / "../../../configs").lexically_normal();
  std::error_code ignored;
  if (fs::is_directory(source / "testsets", ignored)) return source;
  return (bin / "../share/seawind/configs").lexically_normal();  // <prefix>/bin/seawind
}

std::string shipped_reference() {
  const auto file = configs_root("") / "testsets/reference/reference.yaml";
  return std::filesystem::exists(file) ? file.string() : std::string();
}

}  // namespace seawind
