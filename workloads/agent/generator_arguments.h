// SPDX-License-Identifier: GPL-3.0-or-later
// Converts a Prepare request to the command line of seawind-workload.
#pragma once

#include <string>
#include <vector>

namespace google::protobuf {
class Message;
}

namespace seawind {

class PrepareRequest;

/// Throws Failure(kInvalid) if a text of the request contains a control character or violates the
/// naming rule. The controller's reader rejects such texts earlier.
void require_texts(const google::protobuf::Message& request);

/// The arguments after the program's name. Throws Failure(kInvalid) with the name of the invalid
/// field.
std::vector<std::string> generator_arguments(const PrepareRequest& request);

/// Names of all generators a Flow can name.
std::vector<std::string> generator_names();

}  // namespace seawind
