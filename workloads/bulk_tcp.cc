// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/bulk_tcp.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "workloads/generator.h"

namespace seawind {
namespace {

class BulkTcp final : public Generator {
 public:
  void add_options(CLI::App& app) override {
    constexpr std::int64_t kMaxSize = 1'000'000'000'000;
    add_flow_options(app, options_);
    constexpr std::int64_t kDay = 86'400'000'000'000;
    auto* extent = app.add_option_group("extent");
    extent->add_option("--size", options_.size, "Payload bytes of the transfer")
        ->check(CLI::Range(std::int64_t{1}, kMaxSize));
    extent->add_option("--duration", options_.duration, "ns from its start in which it writes")
        ->check(CLI::Range(std::int64_t{1}, kDay));
    extent->require_option(1);
    app.add_option("--write-size", options_.write_size, "Bytes handed to each write call")
        ->check(CLI::Range(std::int64_t{1}, std::int64_t{16'777'216}));
    app.add_option("--tcp-info-interval", options_.tcp_info_interval,
                   "ns between TCP_INFO samples; 0: only at close")
        ->check(CLI::Range(std::int64_t{0}, std::int64_t{3'600'000'000'000}));
  }

  Outcome run(Control& control) override {
    return options_.source() ? run_bulk_tcp_source(options_, control)
                             : run_bulk_tcp_sink(options_, control);
  }

 private:
  BulkTcpOptions options_;
};

[[maybe_unused]] const bool kBulkTcpRegistered = register_generator(
    {"bulk_tcp", "A bulk TCP transfer of an exact size or for a duration, source or sink",
     []() -> std::unique_ptr<Generator> { return std::make_unique<BulkTcp>(); }});

}  // namespace

std::string progress_text(const BulkTcpOptions& options, std::int64_t bytes) {
  return options.size > 0 ? fmt::format("{} of {} bytes", bytes, options.size)
                          : fmt::format("{} bytes", bytes);
}

}  // namespace seawind
