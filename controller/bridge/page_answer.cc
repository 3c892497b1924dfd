// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/bridge/page_answer.h"

#include <fmt/format.h>
#include <sys/random.h>

#include <array>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>

#include "common/error.h"
#include "common/to_number.h"
#include "common/units.h"
#include "controller/bridge/device_page_html.h"
#include "controller/report/html_template.h"

namespace seawind {
namespace {

namespace http = boost::beast::http;
using Json = nlohmann::ordered_json;

/// The field's value; empty: the request has none, or several.
std::string_view only(const PageRequest& request, http::field name) {
  if (request.count(name) != 1) return {};
  const auto value = request[name];
  return {value.data(), value.size()};
}

/// A word that the sender of a request cannot know: scripts and styles without it do not run.
std::string nonce() {
  std::array<std::uint8_t, 16> bytes{};
  if (getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size()))
    throw system_error("draw a random number");
  std::string out;
  for (const std::uint8_t byte : bytes) out += fmt::format("{:02x}", byte);
  return out;
}

PageResponse answer_of(const PageRequest& request, http::status status, std::string body,
                       const std::string& type, const std::string& sources) {
  PageResponse out(status, request.version());
  out.set(http::field::content_type, type);
  out.set(http::field::cache_control, "no-store");
  out.set(
      "Content-Security-Policy",
      "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'" + sources);
  out.set("Cross-Origin-Resource-Policy", "same-origin");
  out.set("Referrer-Policy", "same-origin");  // with no-referrer, forms have no Origin
  out.set("X-Content-Type-Options", "nosniff");
  out.keep_alive(false);
  const auto size = body.size();
  if (request.method() != http::verb::head) out.body() = std::move(body);
  out.content_length(size);
  return out;
}

PageResponse refusal(const PageRequest& request, http::status status, const char* why) {
  return answer_of(request, status, fmt::format("{}\n", why), "text/plain; charset=utf-8", "");
}

/// The number of the profile in the body "profile=N" of the form.
std::optional<std::int32_t> choice_of(const PageRequest& request, std::size_t profiles) {
  constexpr std::string_view kKey = "profile=";
  const std::string& body = request.body();
  if (!body.starts_with(kKey)) return {};
  const auto number = to_number<std::uint32_t>(std::string_view(body).substr(kKey.size()));
  if (!number || *number >= profiles) return {};
  return static_cast<std::int32_t>(*number);
}

Json rows_of(const PageState& state) {
  const auto row = [&](const char* name, auto text) -> Json {
    return {{"name", name}, {"down", text(state.downlink)}, {"up", text(state.uplink)}};
  };
  Json out = Json::array();
  out.push_back(row("Rate", [](const PageDirection& one) {
    return short_number(one.delivered_bit_s / 1e3) + "\u00a0kbit/s";
  }));
  out.push_back(row("Delay", [](const PageDirection& one) {
    return one.delay_s < 0 ? "no packets" : short_number(one.delay_s * 1e3) + "\u00a0ms";
  }));
  out.push_back(row("Router", [](const PageDirection& one) {
    return fmt::format("{}\u00a0pkt, {}\u00a0B", one.router_packets, one.router_bytes);
  }));
  out.push_back(row("Send buffer", [](const PageDirection& one) {
    return fmt::format("{}\u00a0B", one.send_buffer_bytes);
  }));
  out.push_back(row(
      "Dropped", [](const PageDirection& one) { return fmt::format("{}\u00a0pkt", one.dropped); }));
  out.push_back(row("Retransmitted", [](const PageDirection& one) {
    return fmt::format("{}\u00a0pkt", one.retransmissions);
  }));
  if (!state.downlink.state.text().empty() || !state.uplink.state.text().empty())
    out.push_back(row("Channel state", [](const PageDirection& one) { return one.state.text(); }));
  return out;
}

PageResponse page(const PageRequest& request, const PagePlace& place, const PageState& state) {
  using R = PageResult;
  const std::string profile = state.profile.text();
  const bool shown = state.result != R::kNoLink;
  Json values{{"nonce", nonce()},
              {"link", shown ? state.link.text() : "no link"},
              {"shown", shown},
              {"shared", state.shared != 0},
              {"profile", profile},
              {"time", short_duration(state.link_time_ns)},
              {"outages", state.outages.text()},
              {"rows", rows_of(state)},
              {"choice", shown && !place.profiles.empty()},
              {"profiles", Json::array()}};
  for (std::size_t i = 0; i < place.profiles.size(); ++i)
    values["profiles"].push_back(
        {{"number", i}, {"name", place.profiles[i]}, {"current", place.profiles[i] == profile}});
  values["problem"] = state.result == R::kRefused ? state.problem.text()
                      : state.result == R::kTooSoon
                          ? "the last choice was made less than a second ago"
                          : "";
  const auto status = state.result == R::kRefused   ? http::status::conflict
                      : state.result == R::kTooSoon ? http::status::too_many_requests
                      : shown                       ? http::status::ok
                                                    : http::status::service_unavailable;
  const std::string word = values["nonce"];
  return answer_of(request, status, render_template(kDevicePageHtml, values),
                   "text/html; charset=utf-8",
                   fmt::format("; connect-src 'self'; script-src 'nonce-{0}'; "
                               "style-src 'nonce-{0}'",
                               word));
}

}  // namespace

void limit_request(PageParser& parser) {
  parser.header_limit(kLargestRequestHead);
  parser.body_limit(kLargestRequestBody);
}

PageResponse page_response(const PageRequest& request, const PagePlace& place, std::uint32_t peer,
                           const std::function<PageState(const PageQuery&)>& query_bridge) {
  const std::string_view host = only(request, http::field::host);
  if (host != place.address && host != place.address + ":80")
    return refusal(request, http::status::misdirected_request, "another host is asked for");
  if (request.target() != "/") return refusal(request, http::status::not_found, "no such page");
  const http::verb method = request.method();
  if (method == http::verb::get || method == http::verb::head)
    return page(request, place, query_bridge({.address = peer}));
  if (method != http::verb::post) {
    PageResponse out = refusal(request, http::status::method_not_allowed, "GET, HEAD or POST");
    out.set(http::field::allow, "GET, HEAD, POST");
    return out;
  }
  if (only(request, http::field::origin) != "http://" + place.address)
    return refusal(request, http::status::forbidden, "the form of another page");
  const auto choice = choice_of(request, place.profiles.size());
  if (!choice) return refusal(request, http::status::bad_request, "no such profile");
  const PageState state = query_bridge({.address = peer, .profile = *choice});
  if (state.result != PageResult::kShown) return page(request, place, state);
  PageResponse out = refusal(request, http::status::see_other, "changed");
  out.set(http::field::location, "/");
  return out;
}

}  // namespace seawind
