// SPDX-License-Identifier: GPL-3.0-or-later
// A configuration message as the YAML a user would write: units, labels and laws as the reader
// takes them, so that what is shown can be saved and used, beside the files it names. Values that
// are off are left out.
#pragma once

#include <google/protobuf/message.h>

#include <map>
#include <string>

namespace seawind {

std::string show_config(const google::protobuf::Message& message);

/// The same, parameter by parameter: {"downlink.rate_base", "64kbit/s"}. A parameter made of parts
/// is one value, as is each item of a list ("outages[0]").
std::map<std::string, std::string> flat_config(const google::protobuf::Message& message);

}  // namespace seawind
