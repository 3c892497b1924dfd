// SPDX-License-Identifier: GPL-3.0-or-later
// Why the agent did not do what it was asked. The service turns the kind into a gRPC status.
#pragma once

#include <string>

#include "common/error.h"

namespace seawind {

enum class FailureKind {
  kInvalid,       // the request itself is wrong
  kNotFound,      // names a flow that is not there
  kExists,        // names a flow end that is there already
  kPrecondition,  // right, but not possible here or now
};

class Failure : public Error {
 public:
  Failure(FailureKind kind, const std::string& what) : Error(what), kind_(kind) {}
  FailureKind kind() const { return kind_; }

 private:
  FailureKind kind_;
};

}  // namespace seawind
