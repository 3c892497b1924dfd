// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/stream.h"

#include <CLI/CLI.hpp>

#include "common/error.h"
#include "workloads/generator.h"

namespace seawind {
namespace {

class Stream final : public Generator {
 public:
  void add_options(CLI::App& app) override {
    add_flow_options(app, options_);
    app.add_option("--packet-size", size_, "Distribution of the UDP payload in bytes");
    app.add_option("--interval", interval_, "Distribution of the time between packets in ns");
    app.add_option("--packets", options_.shape.packets, "Packets of a burst; 0: see --on")
        ->check(CLI::Range(std::int64_t{0}, std::int64_t{1'000'000'000}));
    app.add_option("--on", on_, "Distribution of the length of a burst in ns, when --packets is 0");
    app.add_option("--bursts", options_.shape.bursts, "Number of bursts")
        ->check(CLI::Range(std::int64_t{1}, std::int64_t{1'000'000}));
    app.add_option("--idle", idle_, "Distribution of the silence between bursts in ns");
    app.add_option("--lifetime", options_.lifetime,
                   "ns for which the data are useful; 0: not given")
        ->check(CLI::Range(std::int64_t{0}, std::int64_t{65'534'000'000}));
    app.add_option("--stale", options_.stale, "Treatment of packets whose lifetime is over")
        ->check(CLI::IsMember({"discard", "truncate", "forward"}));
    app.add_option("--drain", options_.drain, "ns the sink waits for late packets")
        ->check(CLI::Range(std::int64_t{0}, std::int64_t{3'600'000'000'000}));
  }

  Outcome run(Control& control) override {
    StreamShape& shape = options_.shape;
    shape.size = parse_law(size_);
    shape.interval = parse_law(interval_);
    shape.on = parse_law(on_);
    shape.idle = parse_law(idle_);
    if (shape.size.lowest() < 16 || shape.size.highest() > 65'000) {
      throw Error("cannot send packets of " + size_ + " bytes: 16 to 65000 are possible");
    }
    if (shape.packets == 0 && shape.on.highest() <= 0) {
      throw Error("the end of a burst is undefined: neither --packets nor --on is given");
    }
    return options_.source() ? run_stream_source(options_, control)
                             : run_stream_sink(options_, control);
  }

 private:
  StreamOptions options_;
  std::string size_ = "fixed:48";
  std::string interval_ = "fixed:20000000";
  std::string on_ = "fixed:0";
  std::string idle_ = "fixed:0";
};

[[maybe_unused]] const bool kStreamRegistered = register_generator(
    {"stream", "Datagrams at planned instants: constant bit rate, ON/OFF, variable bit rate",
     []() -> std::unique_ptr<Generator> { return std::make_unique<Stream>(); }});

}  // namespace
}  // namespace seawind
