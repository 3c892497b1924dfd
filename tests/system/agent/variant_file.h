// A variant of configs/tcp as the tests need it: `extends` followed, nothing checked.
#pragma once

#include <string>

#include "workloads/api/agent.pb.h"

namespace seawind::test {

TcpVariant read_variant(const std::string& name);

}  // namespace seawind::test
