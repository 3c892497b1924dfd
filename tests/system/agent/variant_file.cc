// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/system/agent/variant_file.h"

#include "common/config_reader.h"
#include "common/error.h"

namespace seawind::test {

TcpVariant read_variant(const std::string& name) {
  TcpVariant out;
  Diagnostics problems;
  read_config(SEAWIND_SOURCE_DIR "/configs/tcp/" + name + ".yaml",
              {.roots = {SEAWIND_SOURCE_DIR "/configs"}}, out, problems);
  if (!problems.empty()) throw Error(problems.render());
  return out;
}

}  // namespace seawind::test
