// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/relay_bench/path.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include "common/error.h"
#include "tests/bench/relay_bench/daemon.h"

namespace seawind::bench {
namespace {

class BareVeth : public Path {
 public:
  IdealLink ideal() const override { return {}; }
};

class BareRelay : public Path {
 public:
  BareRelay(const Bed& bed, const RelayKind& kind, std::int64_t delay_ns) : delay_ns_(delay_ns) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) throw system_error("make a pipe");
    const Fd read_end(ends[0]);
    Fd write_end(ends[1]);
    const auto& names = bed.links().at(0);
    std::vector<std::string> arguments{own_program(), "bare-relay",
                                       "--fixed",     names.relay_fixed,
                                       "--mobile",    names.relay_mobile,
                                       "--delay-ns",  fmt::format("{}", delay_ns),
                                       "--seconds",   "600"};
    if (kind.cpu >= 0) arguments.insert(arguments.end(), {"--cpu", fmt::format("{}", kind.cpu)});
    if (kind.realtime)
      arguments.push_back("--realtime");
    else
      arguments.insert(arguments.begin(), {own_program(), "without-rt"});
    process_.emplace(bed.relay(), arguments, write_end.get());
    write_end.reset();
    pollfd polled{read_end.get(), POLLIN, 0};
    char text[512] = {};
    if (poll(&polled, 1, 10'000) != 1 || read(read_end.get(), text, sizeof text - 1) <= 0 ||
        std::string(text) != "ready\n")
      throw Error(std::string("cannot start the bare relay: ") + text);
  }
  IdealLink ideal() const override { return {delay_ns_, 0}; }
  const Process* process() const override { return &*process_; }

 private:
  std::int64_t delay_ns_;
  std::optional<Process> process_;
};

class DaemonPath : public Path {
 public:
  DaemonPath(const Bed& bed, const RelayKind& kind, const LinkSettings& settings,
             const std::string& program)
      : ideal_(settings.ideal), daemon_(bed.relay(), program, kind.realtime, kind.cpu, kind.nice) {
    if (daemon_.realtime() != kind.realtime)
      throw Error(kind.realtime ? "cannot measure: the daemon did not get real-time priority"
                                : "cannot measure: the daemon has real-time priority nevertheless");
    daemon_.create_links(bed.links(), settings, kind.port, Daemon::kCallsAtATime);
  }
  IdealLink ideal() const override { return ideal_; }
  const Process* process() const override { return &daemon_.process(); }
  std::optional<DaemonReport> finish() override {
    return daemon_.remove_links(Daemon::kCallsAtATime);
  }

 private:
  IdealLink ideal_;
  Daemon daemon_;
};

}  // namespace

std::string RelayKind::name() const {
  const auto* suffix = realtime ? ", RT" : nice ? ", nice" : ", no RT";
  switch (what) {
    case What::kBareVeth:
      return "bare veth";
    case What::kBareRelay:
      return std::string("bare libpcap relay") + suffix;
    case What::kDaemon:
      break;
  }
  return (port.empty() ? "seawindd" : "seawindd " + port) + suffix;
}

std::unique_ptr<Path> make_path(const RelayKind& kind, const Bed& bed, const LinkSettings& settings,
                                const std::string& daemon_program) {
  switch (kind.what) {
    case RelayKind::What::kBareVeth:
      return std::make_unique<BareVeth>();
    case RelayKind::What::kBareRelay:
      return std::make_unique<BareRelay>(bed, kind, settings.ideal.delay_ns);
    case RelayKind::What::kDaemon:
      break;
  }
  return std::make_unique<DaemonPath>(bed, kind, settings, daemon_program);
}

}  // namespace seawind::bench
