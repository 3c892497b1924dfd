// SPDX-License-Identifier: GPL-3.0-or-later
// Converts single values of a message into the engine's types.
#pragma once

#include <optional>
#include <string>

#include "emulator/api/link.pb.h"
#include "emulator/core/limit.h"
#include "emulator/core/value_config.h"

namespace seawind::spec {

BufferLimit buffer_limit(const Limit& limit);

/// The distribution of `value`, a field of `message`. Missing bounds are those of the parameter: a
/// rate is never 0, a probability never above 1.
ValueConfig value_config(const Distribution& value, const google::protobuf::Message& message,
                         const std::string& field);
/// As above, for a value whose parameter is not known: a missing bound is 0 or infinite.
ValueConfig value_config(const Distribution& value);
/// The distribution of field `field` of `message`; nothing if it is not set.
std::optional<ValueConfig> optional_value(const google::protobuf::Message& message,
                                          const std::string& field);
/// The distribution of a field with a default; 0 if the defaults were not filled in.
ValueConfig value_of(const google::protobuf::Message& message, const std::string& field);

}  // namespace seawind::spec
