// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/bridge/page_answer.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <boost/asio/buffer.hpp>
#include <string>
#include <vector>

namespace seawind {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr std::uint32_t kPeer = 0x0A000011;
constexpr auto kHost = "Host: 10.0.0.2\r\n";
constexpr auto kOrigin = "Origin: http://10.0.0.2\r\n";

struct Answered {
  unsigned status = 0;  // 0: the parser has refused the request
  std::string body{};
  PageResponse response{};
  std::vector<PageQuery> asked{};
};

PageState some_state() {
  PageState state;
  state.result = PageResult::kShown;
  state.shared = 1;
  state.link = "phones";
  state.profile = "umts";
  state.downlink = {.delivered_bit_s = 384e3, .delay_s = 0.15, .router_packets = 3, .dropped = 7};
  return state;
}

Answered send(const std::string& request, const PageState& state = some_state()) {
  Answered out;
  PageParser parser;
  limit_request(parser);
  parser.eager(true);
  boost::beast::error_code error;
  std::size_t used = 0;
  while (!error && used < request.size() && !parser.is_done())
    used += parser.put(boost::asio::buffer(request.data() + used, request.size() - used), error);
  if (error || !parser.is_done()) return out;
  out.response =
      page_response(parser.get(), {.address = "10.0.0.2", .profiles = {"lte", "umts", "<b>&\"x"}},
                    kPeer, [&](const PageQuery& query) {
                      out.asked.push_back(query);
                      return state;
                    });
  out.status = out.response.result_int();
  out.body = out.response.body();
  return out;
}

Answered get(const std::string& headers, const std::string& target = "/") {
  return send(fmt::format("GET {} HTTP/1.1\r\n{}\r\n", target, headers));
}

Answered post(const std::string& body, const std::string& headers,
              const PageState& state = some_state()) {
  return send(
      fmt::format("POST / HTTP/1.1\r\n{}Content-Length: {}\r\n\r\n{}", headers, body.size(), body),
      state);
}

TEST(PageMessages, ATextThatIsTooLongEndsWithAWholeCharacter) {
  FixedText<6> text;  // 5 bytes and the end
  text = "abcd\xc3\xa9";
  EXPECT_EQ(text.text(), "abcd");
  text = "abc\xc3\xa9x";
  EXPECT_EQ(text.text(), "abc\xc3\xa9");
  text = "abcdefg";
  EXPECT_EQ(text.text(), "abcde");
}

TEST(PageResponse, ShowsTheLinkOfTheDevice) {
  const Answered page = get(kHost);
  EXPECT_EQ(page.status, 200U);
  ASSERT_EQ(page.asked.size(), 1U);
  EXPECT_EQ(page.asked[0].address, kPeer);
  EXPECT_EQ(page.asked[0].profile, -1);
  for (const char* words :
       {"<h1>phones</h1>", "<strong>umts</strong>", "384\u00a0kbit/s", "150\u00a0ms",
        "3\u00a0pkt, 0\u00a0B", "7\u00a0pkt", "no packets", "Outages: none",
        "value=\"1\" aria-current=\"true\">umts<", "holds for all of them"})
    EXPECT_THAT(page.body, HasSubstr(words));
}

TEST(PageResponse, HasOnlyItsOwnScript) {
  const Answered page = get(kHost);
  const std::string policy(page.response["Content-Security-Policy"]);
  const auto at = policy.find("script-src 'nonce-");
  ASSERT_NE(at, policy.npos);
  const std::string nonce = policy.substr(at + 18, 32);
  EXPECT_THAT(page.body, HasSubstr("<script nonce=\"" + nonce + "\">"));
  EXPECT_THAT(policy, HasSubstr("default-src 'none'"));
  EXPECT_THAT(policy, Not(HasSubstr("unsafe")));
  EXPECT_THAT(get(kHost).body, Not(HasSubstr(nonce)));
}

TEST(PageResponse, EscapesNames) {
  PageState state = some_state();
  state.link = "<i>";
  state.profile = "\"><script>";
  state.outages = "<o>";
  state.problem = "<p>";
  state.result = PageResult::kRefused;
  state.uplink.state = "<s>";
  const Answered page = post("profile=0", fmt::format("{}{}", kHost, kOrigin), state);
  EXPECT_EQ(page.status, 409U);
  for (const char* raw : {"<i>", "<script>", "<o>", "<p>&", "<s>", "<b>"})
    EXPECT_THAT(page.body, Not(HasSubstr(raw)));
  for (const char* escaped :
       {"&lt;i&gt;", "&quot;&gt;&lt;script&gt;", "&lt;o&gt;", "&lt;p&gt;", "&lt;b&gt;&amp;&quot;x"})
    EXPECT_THAT(page.body, HasSubstr(escaped));
}

TEST(PageResponse, IsForItsOwnHostAlone) {
  EXPECT_EQ(get("Host: 10.0.0.2:80\r\n").status, 200U);
  for (const char* headers : {"", "Host: \r\n", "Host: rebound.test\r\n", "Host: 10.0.0.2:8080\r\n",
                              "Host: 10.0.0.20\r\n", "Host: 10.0.0.2\r\nHost: 10.0.0.2\r\n"}) {
    const Answered refused = get(headers);
    EXPECT_EQ(refused.status, 421U) << headers;
    EXPECT_TRUE(refused.asked.empty());
  }
}

TEST(PageResponse, ChangesTheLinkByItsOwnForm) {
  const std::string own = fmt::format("{}{}", kHost, kOrigin);
  const Answered changed = post("profile=2", own);
  EXPECT_EQ(changed.status, 303U);
  EXPECT_EQ(changed.response["Location"], "/");
  ASSERT_EQ(changed.asked.size(), 1U);
  EXPECT_EQ(changed.asked[0].address, kPeer);
  EXPECT_EQ(changed.asked[0].profile, 2);
  PageState state = some_state();
  state.result = PageResult::kTooSoon;
  EXPECT_EQ(post("profile=2", own, state).status, 429U);
  state.result = PageResult::kNoLink;
  EXPECT_EQ(post("profile=2", own, state).status, 503U);
}

TEST(PageResponse, RefusesOtherChanges) {
  const std::string own = fmt::format("{}{}", kHost, kOrigin);
  for (const char* body :
       {"", "profile=", "profile=3", "profile=-1", "profile=+1", "profile= 1", "profile=1&x=2",
        "profile=4294967296", "profile=18446744073709551616", "Profile=1", "profile=0x1"}) {
    const Answered refused = post(body, own);
    EXPECT_EQ(refused.status, 400U) << body;
    EXPECT_TRUE(refused.asked.empty());
  }
  for (const char* origin :
       {"", "Origin: null\r\n", "Origin: http://10.0.0.20\r\n", "Origin: https://10.0.0.2\r\n",
        "Origin: http://10.0.0.2\r\nOrigin: http://10.0.0.2\r\n"}) {
    const Answered refused = post("profile=1", fmt::format("{}{}", kHost, origin));
    EXPECT_EQ(refused.status, 403U) << origin;
    EXPECT_TRUE(refused.asked.empty());
  }
  for (const char* target : {"/?profile=1", "/profile=1", "http://10.0.0.2/", "*"})
    EXPECT_EQ(get(own, target).status, 404U) << target;
  for (const char* method : {"PUT", "DELETE", "OPTIONS", "TRACE", "BREW"})
    EXPECT_EQ(send(fmt::format("{} / HTTP/1.1\r\n{}\r\n", method, own)).status, 405U) << method;
}

TEST(PageResponse, HasNoBodyForHead) {
  const Answered head = send(fmt::format("HEAD / HTTP/1.1\r\n{}\r\n", kHost));
  EXPECT_EQ(head.status, 200U);
  EXPECT_EQ(head.body, "");
}

TEST(LimitRequest, RefusesWhatIsTooLarge) {
  const auto with_head = [](std::size_t size) {
    const std::string fields = fmt::format("{}X: ", kHost);
    return get(fields + std::string(size - fields.size() - 4, 'x') + "\r\n").status;
  };
  EXPECT_EQ(with_head(kLargestRequestHead), 200U);
  EXPECT_EQ(with_head(kLargestRequestHead + 1), 0U);
  const std::string own = fmt::format("{}{}", kHost, kOrigin);
  EXPECT_EQ(post(std::string(kLargestRequestBody, 'x'), own).status, 400U);
  EXPECT_EQ(post(std::string(kLargestRequestBody + 1, 'x'), own).status, 0U);
}

}  // namespace
}  // namespace seawind
