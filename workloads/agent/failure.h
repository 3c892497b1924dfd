// SPDX-License-Identifier: GPL-3.0-or-later
// The failure of a request to the agent. The service maps the kind to a gRPC status.
#pragma once

#include <string>

#include "common/error.h"

namespace seawind {

enum class FailureKind {
  kInvalid,       // the request itself is wrong
  kNotFound,      // names an unknown flow
  kExists,        // names an existing flow end
  kPrecondition,  // valid, but not possible here or now
  kProgram,       // the flow's own program failed; it would fail again
};

class Failure : public Error {
 public:
  Failure(FailureKind kind, const std::string& what) : Error(what), kind_(kind) {}
  FailureKind kind() const { return kind_; }

 private:
  FailureKind kind_;
};

}  // namespace seawind
