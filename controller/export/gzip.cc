// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/export/gzip.h"

#include <zlib.h>

#include <string>

#include "common/directory.h"
#include "common/error.h"

namespace seawind {

void write_gzip(const std::filesystem::path& path, std::string_view text) {
  TemporaryFile aside(path);
  gzFile file = gzopen(aside.path().c_str(), "wb9");
  if (file == nullptr) throw system_error("create " + path.string());
  const bool written = gzwrite(file, text.data(), static_cast<unsigned>(text.size())) ==
                       static_cast<int>(text.size());
  const bool closed = gzclose(file) == Z_OK;
  if (!written || !closed) throw system_error("write " + path.string());
  aside.publish();
}

}  // namespace seawind
