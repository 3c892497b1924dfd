// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/agent/service.h"

#include <grpcpp/grpcpp.h>
#include <grpcpp/resource_quota.h>
#include <grpcpp/server_posix.h>
#include <spdlog/spdlog.h>
#include <sys/socket.h>
#include <sys/utsname.h>

#include <atomic>
#include <chrono>
#include <functional>
#include <mutex>
#include <thread>

#include "common/answer_text.h"
#include "common/directory.h"
#include "common/error.h"
#include "common/fds.h"
#include "common/peer_listener.h"
#include "workloads/agent/failure.h"
#include "workloads/agent/generator_arguments.h"
#include "workloads/agent/generator_logs.h"
#include "workloads/agent/host_connections.h"
#include "workloads/agent/host_rights.h"
#include "workloads/agent/supervisor.h"
#include "workloads/agent/tcp_metrics.h"
#include "workloads/agent/variant_applier.h"
#include "workloads/api/agent.grpc.pb.h"
#include "workloads/api/flow_ends.h"
#include "workloads/drop_rights.h"

namespace seawind {
namespace {

/// SO_NETNS_COOKIE of this network namespace; 0: the kernel is older than 5.14.
std::uint64_t netns_cookie() {
  const Fd probe(::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0));
  std::uint64_t cookie = 0;
  socklen_t size = sizeof cookie;
  if (::getsockopt(probe.get(), SOL_SOCKET, SO_NETNS_COOKIE, &cookie, &size) != 0) return 0;
  return cookie;
}

grpc::StatusCode status_code(FailureKind kind) {
  switch (kind) {
    case FailureKind::kInvalid:
      return grpc::StatusCode::INVALID_ARGUMENT;
    case FailureKind::kNotFound:
      return grpc::StatusCode::NOT_FOUND;
    case FailureKind::kExists:
      return grpc::StatusCode::ALREADY_EXISTS;
    case FailureKind::kPrecondition:
      return grpc::StatusCode::FAILED_PRECONDITION;
    case FailureKind::kProgram:
      return grpc::StatusCode::ABORTED;
  }
  return grpc::StatusCode::INTERNAL;
}

/// Runs `body` and converts its exceptions to a status.
template <typename Body>
grpc::Status guarded(const char* call, Body&& body) {
  try {
    body();
    return grpc::Status::OK;
  } catch (const Failure& e) {
    spdlog::warn("{}: {}", call, log_text(e.what()));
    return {status_code(e.kind()), answer_text(e.what())};
  } catch (const SystemError& e) {
    spdlog::warn("{}: {}", call, log_text(e.what()));
    return {grpc::StatusCode::FAILED_PRECONDITION, answer_text(e.what()),
            std::to_string(e.number())};
  } catch (const std::exception& e) {
    spdlog::warn("{}: {}", call, log_text(e.what()));
    return {grpc::StatusCode::FAILED_PRECONDITION, answer_text(e.what())};
  }
}

class Service final : public Agent::Service {
 public:
  Service(GeneratorProgram program, Directory log_dir, Supervisor& supervisor)
      : program_(std::move(program)), log_dir_(std::move(log_dir)), supervisor_(supervisor) {}

  grpc::Status GetInfo(grpc::ServerContext*, const AgentInfoRequest*, AgentInfo* reply) override {
    return guarded("GetInfo", [&] {
      utsname name{};
      if (uname(&name) != 0) throw system_error("read the kernel's name");
      reply->set_version(SEAWIND_VERSION);
      reply->set_kernel(name.release);
      reply->set_hostname(name.nodename);
      for (const std::string& generator : generator_names()) reply->add_generators(generator);
    });
  }

  grpc::Status ApplyTcpVariant(grpc::ServerContext*, const ApplyTcpVariantRequest* request,
                               ApplyTcpVariantReply* reply) override {
    return guarded("ApplyTcpVariant", [&] {
      require_texts(*request);
      const std::lock_guard lock(applier_mutex_);
      for (const KnobState& state :
           applier_.apply(request->variant(), request->interface(), request->peer_address())) {
        Knob* knob = reply->add_knobs();
        knob->set_name(state.name);
        knob->set_wanted(state.wanted);
        knob->set_found(state.found);
      }
      reply->set_netns_cookie(netns_cookie());
      spdlog::info("TCP variant {}: {} knobs", request->variant().name(), reply->knobs_size());
    });
  }

  grpc::Status ClearTcpMetrics(grpc::ServerContext*, const ClearTcpMetricsRequest*,
                               ClearTcpMetricsReply* reply) override {
    return guarded("ClearTcpMetrics", [&] { reply->set_cleared(clear_tcp_metrics()); });
  }

  grpc::Status GetTcpMetrics(grpc::ServerContext*, const GetTcpMetricsRequest*,
                             GetTcpMetricsReply* reply) override {
    return guarded("GetTcpMetrics", [&] {
      for (const CachedTcpMetrics& entry : read_tcp_metrics()) {
        TcpMetric* out = reply->add_metrics();
        out->set_peer(entry.peer);
        out->set_age_ms(entry.age_ms);
        out->set_ssthresh(entry.ssthresh);
        out->set_cwnd(entry.cwnd);
        out->set_rtt_us(entry.rtt_us);
        out->set_rttvar_us(entry.rttvar_us);
        out->set_reordering(entry.reordering);
      }
    });
  }

  grpc::Status Prepare(grpc::ServerContext*, const PrepareRequest* request,
                       PrepareReply*) override {
    return guarded("Prepare", [&] {
      const std::vector<std::string> wanted = generator_arguments(*request);
      require_permitted(*request);
      std::vector<std::string> arguments = program_with_rights(request->flow());
      arguments.insert(arguments.end(), wanted.begin(), wanted.end());
      const bool source = request->end() == PrepareRequest::SOURCE;
      {
        const std::lock_guard lock(connections_mutex_);
        connections_.expect({request->local_address(), request->peer_address()});
      }
      const auto launch = [&] {
        return Launch{
            .files = open_generator_logs(log_dir_, request->log_file(), wanted),
            .own_processes = confines_,
            .groups = request->flow().has_command() ? program_.groups : std::vector<std::string>(),
            .program = program_.file};
      };
      supervisor_.prepare({request->flow().name(), source}, std::move(arguments),
                          {.expects_start = expects_start(request->flow(), request->end()),
                           .only_serves = only_serves(request->flow(), request->end())},
                          launch);
      spdlog::info("flow {}: {} ready", request->flow().name(), source ? "source" : "sink");
    });
  }

  grpc::Status Start(grpc::ServerContext*, const StartRequest* request, StartReply*) override {
    return guarded("Start", [&] {
      std::vector<std::pair<std::string, std::int64_t>> starts;
      for (const auto& at : request->starts()) starts.emplace_back(at.flow(), at.monotonic_ns());
      supervisor_.start(starts);
    });
  }

  grpc::Status Notify(grpc::ServerContext*, const NotifyRequest* request, NotifyReply*) override {
    return guarded("Notify", [&] { supervisor_.notify(request->flow(), request->text()); });
  }

  grpc::Status Finish(grpc::ServerContext*, const FinishRequest*, FinishReply*) override {
    return guarded("Finish", [&] { supervisor_.finish(); });
  }

  grpc::Status Wait(grpc::ServerContext* context, const WaitRequest* request,
                    WaitReply* reply) override {
    const WaitPlace place(waiting_);
    if (!place.granted())
      return {grpc::StatusCode::RESOURCE_EXHAUSTED,
              std::to_string(kMaxWaiting) + " calls of Wait are waiting, which is the limit"};
    return guarded("Wait", [&] {
      constexpr std::int64_t kLongest = 24LL * 3600 * 1'000'000'000;
      if (request->timeout_ns() < 0 || request->timeout_ns() > kLongest) {
        throw Failure(FailureKind::kInvalid, "timeout_ns: must be 0 to 24 h");
      }
      const auto deadline =
          std::chrono::steady_clock::now() + std::chrono::nanoseconds(request->timeout_ns());
      const auto cancelled = [&] { return context->IsCancelled(); };
      const auto results =
          supervisor_.wait(std::chrono::nanoseconds(request->timeout_ns()), cancelled);
      const bool failed = std::any_of(results.begin(), results.end(), [](const EndResult& result) {
        return result.ended && !result.outcome.ok;
      });
      if (request->closed() && !failed) wait_until_closed(deadline, cancelled);
      for (const EndResult& result : results) {
        GeneratorResult* out = reply->add_results();
        out->set_flow(result.end.flow);
        out->set_end(result.end.source ? PrepareRequest::SOURCE : PrepareRequest::SINK);
        out->set_ended(result.ended);
        if (!result.ended) continue;
        out->set_ok(result.outcome.ok);
        out->set_error(result.outcome.error);
        out->set_error_number(result.outcome.error_number);
        out->set_program_failed(result.outcome.program_failed);
        out->set_bytes(result.outcome.bytes);
        out->set_lost_datagrams(result.outcome.lost_datagrams);
        out->set_start_late_ns(result.outcome.start_late_ns.value_or(0));
        if (!result.outcome.pacing) continue;
        const Pacing& pacing = *result.outcome.pacing;
        out->mutable_pacing()->set_packets(pacing.packets);
        out->mutable_pacing()->set_p50_ns(pacing.p50);
        out->mutable_pacing()->set_p99_ns(pacing.p99);
        out->mutable_pacing()->set_p999_ns(pacing.p999);
        out->mutable_pacing()->set_max_ns(pacing.max);
      }
    });
  }

  grpc::Status Reset(grpc::ServerContext*, const ResetRequest*, ResetReply*) override {
    return guarded("Reset", [&] {
      supervisor_.reset();
      const std::lock_guard lock(connections_mutex_);
      if (const int ended = connections_.end(); ended > 0)
        spdlog::info("{} TCP connections were not closed and have been ended", ended);
    });
  }

 private:
  void require_permitted(const PrepareRequest& request) const {
    const Flow& flow = request.flow();
    const Program& program =
        request.end() == PrepareRequest::SOURCE ? flow.command().source() : flow.command().sink();
    if (program.argv().empty()) return;  // none runs at this end
    std::vector<std::string> variables;
    for (const auto& [name, value] : program.env()) variables.push_back(name);
    const std::string problem = program_.programs.problem(program.argv(0), variables);
    if (!problem.empty())
      throw Failure(FailureKind::kPrecondition, "flow `" + flow.name() + "`: " + problem);
  }

  /// The generator's arguments that do not depend on its kind.
  std::vector<std::string> program_with_rights(const Flow& flow) const {
    if (flow.command().user() == Command::ROOT && !program_.root_programs) {
      throw Failure(FailureKind::kPrecondition,
                    "flow `" + flow.name() +
                        "`: `user: root` needs an agent started with --allow-root-programs");
    }
    std::vector<std::string> out{program_.path};
    if (confines_) out.push_back(rights_argument(generator_rights(flow, ordinary_)));
    return out;
  }

  void wait_until_closed(std::chrono::steady_clock::time_point deadline,
                         const std::function<bool()>& cancelled) {
    constexpr std::chrono::milliseconds kTurn{100};
    constexpr int kTurnsToLookClosely = 50;
    for (int turn = 1; !cancelled() && std::chrono::steady_clock::now() + kTurn < deadline;
         ++turn) {
      {
        const std::lock_guard lock(connections_mutex_);
        if (connections_.closed(turn % kTurnsToLookClosely == 0)) return;
      }
      std::this_thread::sleep_for(kTurn);
    }
  }

  /// The number of concurrent blocking calls; each occupies a thread.
  static constexpr int kMaxWaiting = 8;
  class WaitPlace {
   public:
    explicit WaitPlace(std::atomic<int>& taken) : taken_(taken), granted_(++taken <= kMaxWaiting) {}
    ~WaitPlace() { --taken_; }
    WaitPlace(const WaitPlace&) = delete;
    bool granted() const { return granted_; }

   private:
    std::atomic<int>& taken_;
    const bool granted_;
  };

  const GeneratorProgram program_;
  const Directory log_dir_;
  Supervisor& supervisor_;
  const bool confines_ = can_confine();
  const UserIds ordinary_ = ordinary_user();
  std::atomic<int> waiting_{0};
  std::mutex applier_mutex_;
  VariantApplier applier_;
  std::mutex connections_mutex_;
  HostConnections connections_;  // of the flows prepared since the last reset
};

constexpr int kMaxThreads = 64;  // far above the number of simultaneous calls of one controller

}  // namespace

struct AgentServer::Impl {
  Impl(const GeneratorProgram& program, Directory log_dir, Supervisor& s)
      : service(std::make_unique<Service>(program, std::move(log_dir), s)), supervisor(s) {}
  std::unique_ptr<Agent::Service> service;
  Supervisor& supervisor;
  std::unique_ptr<grpc::Server> server;
  std::unique_ptr<PeerListener> listener;
};

AgentServer::AgentServer(const std::string& socket_path, const GeneratorProgram& program,
                         Directory log_dir, Supervisor& supervisor)
    : impl_(std::make_unique<Impl>(program, std::move(log_dir), supervisor)) {
  grpc::ServerBuilder builder;
  builder.RegisterService(impl_->service.get());
  builder.SetSyncServerOption(grpc::ServerBuilder::NUM_CQS, 1);
  builder.SetResourceQuota(grpc::ResourceQuota().SetMaxThreads(kMaxThreads));
  impl_->server = builder.BuildAndStart();
  if (!impl_->server) throw Error("cannot serve " + socket_path + ": see the message above");
  // The gRPC server has no listening port. It receives the connections of permitted peers.
  impl_->listener = std::make_unique<PeerListener>(PeerListener::Options{
      .path = socket_path,
      .program = "seawind-agent",
      .accepted =
          [server = impl_->server.get()](Fd connection) {
            grpc::AddInsecureChannelFromFd(server, connection.release());
          },
      .refused = [](const std::string& words) { spdlog::warn("{}", words); }});
}

AgentServer::~AgentServer() {
  impl_->listener.reset();
  impl_->supervisor.stop_waiting();
  impl_->server->Shutdown(std::chrono::system_clock::now() + std::chrono::seconds(5));
}

}  // namespace seawind
