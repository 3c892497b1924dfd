// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/relay_bench/daemon.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <grpcpp/grpcpp.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>

#include "common/concurrently.h"
#include "common/error.h"
#include "common/histogram.h"
#include "emulator/api/emulator.grpc.pb.h"
#include "tests/bench/relay_bench/clocks.h"
#include "tests/support/temp_tree.h"

namespace seawind::bench {
namespace {

LinkDirection direction_of(const LinkSettings& settings) {
  LinkDirection direction;
  direction.mutable_rate_base()->set_fixed(static_cast<double>(settings.ideal.bits_per_second));
  direction.mutable_propagation_delay()->set_fixed(static_cast<double>(settings.ideal.delay_ns));
  direction.mutable_link_send_buffer_size()->set_bytes(settings.buffer_bytes);
  return direction;
}

void set_uniform(Distribution& out, double min, double max) {
  out.mutable_uniform()->set_min(min);
  out.mutable_uniform()->set_max(max);
}

/// Every part of the model at work, with probabilities and limits that lose nothing.
void switch_on_everything(LinkDirection& d) {
  d.add_stages()->mutable_packet_control();
  d.add_stages()->mutable_fast_reset();
  d.add_stages()->mutable_lifetime_discard()->set_headercasting(true);
  d.add_stages()->mutable_drop_from_head()->mutable_limit()->set_packets(1'000'000);
  d.set_adapter_slots(2);
  d.set_queue_max_length(1);
  d.set_queue_max_delay(3'600'000'000'000);
  d.set_fragmentation(true);
  d.set_fragment_size(576);
  d.set_byte_stream(true);
  d.set_link_overhead(10);
  d.set_protocol_overhead_per_packet(4);
  d.set_user_max_rate(4);
  set_uniform(*d.mutable_available_rate(), 3, 4);
  set_uniform(*d.mutable_rate_change_interval(), 1e8, 2e8);
  d.set_background_load(2);
  d.set_bgl_average_rate(100'000);
  set_uniform(*d.mutable_allocation_delay(), 0, 1e3);
  d.mutable_link_idle_timeout()->set_fixed(1e9);
  d.set_random_delay_probability(0.001);
  set_uniform(*d.mutable_random_delay_length(), 0, 1e5);
  set_uniform(*d.mutable_propagation_delay(), 0, 1e5);
  d.set_delay_redraw_interval(500'000);
  set_uniform(*d.mutable_error_probability(), 1e-8, 2e-8);
  d.set_error_rate_type(LinkDirection::BIT);
  d.mutable_loss_pattern()->mutable_gilbert_elliott()->set_p(1e-12);
  d.set_error_handling(LinkDirection::DELAY_ITERATE);
  set_uniform(*d.mutable_error_delay_function(), 1e4, 2e4);
  d.set_link_layer_ack_emulation(true);
  d.mutable_output_dropper()->set_probability(1e-12);
}

double us(std::int64_t ns) {
  return static_cast<double>(ns) / 1e3;
}

}  // namespace

struct Daemon::Impl {
  const test::TempTree directory;
  std::optional<Process> process;
  std::unique_ptr<Emulator::Stub> stub;
  Info info;
  std::vector<std::string> links;

  std::string socket() const { return (directory.root() / "control").string(); }
  std::string printed() const {
    std::ifstream file(directory.root() / "output");
    return (std::ostringstream() << file.rdbuf()).str();
  }
  std::unique_ptr<grpc::ClientContext> context() const {
    auto made = std::make_unique<grpc::ClientContext>();
    made->set_deadline(std::chrono::system_clock::now() + std::chrono::seconds(20));
    return made;
  }
  void check(const grpc::Status& status, const std::string& tried) const {
    if (!status.ok())
      throw Error("cannot " + tried + ": " + status.error_message() + "\n" + printed());
  }
};

Daemon::Daemon(int network_namespace, const std::string& program, bool realtime, int cpu, bool nice)
    : impl_(std::make_unique<Impl>()) {
  const auto output_path = impl_->directory.root() / "output";
  const Fd output(open(output_path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | O_APPEND, 0600));
  if (!output) throw system_error("make " + output_path.string());
  std::vector<std::string> arguments{program, "--socket", impl_->socket(), "--log-dir",
                                     impl_->directory.root().string()};
  if (cpu >= 0) arguments.insert(arguments.end(), {"--cpu", fmt::format("{}", cpu)});
  if (!realtime && nice) arguments.insert(arguments.end(), {"--rt-priority", "off"});
  if (!realtime && !nice) arguments.insert(arguments.begin(), {own_program(), "without-rt"});
  impl_->process.emplace(network_namespace, arguments, output.get());
  const auto channel =
      grpc::CreateChannel("unix:" + impl_->socket(), grpc::InsecureChannelCredentials());
  impl_->stub = Emulator::NewStub(channel);
  // gRPC's own back-off after a failed connection is a second; the socket's appearance is not.
  const auto end = monotonic_ns() + 20'000'000'000;
  while (!std::filesystem::exists(impl_->socket())) {
    if (!impl_->process->alive()) throw Error("cannot start " + program + ":\n" + impl_->printed());
    if (monotonic_ns() > end) throw Error("cannot reach " + program + ": it made no socket");
    sleep_until_ns(monotonic_ns() + 5'000'000);
  }
  const auto context = impl_->context();
  context->set_wait_for_ready(true);
  impl_->check(impl_->stub->GetInfo(context.get(), {}, &impl_->info),
               "ask the daemon for its info");
}

Daemon::~Daemon() = default;

void Daemon::create_link(const std::string& name, const LinkInterfaces& interfaces,
                         const LinkSettings& settings, const std::string& port) {
  CreateLinkRequest request;
  request.set_name(name);
  auto* link = request.mutable_hop()->mutable_link();
  *link->mutable_downlink() = direction_of(settings);
  *link->mutable_uplink() = direction_of(settings);
  if (settings.everything) {
    switch_on_everything(*link->mutable_downlink());
    switch_on_everything(*link->mutable_uplink());
    auto& spikes = *link->add_spikes();
    set_uniform(*spikes.mutable_interval(), 1e9, 2e9);
    set_uniform(*spikes.mutable_length(), 1e3, 2e3);
    for (auto* router : {request.mutable_hop()->mutable_downlink_router(),
                         request.mutable_hop()->mutable_uplink_router()}) {
      auto& queue = *router->mutable_root()->mutable_fq_codel();
      queue.mutable_limit()->set_packets(1'000'000);
      queue.set_target(1'000'000'000);
      queue.set_interval(10'000'000'000);
    }
  }
  request.mutable_hop()->set_seed(1);
  request.set_fixed_interface(interfaces.relay_fixed);
  request.set_mobile_interface(interfaces.relay_mobile);
  request.set_port_kind(port);
  if (settings.event_log) request.set_event_log(name + ".events");
  LinkStarted started;
  impl_->check(impl_->stub->CreateLink(impl_->context().get(), request, &started),
               "create link " + name);
}

void Daemon::create_links(const std::vector<LinkInterfaces>& links, const LinkSettings& settings,
                          const std::string& port, std::size_t calls) {
  for (std::size_t i = 0; i < links.size(); ++i) impl_->links.push_back(fmt::format("link{}", i));
  concurrently(links.size(), calls,
               [&](std::size_t i) { create_link(impl_->links[i], links[i], settings, port); });
}

DaemonReport Daemon::remove_links(std::size_t calls) {
  DaemonReport sum;
  sum.realtime = impl_->info.realtime();
  std::vector<std::uint64_t> counts(Histogram::kBuckets);
  std::int64_t max = 0;
  Fidelity only;
  std::vector<LinkReport> reports(impl_->links.size());
  concurrently(reports.size(), calls, [&](std::size_t i) {
    RemoveLinkRequest request;
    request.set_name(impl_->links[i]);
    impl_->check(impl_->stub->RemoveLink(impl_->context().get(), request, &reports[i]),
                 "remove link " + impl_->links[i]);
  });
  for (const LinkReport& report : reports) {
    const auto& f = report.fidelity();
    only = f;
    for (int i = 0; i < f.histogram_size() && i < static_cast<int>(counts.size()); ++i)
      counts[static_cast<std::size_t>(i)] += f.histogram(i);
    max = std::max(max, f.lateness_max_ns());
    sum.releases += f.releases();
    sum.arrival_lag_max = std::max(sum.arrival_lag_max, us(f.arrival_lag_max_ns()));
    sum.capture_drops += f.capture_drops();
    sum.inject_failures += f.inject_failures();
    sum.log_overruns += f.log_overruns();
    sum.clamped_stamps += f.clamped_stamps();
    sum.stalls += f.stalls();
    for (const auto* counters : {&report.downlink(), &report.uplink()}) {
      sum.received += counters->received_packets();
      for (const auto& drop : counters->drops()) sum.model_drops += drop.packets();
    }
  }
  // For one link the daemon's own quantile; for several links a quantile of their combined
  // histograms.
  const auto quantile = [&](double q, std::int64_t said) {
    if (impl_->links.size() == 1) return us(said);
    std::uint64_t total = 0;
    for (const auto count : counts) total += count;
    auto left = static_cast<std::uint64_t>(q * static_cast<double>(total));
    for (std::size_t i = 0; i < counts.size(); ++i) {
      if (counts[i] > left) return us(std::min(Histogram::upper(i), max));
      left -= counts[i];
    }
    return us(max);
  };
  sum.p50 = quantile(0.5, only.lateness_p50_ns());
  sum.p99 = quantile(0.99, only.lateness_p99_ns());
  sum.p999 = quantile(0.999, only.lateness_p999_ns());
  sum.max = us(max);
  impl_->links.clear();
  return sum;
}

std::vector<std::string> Daemon::port_kinds() const {
  return {impl_->info.port_kinds().begin(), impl_->info.port_kinds().end()};
}
bool Daemon::realtime() const {
  return impl_->info.realtime();
}
const Process& Daemon::process() const {
  return *impl_->process;
}

}  // namespace seawind::bench
