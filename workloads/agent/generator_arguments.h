// SPDX-License-Identifier: GPL-3.0-or-later
// From a Prepare request to the command line of seawind-workload.
#pragma once

#include <string>
#include <vector>

namespace google::protobuf {
class Message;
}

namespace seawind {

class PrepareRequest;

/// Throws Failure(kInvalid) when a text of the request holds a control character or breaks the rule
/// of names; the controller's reader has refused it before.
void require_texts(const google::protobuf::Message& request);

/// The arguments after the program's name. Throws Failure(kInvalid) and names the field that is
/// wrong.
std::vector<std::string> generator_arguments(const PrepareRequest& request);

/// Names of all generators a Flow can name.
std::vector<std::string> generator_names();

}  // namespace seawind
