// SPDX-License-Identifier: GPL-3.0-or-later
// soak: one relay daemon with many links for hours, with traffic on all of them, changes, links
// removed and made again, and watchers. The packet accounting must be exact every minute. Memory,
// descriptors and threads must not grow. Exit code 1: a check failed.
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <csignal>
#include <exception>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <vector>

#include "common/error.h"
#include "namespaces/netns.h"
#include "tests/bench/relay_bench/bed.h"
#include "tests/bench/relay_bench/clocks.h"
#include "tests/bench/relay_bench/process.h"
#include "tests/bench/soak/fleet.h"
#include "tests/bench/soak/traffic.h"
#include "tests/bench/soak/vitals.h"
#include "tests/bench/soak/watchers.h"
#include "tests/support/temp_tree.h"

namespace seawind::soak {
namespace {

namespace fs = std::filesystem;
constexpr std::int64_t kSecond = 1'000'000'000;
constexpr std::int64_t kTick = kSecond / 10;
constexpr int kWatchers = 8;
constexpr int kFew = 4;  // variation of gRPC's descriptors and threads
constexpr std::uintmax_t kMaxLog = 64 << 20;
constexpr std::int64_t kWild = kSecond;  // p99.9 of release lateness

volatile std::sig_atomic_t stopped = 0;

struct Options {
  double minutes = 60;
  int links = 1000;
  double rate = 50'000;
  std::string json;
  std::string daemon = fs::path(bench::own_program()).parent_path() / "seawindd";
};

struct Sample {
  double minutes = 0;
  Vitals vitals;
};

/// Growth by the line of least squares, in kB a minute.
double slope(const std::vector<Sample>& samples) {
  double x = 0, y = 0, xx = 0, xy = 0;
  const auto n = static_cast<double>(samples.size());
  for (const auto& s : samples) {
    const auto kb = static_cast<double>(s.vitals.resident_kb);
    x += s.minutes, y += kb, xx += s.minutes * s.minutes, xy += s.minutes * kb;
  }
  const double spread = n * xx - x * x;
  return spread > 0 ? (n * xy - x * y) / spread : 0;
}

class Soak {
 public:
  explicit Soak(const Options& options)
      : options_(options),
        bed_(bench::Bed::many(options.links)),
        output_(open(log().c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | O_APPEND, 0600)),
        daemon_(bed_.relay(),
                {options.daemon, "--socket", socket(), "--log-dir", scratch_.root().string(),
                 "--log-level", "info"},
                output_.get()),
        fleet_(bed_, socket()),
        watchers_(socket(), kSecond) {}

  int run();

 private:
  fs::path log() const { return scratch_.root() / "output"; }
  std::string socket() const { return (scratch_.root() / "control").string(); }
  std::vector<std::string> interfaces(bool fixed) const;
  std::size_t churned() const { return std::max<std::size_t>(1, fleet_.size() / 10); }
  void work(Traffic& traffic, std::int64_t start);
  void tick(std::int64_t number);
  void measure(double minutes, std::uint64_t sent);
  void judge(double minutes);
  int summary(double minutes);

  Options options_;
  const test::TempTree scratch_;
  bench::Bed bed_;
  Fd output_;
  bench::Process daemon_;
  Fleet fleet_;
  Watchers watchers_;
  std::mt19937_64 random_{1};
  std::vector<Sample> samples_;  // after the warm-up
  Totals totals_;
  std::vector<std::string> broken_;
};

std::vector<std::string> Soak::interfaces(bool fixed) const {
  std::vector<std::string> names;
  for (const auto& link : bed_.links()) names.push_back(fixed ? link.fixed_host : link.mobile_host);
  return names;
}

void Soak::tick(std::int64_t number) {
  fleet_.change(random_() % fleet_.size());
  if (number % 10 == 0) fleet_.renew(random_() % churned());
  if (number % 100 == 0) {
    watchers_.remove_oldest();
    watchers_.add(fleet_.name(random_() % fleet_.size()));
  }
}

void Soak::measure(double minutes, std::uint64_t sent) {
  if (!daemon_.alive()) throw Error("the daemon has ended");
  totals_ = fleet_.account(broken_);
  const auto vitals = vitals_of(daemon_.pid());
  // After a fifth of the time, or ten minutes, further growth of memory is not warm-up.
  const bool warm = minutes >= std::min(10.0, options_.minutes / 5);
  if (warm) samples_.push_back({minutes, vitals});
  fmt::print(
      "{:8.1f} min: {} sent, {} received + {} generated = {} delivered + {} dropped + {} held ({} "
      "when their link was removed); rss "
      "{} kB, anonymous {} kB, {} descriptors, {} threads; p99.9 {} us, {} capture drops, {} "
      "failures, {} clamped, {} stalls; {} changes, {} renewals, {} reports watched, log {} "
      "kB\n",
      minutes, sent, totals_.received, totals_.generated, totals_.delivered, totals_.dropped,
      totals_.held, fleet_.held_at_removal(), vitals.resident_kb, vitals.anonymous_kb,
      vitals.descriptors, vitals.threads, totals_.lateness_p999_ns / 1000, totals_.capture_drops,
      totals_.inject_failures, totals_.clamped, totals_.stalls, fleet_.changes(), fleet_.renewals(),
      watchers_.reports(), fs::file_size(log()) / 1024);
  std::fflush(stdout);
  if (totals_.lateness_p999_ns > kWild)
    broken_.push_back(fmt::format("lateness p99.9 of a link is {} ns", totals_.lateness_p999_ns));
}

void Soak::work(Traffic& traffic, std::int64_t start) {
  const auto end = start + static_cast<std::int64_t>(options_.minutes * 60e9);
  const auto between = std::min(60 * kSecond, (end - start) / 10);
  auto next = start + between;
  for (std::int64_t number = 1; !stopped; ++number) {
    bench::sleep_until_ns(std::min(start + number * kTick, end));
    const auto now = bench::monotonic_ns();
    if (now >= next || now >= end) {
      measure(static_cast<double>(now - start) / 60e9, traffic.sent());
      next += between;
    }
    if (now >= end || !broken_.empty()) return;
    tick(number);
  }
}

void Soak::judge(double minutes) {
  if (totals_.log_overruns > 0)
    broken_.push_back(fmt::format("{} events lost by logs", totals_.log_overruns));
  if (fs::file_size(log()) > kMaxLog)
    broken_.push_back(fmt::format("the daemon's log has {} B", fs::file_size(log())));
  if (samples_.size() < 2) return;
  const auto& first = samples_.front().vitals;
  const auto& last = samples_.back().vitals;
  const auto grown = slope(samples_) * (minutes - samples_.front().minutes);
  // The allocator's arenas and gRPC's pools fill in the first minutes.
  constexpr double kWarmUp = 10;
  const auto bearable = (minutes < kWarmUp ? 0.1 : 0.01) * static_cast<double>(first.resident_kb);
  if (grown > bearable || static_cast<double>(last.resident_kb - first.resident_kb) > bearable)
    broken_.push_back(fmt::format("memory grew from {} kB to {} kB, {:.1f} kB a minute",
                                  first.resident_kb, last.resident_kb, slope(samples_)));
  if (last.descriptors > first.descriptors + kFew)
    broken_.push_back(
        fmt::format("{} descriptors, {} at the beginning", last.descriptors, first.descriptors));
  if (last.threads > first.threads + kFew)
    broken_.push_back(fmt::format("{} threads, {} at the beginning", last.threads, first.threads));
}

int Soak::summary(double minutes) {
  nlohmann::json json{{"hours", minutes / 60},
                      {"links", fleet_.size()},
                      {"packets", totals_.packets()},
                      {"changes", fleet_.changes()},
                      {"renewals", fleet_.renewals()},
                      {"reports_watched", watchers_.reports()},
                      {"lateness_p999_ns", totals_.lateness_p999_ns},
                      {"capture_drops", totals_.capture_drops},
                      {"inject_failures", totals_.inject_failures},
                      {"clamped_stamps", totals_.clamped},
                      {"stalls", totals_.stalls},
                      {"broken", broken_},
                      {"verdict", broken_.empty() ? "all guarantees kept" : "broken"}};
  if (!samples_.empty()) {
    json["memory_first_kb"] = samples_.front().vitals.resident_kb;
    json["memory_last_kb"] = samples_.back().vitals.resident_kb;
    json["memory_slope_kb_per_hour"] = slope(samples_) * 60;
  }
  fmt::print("{}\n", json.dump(2));
  if (!options_.json.empty()) {
    std::ofstream file(options_.json);
    file << json.dump(2) << "\n";
    if (!file.flush()) throw system_error("write " + options_.json);
  }
  return broken_.empty() ? 0 : 1;
}

int Soak::run() {
  for (int i = 0; i < kWatchers; ++i)
    watchers_.add(fleet_.name(static_cast<std::size_t>(i) % fleet_.size()));
  Traffic traffic(bed_.fixed(), interfaces(true), bed_.mobile(), interfaces(false), options_.rate);
  const auto start = bench::monotonic_ns();
  work(traffic, start);
  traffic.stop();
  const auto minutes = static_cast<double>(bench::monotonic_ns() - start) / 60e9;
  bench::sleep_until_ns(bench::monotonic_ns() + kSecond);  // time for the relay to read the sent
                                                           // packets
  measure(minutes, traffic.sent());
  // Links that were removed at times may have received packets while they did not exist.
  for (auto link = churned(); link < fleet_.size(); ++link)
    fleet_.account_sent(link, traffic.sent(link, true), traffic.sent(link, false), broken_);
  judge(minutes);
  return summary(minutes);
}

}  // namespace
}  // namespace seawind::soak

int main(int argc, char** argv) {
  using namespace seawind::soak;
  CLI::App app{"Runs one relay daemon with many links for long and accounts for every packet"};
  Options options;
  double hours = 0;
  auto* minutes = app.add_option("--minutes", options.minutes, "how long (default 60)")
                      ->check(CLI::Range(0.1, 1e6));
  app.add_option("--hours", hours, "how long")->check(CLI::Range(0.01, 1e4))->excludes(minutes);
  app.add_option("--links", options.links, "links in the daemon (default 1000)")
      ->check(CLI::Range(2, 4000));
  app.add_option("--rate", options.rate, "packets/s over all links together (default 50000)")
      ->check(CLI::Range(100.0, 1e6));
  app.add_option("--json", options.json, "write the summary to this file too");
  app.add_option("--seawindd", options.daemon, "the daemon (default: beside this program)");
  CLI11_PARSE(app, argc, argv);
  if (hours > 0) options.minutes = hours * 60;
  for (const int signal : {SIGINT, SIGTERM}) std::signal(signal, [](int) { stopped = 1; });
  try {
    // Before anything starts a thread.
    if (geteuid() != 0) seawind::enter_user_namespace();
    return Soak(options).run();
  } catch (const std::exception& error) {
    fmt::print(stderr, "soak: {}\n", error.what());
    return 3;
  }
}
