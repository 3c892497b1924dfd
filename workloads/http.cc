// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/http.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <charconv>

#include "common/error.h"
#include "workloads/generator.h"

namespace seawind {

std::string http_request(std::int64_t object, std::int64_t size) {
  const std::string head = fmt::format("GET /{} HTTP/1.0\r\nX-Padding: ", object);
  const std::int64_t padding = size - static_cast<std::int64_t>(head.size()) - 4;
  if (padding < 0) {
    throw Error(
        fmt::format("cannot make a request of {} bytes: {} are needed", size, head.size() + 4));
  }
  return head + std::string(static_cast<std::size_t>(padding), 'w') + "\r\n\r\n";
}

std::int64_t requested_object(const std::string& request) {
  constexpr std::string_view kStart = "GET /";
  if (!request.starts_with(kStart)) return -1;
  std::int64_t object = -1;
  const char* begin = request.data() + kStart.size();
  const auto [end, error] = std::from_chars(begin, request.data() + request.size(), object);
  return error == std::errc{} && std::string_view(end).starts_with(" HTTP/1.0\r\n") ? object : -1;
}

std::string http_response(std::int64_t size) {
  const auto head_of = [](std::int64_t length) {
    return fmt::format("HTTP/1.0 200 OK\r\nContent-Length: {}\r\n\r\n", length);
  };
  const auto room = static_cast<std::int64_t>(head_of(size).size());
  const std::int64_t content = size - room;
  if (content < 0)
    throw Error(fmt::format("cannot make a response of {} bytes: {} are needed", size, room));
  std::string head = head_of(content);
  // If the length has fewer digits than the header has room for, blanks fill the space.
  const auto missing = static_cast<std::size_t>(size - content) - head.size();
  head.insert(head.find(": ") + 1, missing, ' ');
  return head + std::string(static_cast<std::size_t>(content), 'w');
}

namespace {

class Http final : public Generator {
 public:
  void add_options(CLI::App& app) override {
    constexpr std::int64_t kMax = 1'000'000'000;
    add_flow_options(app, options_);
    const auto size = [&](const char* name, std::int64_t& value, std::int64_t most,
                          const char* doc) {
      app.add_option(name, value, doc)->check(CLI::Range(std::int64_t{64}, most));
    };
    size("--body-size", options_.body_size, kMax, "Bytes of the body, header included");
    size("--object-size", options_.object_size, kMax, "Bytes of each object, header included");
    size("--body-request-size", options_.body_request_size, 65'536, "Bytes of the body's request");
    size("--object-request-size", options_.object_request_size, 65'536,
         "Bytes of an object's request");
    app.add_option("--objects", options_.objects, "Inline objects")
        ->check(CLI::Range(std::int64_t{0}, std::int64_t{10'000}));
    app.add_option("--connections", options_.connections, "Largest number of open connections")
        ->check(CLI::Range(std::int64_t{1}, std::int64_t{256}));
    app.add_option("--write-size", options_.write_size, "Bytes handed to each write call")
        ->check(CLI::Range(std::int64_t{1}, std::int64_t{16'777'216}));
  }

  Outcome run(Control& control) override {
    return options_.source() ? run_http_server(options_, control)
                             : run_http_client(options_, control);
  }

 private:
  HttpOptions options_;
};

[[maybe_unused]] const bool kHttpRegistered =
    register_generator({"http", "A page of HTTP/1.0 with inline objects, server or client",
                        []() -> std::unique_ptr<Generator> { return std::make_unique<Http>(); }});

}  // namespace
}  // namespace seawind
