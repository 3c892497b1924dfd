// SPDX-License-Identifier: GPL-3.0-or-later
// Single values of a message as the engine takes them.
#pragma once

#include <optional>
#include <string>

#include "emulator/api/link.pb.h"
#include "emulator/link/hop_config.h"

namespace seawind::spec {

BufferLimit buffer_limit(const Limit& limit);

/// The law of `value`, a field of `message`. Bounds a law leaves out are those of the parameter: a
/// rate is never 0, a probability never above 1.
ValueConfig value_config(const Distribution& value, const google::protobuf::Message& message,
                         const std::string& field);
/// Both of a field by name; nothing when it is not set.
std::optional<ValueConfig> optional_value(const google::protobuf::Message& message,
                                          const std::string& field);
/// A field that has a default: its law, or 0 when the message was not filled in.
ValueConfig value_of(const google::protobuf::Message& message, const std::string& field);

}  // namespace seawind::spec
