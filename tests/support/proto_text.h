// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <google/protobuf/text_format.h>
#include <gtest/gtest.h>

#include <string>

namespace seawind::test {

/// The message that `text` describes in protobuf's text format.
template <typename Message>
Message parsed(const std::string& text) {
  Message message;
  EXPECT_TRUE(google::protobuf::TextFormat::ParseFromString(text, &message)) << text;
  return message;
}

}  // namespace seawind::test
