// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/export/gzip.h"

#include <zlib.h>

#include <string>

#include "common/directory.h"
#include "common/error.h"

namespace seawind {

void write_gzip(const std::filesystem::path& path, std::string_view text) {
  const std::string aside = make_temporary_beside(path);
  gzFile file = gzopen(aside.c_str(), "wb9");
  if (file == nullptr) throw system_error("create " + aside);
  const bool written = gzwrite(file, text.data(), static_cast<unsigned>(text.size())) ==
                       static_cast<int>(text.size());
  const bool closed = gzclose(file) == Z_OK;
  if (!written || !closed) {
    const Error error = system_error("write " + aside);
    std::error_code ignored;
    std::filesystem::remove(aside, ignored);
    throw error;
  }
  std::filesystem::rename(aside, path);
}

}  // namespace seawind
