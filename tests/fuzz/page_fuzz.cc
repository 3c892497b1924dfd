// SPDX-License-Identifier: GPL-3.0-or-later
// Requests of devices to the page of `seawind bridge`, as its process reads and answers them.
#include <boost/asio/buffer.hpp>
#include <string>

#include "controller/bridge/page_answer.h"
#include "tests/fuzz/fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace seawind;
  using fuzz::hold;
  namespace http = boost::beast::http;
  PageParser parser;
  limit_request(parser);
  parser.eager(true);
  boost::beast::error_code error;
  std::size_t used = 0;
  while (!error && used < size && !parser.is_done())
    used += parser.put(boost::asio::buffer(data + used, size - used), error);
  if (error || !parser.is_done()) return 0;
  const PageRequest& request = parser.get();
  constexpr std::uint32_t kPeer = 0x0A000011;
  const PagePlace place{.address = "10.0.0.2", .profiles = {"lte", "umts"}};
  int asked = 0;
  const PageResponse response = page_response(request, place, kPeer, [&](const PageQuery& query) {
    ++asked;
    hold(query.address == kPeer, "a device sees its own link");
    const std::string host(request[http::field::host]);
    hold(host == "10.0.0.2" || host == "10.0.0.2:80", "only of the page's host");
    const bool change = query.profile != -1;
    hold(change == (request.method() == http::verb::post), "POST changes, others do not");
    hold(!change || request[http::field::origin] == "http://10.0.0.2", "of the page's form");
    hold(query.profile < 2, "only to a listed profile");
    PageState state;
    state.result = PageResult::kShown;
    return state;
  });
  hold(asked <= 1, "one query a request");
  hold(!response["Content-Security-Policy"].empty(), "every answer limits its scripts");
  hold((asked == 1) ==
           (response.result() == http::status::ok || response.result() == http::status::see_other),
       "what is refused is not asked");
  return 0;
}
