// SPDX-License-Identifier: GPL-3.0-or-later
// Reads small documents and shows the problems with the temporary folder's path left out.
#pragma once

#include <google/protobuf/message.h>
#include <gtest/gtest.h>

#include <string>

#include "common/config_reader.h"
#include "tests/support/temp_tree.h"

namespace seawind::test {

class ConfigTest : public testing::Test {
 protected:
  /// Writes `text` as `name` and reads it; the problems as rendered.
  std::string read(const std::string& name, const std::string& text,
                   google::protobuf::Message& out) {
    const auto file = tree_.write(name, text);
    Diagnostics problems;
    read_config(file, SearchPath{{tree_.root()}}, out, problems, &places_);
    return tree_.without_root(problems.render());
  }

  TempTree tree_;
  Locations places_;
};

/// A link profile that is complete; tests add to it.
inline constexpr const char* kBase =
    "downlink: {rate_base: 64kbit/s, link_send_buffer_size: 12000B}\n"
    "uplink: {rate_base: 64kbit/s, link_send_buffer_size: 12000B}\n";

}  // namespace seawind::test
