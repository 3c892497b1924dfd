// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/request_response.h"

#include <CLI/CLI.hpp>

#include "common/error.h"
#include "workloads/generator.h"

namespace seawind {
namespace {

class RequestResponse final : public Generator {
 public:
  void add_options(CLI::App& app) override {
    constexpr std::int64_t kHour = 3'600'000'000'000;
    add_flow_options(app, options_);
    app.add_option("--protocol", protocol_, "tcp or udp")->check(CLI::IsMember({"tcp", "udp"}));
    app.add_option("--request-size", options_.request_size, "Bytes of a request")
        ->check(CLI::Range(std::int64_t{16}, std::int64_t{1'000'000}));
    app.add_option("--response-size", options_.response_size, "Bytes of a response")
        ->check(CLI::Range(std::int64_t{16}, std::int64_t{1'000'000'000}));
    app.add_option("--count", options_.count, "Number of requests")
        ->check(CLI::Range(std::int64_t{1}, std::int64_t{10'000'000}));
    app.add_option("--think", options_.think, "ns from a response to the next request")
        ->check(CLI::Range(std::int64_t{0}, kHour));
    app.add_option("--retry", options_.retry, "UDP: ns after which a request is sent again")
        ->check(CLI::Range(std::int64_t{1'000'000}, kHour));
    app.add_option("--tries", options_.tries,
                   "UDP: transmissions of a request before it is given up")
        ->check(CLI::Range(std::int64_t{1}, std::int64_t{1000}));
  }

  Outcome run(Control& control) override {
    options_.udp = protocol_ == "udp";
    if (!options_.udp) return run_request_response_tcp(options_, control);
    if (std::max(options_.request_size, options_.response_size) > 65'000) {
      throw Error("cannot send more than 65000 bytes in a datagram");
    }
    return run_request_response_udp(options_, control);
  }

 private:
  RequestResponseOptions options_;
  std::string protocol_ = "tcp";
};

[[maybe_unused]] const bool kRequestResponseRegistered = register_generator(
    {"request_response", "Requests and responses one after the other, over TCP or UDP",
     []() -> std::unique_ptr<Generator> { return std::make_unique<RequestResponse>(); }});

}  // namespace
}  // namespace seawind
