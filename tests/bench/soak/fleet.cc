// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/soak/fleet.h"

#include <fmt/format.h>
#include <grpcpp/grpcpp.h>

#include <algorithm>
#include <chrono>
#include <memory>

#include "common/concurrently.h"
#include "common/error.h"

namespace seawind::soak {
namespace {

constexpr std::size_t kCallsAtATime = 32;

std::unique_ptr<grpc::ClientContext> context() {
  auto made = std::make_unique<grpc::ClientContext>();
  made->set_deadline(std::chrono::system_clock::now() + std::chrono::seconds(60));
  made->set_wait_for_ready(true);
  return made;
}

void check(const grpc::Status& status, const std::string& tried) {
  if (!status.ok()) throw Error("cannot " + tried + ": " + status.error_message());
}

LinkDirection direction(std::size_t link) {
  LinkDirection made;
  made.mutable_link_send_buffer_size()->set_bytes(100'000);
  made.mutable_propagation_delay()->set_fixed(static_cast<double>(1 + link % 20) * 1e6);
  // A port has receive buffers for its link's rate: 16 MB each for 1 Gbit/s.
  made.mutable_rate_base()->set_fixed(10e6);
  switch (link % 4) {
    case 1:  // errors, repaired by the link
      made.mutable_error_probability()->set_fixed(0.05);
      made.set_error_handling(LinkDirection::DELAY_ITERATE);
      made.mutable_error_delay_function()->set_fixed(1e6);
      break;
    case 2:  // a batch is more than its queue takes
      made.mutable_rate_base()->set_fixed(64e3);
      made.mutable_link_send_buffer_size()->set_bytes(1'000);
      made.set_queue_max_length(8);
      break;
    case 3:
      made.mutable_propagation_delay()->mutable_uniform()->set_min(1e6);
      made.mutable_propagation_delay()->mutable_uniform()->set_max(30e6);
      made.mutable_error_probability()->set_fixed(0.01);
      break;
    default:
      break;
  }
  return made;
}

HopSpec hop(std::size_t link) {
  HopSpec made;
  *made.mutable_link()->mutable_downlink() = direction(link);
  *made.mutable_link()->mutable_uplink() = direction(link);
  made.set_seed(link);
  if (link % 4 == 2)
    for (auto* router : {made.mutable_downlink_router(), made.mutable_uplink_router()})
      router->mutable_root()->mutable_tail_drop()->mutable_limit()->set_packets(20);
  if (link % 4 == 3) {
    auto& queue = *made.mutable_downlink_router()->mutable_root()->mutable_fq_codel();
    queue.mutable_limit()->set_packets(1000);
    queue.set_target(5'000'000);
    queue.set_interval(100'000'000);
  }
  return made;
}

void check_identity(const std::string& link, const char* side, const DirectionCounters& c,
                    std::vector<std::string>& broken) {
  std::uint64_t packets = 0;
  std::uint64_t bytes = 0;
  for (const auto& drop : c.drops()) {
    packets += drop.packets();
    bytes += drop.bytes();
  }
  if (c.received_packets() + c.generated_packets() !=
      c.delivered_packets() + packets + c.held_packets())
    broken.push_back(
        fmt::format("{} {}: {} packets received + {} generated, {} delivered + {} "
                    "dropped + {} held",
                    link, side, c.received_packets(), c.generated_packets(), c.delivered_packets(),
                    packets, c.held_packets()));
  if (c.received_bytes() + c.generated_bytes() !=
      c.delivered_bytes() + bytes + c.held_bytes() + static_cast<std::uint64_t>(c.cut_bytes()))
    broken.push_back(
        fmt::format("{} {}: {} B received + {} generated, {} delivered + {} dropped + "
                    "{} held + {} cut",
                    link, side, c.received_bytes(), c.generated_bytes(), c.delivered_bytes(), bytes,
                    c.held_bytes(), c.cut_bytes()));
}

void check_link(const LinkReport& report, std::vector<std::string>& broken) {
  check_identity(report.name(), "downlink", report.downlink(), broken);
  check_identity(report.name(), "uplink", report.uplink(), broken);
}

}  // namespace

void Totals::add(const LinkReport& report) {
  for (const auto* c : {&report.downlink(), &report.uplink()}) {
    received += c->received_packets();
    generated += c->generated_packets();
    delivered += c->delivered_packets();
    held += c->held_packets();
    for (const auto& drop : c->drops()) dropped += drop.packets();
  }
  const auto& f = report.fidelity();
  capture_drops += f.capture_drops();
  inject_failures += f.inject_failures();
  log_overruns += f.log_overruns();
  clamped += f.clamped_stamps();
  stalls += f.stalls();
  lateness_p999_ns = std::max(lateness_p999_ns, f.lateness_p999_ns());
}

Fleet::Fleet(const bench::Bed& bed, const std::string& socket) : bed_(bed) {
  grpc::ChannelArguments arguments;
  arguments.SetMaxReceiveMessageSize(-1);
  stub_ = Emulator::NewStub(
      grpc::CreateCustomChannel("unix:" + socket, grpc::InsecureChannelCredentials(), arguments));
  concurrently(size(), kCallsAtATime, [&](std::size_t link) { create(link); });
}

Fleet::~Fleet() = default;

std::string Fleet::name(std::size_t link) const {
  return fmt::format("link{}", link);
}

void Fleet::create(std::size_t link) {
  CreateLinkRequest request;
  request.set_name(name(link));
  *request.mutable_hop() = hop(link);
  request.set_fixed_interface(bed_.links()[link].relay_fixed);
  request.set_mobile_interface(bed_.links()[link].relay_mobile);
  LinkStarted started;
  check(stub_->CreateLink(context().get(), request, &started), "create " + name(link));
}

void Fleet::change(std::size_t link) {
  LinkRequest request;
  request.set_name(name(link));
  LinkConfiguration now;
  check(stub_->GetLink(context().get(), request, &now), "get " + name(link));
  ChangeLinkRequest change;
  change.set_name(name(link));
  change.set_only_if_version(now.version());
  *change.mutable_hop() = now.hop();
  // The slow ones stay slow.
  const double faster = ++changes_ % 2 == 0 ? 1.0 : 0.5;
  const auto original = direction(link);
  for (auto* d : {change.mutable_hop()->mutable_link()->mutable_downlink(),
                  change.mutable_hop()->mutable_link()->mutable_uplink()}) {
    d->mutable_rate_base()->set_fixed(original.rate_base().fixed() * faster);
    d->mutable_propagation_delay()->set_fixed(static_cast<double>(1 + changes_ % 40) * 1e6);
  }
  LinkChanged changed;
  check(stub_->ChangeLink(context().get(), change, &changed), "change " + name(link));
}

void Fleet::renew(std::size_t link) {
  RemoveLinkRequest request;
  request.set_name(name(link));
  LinkReport report;
  check(stub_->RemoveLink(context().get(), request, &report), "remove " + name(link));
  check_link(report, broken_);
  removed_.add(report);
  removed_.lateness_p999_ns = 0;  // the existing links
  ++renewals_;
  create(link);
}

Reports Fleet::reports(const std::string& name) {
  ReportsRequest request;
  request.set_name(name);
  Reports reports;
  check(stub_->GetReports(context().get(), request, &reports), "get reports");
  return reports;
}

Totals Fleet::account(std::vector<std::string>& broken) {
  broken.insert(broken.end(), broken_.begin(), broken_.end());
  broken_.clear();
  Totals totals = removed_;
  const auto all = reports("");
  if (all.links_size() != static_cast<int>(size()))
    broken.push_back(fmt::format("{} links of {} report", all.links_size(), size()));
  for (const auto& report : all.links()) {
    check_link(report, broken);
    totals.add(report);
  }
  return totals;
}

void Fleet::account_sent(std::size_t link, std::uint64_t down, std::uint64_t up,
                         std::vector<std::string>& broken) {
  const auto answer = reports(name(link));
  const auto& report = answer.links(0);
  const auto got = report.downlink().received_packets() + report.uplink().received_packets() +
                   report.fidelity().capture_drops();
  if (got != down + up)
    broken.push_back(fmt::format("{}: {} packets sent to it, {} received or lost by the capture",
                                 name(link), down + up, got));
}

}  // namespace seawind::soak
