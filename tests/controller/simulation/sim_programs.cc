// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/controller/simulation/sim_programs.h"

#include <cerrno>
#include <cstring>
#include <fstream>

#include "tests/controller/measure/synthetic_log.h"
#include "tests/controller/simulation/sim_call.h"

namespace seawind::test {
namespace {

constexpr std::int64_t kDeadline = 20 * kSecond;
constexpr std::int64_t kGrace = 15 * kSecond;  // of Wait, in addition to its own duration

using grpc::ClientContext;
using grpc::Status;
using grpc::StatusCode;

std::string folder_of(const std::string& file) {
  return file.substr(0, file.find('/'));
}

/// Creates a file beneath the --log-dir. Returns false when it exists or cannot be created.
bool make_file(const SimWorld& world, const std::string& name) {
  const auto path = world.logs() / name;
  if (std::filesystem::exists(path)) return false;
  return std::ofstream(path).good();
}

void write_event_log(const std::filesystem::path& path) {
  SyntheticLog log;
  for (const std::uint16_t sink : {std::uint16_t{5001}, std::uint16_t{5002}}) {
    const auto source = static_cast<std::uint16_t>(sink + 30000);
    const FlowSpec flow{.name = "", .downlink = true, .sink_port = sink, .size = kFlowSize};
    add_transfer(log, source, flow, 1000 * kMs, 100 * kMs, 4000 * kMs);
  }
  log.write(path);
}

// The generated interfaces also have asynchronous calls, which these tests do not use.
#define SEAWIND_BLOCKING_ONLY(Method, Request, Reply)                         \
  grpc::ClientAsyncResponseReaderInterface<Reply>* Async##Method##Raw(        \
      ClientContext*, const Request&, grpc::CompletionQueue*) override {      \
    return nullptr;                                                           \
  }                                                                           \
  grpc::ClientAsyncResponseReaderInterface<Reply>* PrepareAsync##Method##Raw( \
      ClientContext*, const Request&, grpc::CompletionQueue*) override {      \
    return nullptr;                                                           \
  }
// NOLINTBEGIN(bugprone-macro-parentheses): Reply is a type
#define SEAWIND_NOT_CALLED(Method, Request, Reply)                 \
  Status Method(ClientContext*, const Request&, Reply*) override { \
    return {StatusCode::UNIMPLEMENTED, "not simulated"};           \
  }                                                                \
  SEAWIND_BLOCKING_ONLY(Method, Request, Reply)
// NOLINTEND(bugprone-macro-parentheses)

class SimEmulator final : public Emulator::StubInterface {
 public:
  SimEmulator(SimWorld& world, std::shared_ptr<SimSlot> slot, std::stop_token stop)
      : slot_(slot), caller_(world, slot->daemon, slot->daemon->alive, -1, "seawindd", stop) {}

  Status CreateLink(ClientContext*, const CreateLinkRequest& request, LinkStarted* reply) override {
    return caller_.call("CreateLink", kDeadline, reply,
                        [&world = caller_.world(), &daemon = caller_.program(),
                         request](LinkStarted& started) -> Status {
                          if (daemon.links.contains(request.name()))
                            return {StatusCode::ALREADY_EXISTS, "there is a link of that name"};
                          if (world.disk_full() || !make_file(world, request.event_log()))
                            return {StatusCode::INTERNAL, "cannot create the event log",
                                    std::to_string(world.disk_full() ? ENOSPC : EEXIST)};
                          const SimDaemon::Link link{.seed = request.hop().seed(),
                                                     .event_log = request.event_log(),
                                                     .start = world.now()};
                          daemon.links[request.name()] = link;
                          Truth& truth = world.truths[folder_of(request.event_log())];
                          truth.seed = link.seed;
                          truth.link_start = link.start;
                          started.set_start_monotonic_ns(link.start);
                          return Status::OK;
                        });
  }

  Status RemoveLink(ClientContext*, const RemoveLinkRequest& request, LinkReport* reply) override {
    return caller_.call(
        "RemoveLink", 3 * kDeadline, reply,
        [&world = caller_.world(), &daemon = caller_.program(),
         request](LinkReport& report) -> Status {
          const auto found = daemon.links.find(request.name());
          if (found == daemon.links.end()) return {StatusCode::NOT_FOUND, "there is no such link"};
          const SimDaemon::Link link = found->second;
          daemon.links.erase(found);
          report.set_name(request.name());
          report.set_link_time_ns(world.now() - link.start);
          report.set_start_monotonic_ns(link.start);
          report.set_changes(link.changes);
          Fidelity& fidelity = *report.mutable_fidelity();
          fidelity.set_releases(100);
          fidelity.set_lateness_max_ns(world.happens(world.trouble) ? 2 * kSecond : 1000);
          if (world.happens(world.trouble)) fidelity.set_clamped_stamps(1000);
          if (world.disk_full()) {
            report.set_log_error("cannot write the log");
            report.set_log_error_number(ENOSPC);
          } else if (std::filesystem::exists(world.logs() / link.event_log)) {
            std::filesystem::remove(world.logs() / link.event_log);
            write_event_log(world.logs() / link.event_log);
          }
          return Status::OK;
        });
  }
  SEAWIND_NOT_CALLED(GetInfo, InfoRequest, Info)
  SEAWIND_BLOCKING_ONLY(CreateLink, CreateLinkRequest, LinkStarted)
  SEAWIND_NOT_CALLED(GetLink, LinkRequest, LinkConfiguration)
  SEAWIND_NOT_CALLED(ChangeLink, ChangeLinkRequest, LinkChanged)
  SEAWIND_BLOCKING_ONLY(RemoveLink, RemoveLinkRequest, LinkReport)
  SEAWIND_NOT_CALLED(GetReports, ReportsRequest, Reports)
  grpc::ClientReaderInterface<Reports>* WatchReportsRaw(ClientContext*,
                                                        const ReportsRequest&) override {
    return nullptr;
  }
  grpc::ClientAsyncReaderInterface<Reports>* AsyncWatchReportsRaw(ClientContext*,
                                                                  const ReportsRequest&,
                                                                  grpc::CompletionQueue*,
                                                                  void*) override {
    return nullptr;
  }
  grpc::ClientAsyncReaderInterface<Reports>* PrepareAsyncWatchReportsRaw(
      ClientContext*, const ReportsRequest&, grpc::CompletionQueue*) override {
    return nullptr;
  }

 private:
  std::shared_ptr<SimSlot> slot_;
  SimCaller<SimDaemon> caller_;
};

std::string key_of(const std::string& flow, PrepareRequest::End end) {
  return (end == PrepareRequest::SOURCE ? "source " : "sink ") + flow;
}

class SimAgent final : public Agent::StubInterface {
 public:
  SimAgent(SimWorld& world, const std::shared_ptr<SimSlot>& slot, SimSlot::Host& host,
           const std::string& name, std::stop_token stop)
      : slot_(slot), host_(host), caller_(world, slot, host.alive, slot->number, name, stop) {}

  Status ApplyTcpVariant(ClientContext*, const ApplyTcpVariantRequest&,
                         ApplyTcpVariantReply* reply) override {
    return caller_.call("ApplyTcpVariant", 30 * kSecond, reply,
                        [](ApplyTcpVariantReply&) { return Status::OK; });
  }
  Status ClearTcpMetrics(ClientContext*, const ClearTcpMetricsRequest&,
                         ClearTcpMetricsReply* reply) override {
    return caller_.call("ClearTcpMetrics", kDeadline, reply,
                        [](ClearTcpMetricsReply&) { return Status::OK; });
  }
  Status GetTcpMetrics(ClientContext*, const GetTcpMetricsRequest&,
                       GetTcpMetricsReply* reply) override {
    return caller_.call("GetTcpMetrics", kDeadline, reply,
                        [](GetTcpMetricsReply&) { return Status::OK; });
  }

  Status Prepare(ClientContext*, const PrepareRequest& request, PrepareReply* reply) override {
    return caller_.call(
        "Prepare", kDeadline, reply,
        [&world = caller_.world(), &host = host_, request](PrepareReply&) -> Status {
          const std::string key = key_of(request.flow().name(), request.end());
          if (host.generators.contains(key)) return {StatusCode::ALREADY_EXISTS, "runs already"};
          if (world.disk_full() || !make_file(world, request.log_file()))
            return {StatusCode::FAILED_PRECONDITION, "cannot create the log",
                    std::to_string(world.disk_full() ? ENOSPC : EEXIST)};
          host.generators[key] = {.folder = folder_of(request.log_file()),
                                  .serves = request.end() == PrepareRequest::SINK};
          return Status::OK;
        });
  }

  Status Start(ClientContext*, const StartRequest& request, StartReply* reply) override {
    return caller_.call(
        "Start", kDeadline, reply,
        [&world = caller_.world(), &slot = *slot_, &host = host_, request](StartReply&) -> Status {
          for (const auto& at : request.starts()) {
            const auto found = host.generators.find(key_of(at.flow(), PrepareRequest::SOURCE));
            if (found == host.generators.end()) return {StatusCode::NOT_FOUND, "no such flow"};
            if (at.monotonic_ns() < world.now())
              return {StatusCode::FAILED_PRECONDITION, "the start has passed"};
          }
          for (const auto& at : request.starts()) {
            auto& source = host.generators.at(key_of(at.flow(), PrepareRequest::SOURCE));
            source.started = at.monotonic_ns();
            source.ends =
                at.monotonic_ns() + static_cast<std::int64_t>(1 + world.draw(20)) * kSecond;
            if (world.happens(world.trouble / 4)) source.ends += 3600 * kSecond;
            Truth& truth = world.truths[source.folder];
            truth.sources[at.flow()] = at.monotonic_ns();
            for (const SimSlot::Host* one : {&slot.fixed, &slot.mobile})
              for (const auto& [key, other] : one->generators)
                truth.strangers |= other.folder != source.folder;
          }
          return Status::OK;
        });
  }

  Status Notify(ClientContext*, const NotifyRequest& request, NotifyReply* reply) override {
    return caller_.call("Notify", kDeadline, reply,
                        [&host = host_, request](NotifyReply&) -> Status {
                          for (const auto end : {PrepareRequest::SOURCE, PrepareRequest::SINK})
                            if (host.generators.contains(key_of(request.flow(), end)))
                              return Status::OK;
                          return {StatusCode::NOT_FOUND, "no such flow"};
                        });
  }

  Status Wait(ClientContext*, const WaitRequest& request, WaitReply* reply) override {
    WaitReply none;
    const Status fate = caller_.call("Wait", request.timeout_ns() + kGrace, &none,
                                     [](WaitReply&) { return Status::OK; });
    if (!fate.ok()) return fate;
    SimWorld& world = caller_.world();
    if (world.happens(world.trouble / 4)) change_by_hand();
    // The end of a flow wakes no simulated thread, so the loop polls every second.
    const std::int64_t until = world.now() + request.timeout_ns();
    while (!caller_.stopped() && host_.alive && !all_ended() && world.now() < until) {
      caller_.sleep(std::min(kSecond, until - world.now()));
      world.carry_out_due();
    }
    if (caller_.stopped()) return {StatusCode::CANCELLED, "cancelled"};
    world.carry_out_due();
    if (!host_.alive) return {StatusCode::UNAVAILABLE, "connection reset"};
    fill(*reply, request.closed());
    return Status::OK;
  }

  Status Finish(ClientContext*, const FinishRequest&, FinishReply* reply) override {
    return caller_.call("Finish", kDeadline, reply, [](FinishReply&) { return Status::OK; });
  }
  Status Reset(ClientContext*, const ResetRequest&, ResetReply* reply) override {
    return caller_.call("Reset", kDeadline, reply, [&host = host_](ResetReply&) {
      host.generators.clear();
      return Status::OK;
    });
  }
  SEAWIND_NOT_CALLED(GetInfo, AgentInfoRequest, AgentInfo)
  SEAWIND_BLOCKING_ONLY(ApplyTcpVariant, ApplyTcpVariantRequest, ApplyTcpVariantReply)
  SEAWIND_BLOCKING_ONLY(ClearTcpMetrics, ClearTcpMetricsRequest, ClearTcpMetricsReply)
  SEAWIND_BLOCKING_ONLY(GetTcpMetrics, GetTcpMetricsRequest, GetTcpMetricsReply)
  SEAWIND_BLOCKING_ONLY(Prepare, PrepareRequest, PrepareReply)
  SEAWIND_BLOCKING_ONLY(Start, StartRequest, StartReply)
  SEAWIND_BLOCKING_ONLY(Notify, NotifyRequest, NotifyReply)
  SEAWIND_BLOCKING_ONLY(Wait, WaitRequest, WaitReply)
  SEAWIND_BLOCKING_ONLY(Finish, FinishRequest, FinishReply)
  SEAWIND_BLOCKING_ONLY(Reset, ResetRequest, ResetReply)

 private:
  using Generator = SimSlot::Generator;

  /// The source of a sink on the other host; null: none.
  const Generator* source_of(const std::string& key, const Generator& one) const {
    if (!one.serves) return &one;
    const std::string source = "source " + key.substr(std::strlen("sink "));
    for (const SimSlot::Host* host : {&slot_->fixed, &slot_->mobile})
      if (const auto found = host->generators.find(source); found != host->generators.end())
        return &found->second;
    return nullptr;
  }
  bool ended(const std::string& key, const Generator& one) const {
    const Generator* source = source_of(key, one);
    return source == nullptr || (source->started && source->ends <= caller_.world().now());
  }
  bool all_ended() const {
    for (const auto& [key, one] : host_.generators)
      if (!ended(key, one)) return false;
    return true;
  }

  void change_by_hand() const {
    const auto found = slot_->daemon->links.find(slot_->link_name);
    if (found == slot_->daemon->links.end()) return;
    ++found->second.changes;
    caller_.world().truths[folder_of(found->second.event_log)].changed_by_hand = true;
  }

  void fill(WaitReply& reply, bool last) const {
    SimWorld& world = caller_.world();
    const bool link = slot_->daemon->alive && slot_->daemon->links.contains(slot_->link_name);
    for (const auto& [key, one] : host_.generators) {
      auto& result = *reply.add_results();
      result.set_flow(key.substr(key.find(' ') + 1));
      result.set_end(one.serves ? PrepareRequest::SINK : PrepareRequest::SOURCE);
      result.set_ended(ended(key, one));
      result.set_lost_datagrams(one.lost_datagrams);
      result.set_ok(result.ended() && link && source_of(key, one) != nullptr &&
                    !world.disk_full() && !world.happens(world.trouble / 4));
      if (result.ok() && last) ++world.truths[one.folder].ends[result.flow()];
      if (result.ok() || !result.ended()) continue;
      result.set_error(world.disk_full() ? "cannot write the log" : "connection timed out");
      result.set_error_number(world.disk_full() ? ENOSPC : ETIMEDOUT);
    }
  }

  std::shared_ptr<SimSlot> slot_;
  SimSlot::Host& host_;
  SimCaller<SimSlot> caller_;
};

#undef SEAWIND_NOT_CALLED
#undef SEAWIND_BLOCKING_ONLY

}  // namespace

void SimWorld::later(std::int64_t after_ns, std::function<void()> effect) {
  effects_.emplace(now() + after_ns, std::move(effect));
}

void SimWorld::carry_out_due() {
  while (!effects_.empty() && effects_.begin()->first <= now()) {
    const auto effect = std::move(effects_.begin()->second);
    effects_.erase(effects_.begin());
    effect();
  }
}

SlotPeers simulated_peers(SimWorld& world, const std::shared_ptr<SimSlot>& slot,
                          const std::stop_token& stop) {
  return {.emulator = std::make_unique<SimEmulator>(world, slot, stop),
          .fixed_agent = std::make_unique<SimAgent>(world, slot, slot->fixed, "agent", stop),
          .mobile_agent = std::make_unique<SimAgent>(world, slot, slot->mobile, "agent", stop)};
}

}  // namespace seawind::test
