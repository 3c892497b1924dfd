// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/caller.h"

#include <unistd.h>

namespace seawind {
namespace {

Caller record() {
  Caller out{};
  for (char** one = environ; *one != nullptr; ++one) out.environment.emplace_back(*one);
  ::getrlimit(RLIMIT_NOFILE, &out.open_files);
  return out;
}

}  // namespace

const Caller& caller() {
  static const Caller recorded = record();
  return recorded;
}

}  // namespace seawind
