// SPDX-License-Identifier: GPL-3.0-or-later
// A variant of configs/tcp; throws Error with all problems of the file.
#pragma once

#include <string>

#include "workloads/api/agent.pb.h"

namespace seawind::test {

TcpVariant read_variant(const std::string& name);

}  // namespace seawind::test
