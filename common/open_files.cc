// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/open_files.h"

#include <sys/resource.h>

namespace seawind {

unsigned long raise_open_files() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) < 0) return 0;
  const rlimit raised{limit.rlim_max, limit.rlim_max};
  return ::setrlimit(RLIMIT_NOFILE, &raised) == 0 ? raised.rlim_cur : limit.rlim_cur;
}

}  // namespace seawind
