// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/output_file.h"

#include <fcntl.h>

#include "common/error.h"

namespace seawind {

Fd open_output(const std::string& name, int descriptor) {
  if (descriptor >= 0) {
    if (fcntl(descriptor, F_SETFD, FD_CLOEXEC) != 0) throw system_error("write the file " + name);
    return Fd(descriptor);
  }
  Fd file(open(name.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0644));
  if (!file) throw system_error("create the file " + name);
  return file;
}

}  // namespace seawind
