// SPDX-License-Identifier: GPL-3.0-or-later
// The HTTP responses of the page of devices.
//
// Any web site can make a browser on the network send requests. Therefore a request is rejected
// unless its Host is the page's address, which no site's name is (DNS rebinding), and a change also
// unless its Origin is the page.
#pragma once

#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "controller/bridge/page_messages.h"

namespace seawind {

using PageParser = boost::beast::http::request_parser<boost::beast::http::string_body>;
using PageRequest = PageParser::value_type;
using PageResponse = boost::beast::http::response<boost::beast::http::string_body>;

inline constexpr std::uint32_t kLargestRequestHead = 8192;  // bytes of the header's fields
inline constexpr std::uint64_t kLargestRequestBody = 64;    // bytes
/// Sets these limits.
void limit_request(PageParser& parser);

struct PagePlace {
  std::string address;                // at port 80
  std::vector<std::string> profiles;  // names, to choose from
};

/// The answer to the device with the address `peer`. `query_bridge` is called once at most.
PageResponse page_response(const PageRequest& request, const PagePlace& place, std::uint32_t peer,
                           const std::function<PageState(const PageQuery&)>& query_bridge);

}  // namespace seawind
