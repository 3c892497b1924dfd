// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include "common/error.h"
#include "workloads/http.h"

namespace seawind {
namespace {

TEST(HttpText, SizesAreExactAtEveryNumberOfDigits) {
  for (std::int64_t size : {64, 100, 138, 139, 140, 141, 1037, 1038, 1039, 1040, 8576, 10'038,
                            10'039, 10'040, 11'792, 100'041}) {
    const std::string response = http_response(size);
    EXPECT_EQ(static_cast<std::int64_t>(response.size()), size);
    const std::size_t end = response.find("\r\n\r\n");
    ASSERT_NE(end, std::string::npos);
    const std::size_t number = response.find("Content-Length: ") + 16;
    EXPECT_EQ(std::stoull(response.substr(number)), response.size() - end - 4) << size;
  }
  for (const std::int64_t object : {0, 8, 10'000}) {
    for (const std::int64_t size : {64, 350, 351}) {
      const std::string request = http_request(object, size);
      EXPECT_EQ(static_cast<std::int64_t>(request.size()), size);
      EXPECT_TRUE(request.ends_with("\r\n\r\n"));
      EXPECT_EQ(requested_object(request), object);
    }
  }
}

TEST(HttpText, ThePageOfTheReference) {
  const HttpOptions options;
  EXPECT_EQ(options.page_size(), 80'400);  // experiments B3: 150 segments of 536 bytes
}

TEST(HttpText, RejectsOtherRequests) {
  for (const char* text : {"", "GET / HTTP/1.0\r\n\r\n", "GET /x HTTP/1.0\r\n\r\n",
                           "GET /1 HTTP/1.1\r\n\r\n", "POST /1 HTTP/1.0\r\n\r\n"}) {
    EXPECT_EQ(requested_object(text), -1) << text;
  }
  EXPECT_THROW(http_request(10'000, 30), Error);
  EXPECT_THROW(http_response(30), Error);
}

}  // namespace
}  // namespace seawind
