// SPDX-License-Identifier: GPL-3.0-or-later
// Writes a configuration message as YAML: units, labels and distributions in the reader's notation,
// so that the output can be saved and used, together with the files it names. Values that are off
// are omitted unless their key has a default.
#pragma once

#include <google/protobuf/message.h>

#include <map>
#include <string>

namespace seawind {

std::string show_config(const google::protobuf::Message& message);

/// The values by parameter: {"downlink.rate_base", "64kbit/s"}. A parameter made of parts is one
/// value, as is each item of a list ("outages[0]").
std::map<std::string, std::string> flat_config(const google::protobuf::Message& message);

}  // namespace seawind
