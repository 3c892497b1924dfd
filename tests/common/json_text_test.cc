// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/json_text.h"

#include <gtest/gtest.h>

namespace seawind {
namespace {

TEST(JsonText, ANameThatIsNoUtf8IsShownWithoutItsWrongBytes) {
  const nlohmann::json value = {{"campaign", "camp\xe9"}};
  EXPECT_EQ(json_text(value), "{\"campaign\":\"camp\xef\xbf\xbd\"}");
  EXPECT_EQ(json_text(value, 1), "{\n \"campaign\": \"camp\xef\xbf\xbd\"\n}");
}

}  // namespace
}  // namespace seawind
