// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/tfrc.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "common/error.h"
#include "workloads/api/handover_notice.h"
#include "workloads/generator.h"

namespace seawind {

TfrcHandover parse_handover(const std::string& text, std::int64_t size) {
  const auto notice = parse_handover_notice(text);
  if (!notice)
    throw Error(fmt::format("cannot parse the notification `{}`: write {}", text, kHandoverForms));
  constexpr double kHeaders = 28;  // IP and UDP
  const auto payload = static_cast<double>(size);
  return {notice->rate / 8 * payload / (payload + kHeaders), notice->rtt};
}

namespace {

class Tfrc final : public Generator {
 public:
  void add_options(CLI::App& app) override {
    constexpr std::int64_t kHour = 3'600'000'000'000;
    add_flow_options(app, options_);
    app.add_option("--packet-size", options_.packet_size, "UDP payload of a data packet")
        ->check(CLI::Range(std::int64_t{48}, std::int64_t{65'000}));
    app.add_option("--duration", options_.duration, "ns the source sends")
        ->required()
        ->check(CLI::Range(std::int64_t{1}, 24 * kHour));
    app.add_option("--discounting", options_.discounting, "History discounting: true or false");
    app.add_option("--self-clocking", options_.self_clocking,
                   "Rate limited to what is received: true or false");
    app.add_option("--feedback-per-rtt", options_.feedback_per_rtt, "Feedback packets per RTT")
        ->check(CLI::Range(std::int64_t{1}, std::int64_t{100}));
    app.add_option("--minimum-rate", minimum_, "rfc: a packet in 64 s; per_rtt: a packet per RTT")
        ->check(CLI::IsMember({"rfc", "per_rtt"}));
    app.add_option("--lifetime", options_.lifetime,
                   "ns for which the data are useful; 0: not given")
        ->check(CLI::Range(std::int64_t{0}, std::int64_t{65'534'000'000}));
    app.add_option("--drain", options_.drain, "ns the sink waits for late packets")
        ->check(CLI::Range(std::int64_t{0}, kHour));
  }

  Outcome run(Control& control) override {
    options_.minimum_per_rtt = minimum_ == "per_rtt";
    return options_.source() ? run_tfrc_source(options_, control)
                             : run_tfrc_sink(options_, control);
  }

 private:
  TfrcOptions options_;
  std::string minimum_ = "rfc";
};

[[maybe_unused]] const bool kTfrcRegistered =
    register_generator({"tfrc", "TCP-friendly rate control over UDP (RFC 5348)",
                        []() -> std::unique_ptr<Generator> { return std::make_unique<Tfrc>(); }});

}  // namespace
}  // namespace seawind
