// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/host/lab_host_server.h"

#include <fmt/format.h>
#include <grpcpp/grpcpp.h>
#include <grpcpp/server_posix.h>
#include <spdlog/spdlog.h>
#include <unistd.h>

#include <atomic>
#include <mutex>
#include <optional>
#include <thread>

#include "common/clock_ns.h"
#include "common/disk_space.h"
#include "common/error.h"
#include "lab/host/examination.h"
#include "lab/host/lab_host.grpc.pb.h"
#include "lab/host/work_thread.h"
#include "lab/services.h"
#include "lab/tls_relay.h"
#include "namespaces/runtime_directory.h"
#include "namespaces/socket_wait.h"

namespace seawind::lab {
namespace {

using Clock = std::chrono::steady_clock;
using grpc::Status;
using grpc::StatusCode;
using std::chrono::seconds;

constexpr int kMaxThreads = 64;
/// Bytes of a file that one message carries.
constexpr std::size_t kPart = 256 * 1024;

}  // namespace

class LabHostService final : public LabHost::Service {
 public:
  LabHostService(HostParts::Options options, Directory work,
                 std::function<void(const MemberUpdate&)> update)
      : options_(std::move(options)), work_(std::move(work)), update_(std::move(update)) {}

  ~LabHostService() override {
    thread_.run([this] {
      parts_.reset();
      logs_until_ = Clock::now();
    });
    tidy();
  }

  /// Removes logs that no controller has fetched for kHostReturnLimit.
  void tidy() {
    try {
      thread_.run([this] {
        if (parts_ || !logs_until_ || Clock::now() < *logs_until_) return;
        logs_until_.reset();
        HostParts::remove_logs(work_);
      });
    } catch (const std::exception& error) {
      spdlog::warn("{}", error.what());
    }
  }

  /// From now on no controller holds the host: the present one loses it soon.
  void stop() { stopping_ = true; }

  const std::filesystem::path& sockets() const { return sockets_.path(); }

  Status Hold(grpc::ServerContext* context,
              grpc::ServerReaderWriter<HostEvent, StillHere>* controller) override {
    StillHere first;
    if (!controller->Read(&first)) return Status::OK;
    if (!take()) return {StatusCode::ABORTED, "another run of a controller has this host"};
    spdlog::info("a controller has this host");
    const Status status = answer([&] {
      thread_.run([&] {
        HostParts::Options options = options_;
        if (first.root_programs() && !options.root_programs)
          throw Error(
              "this host does not permit programs of root: "
              "`seawind-agent serve --allow-root-programs` does");
        options.root_programs = first.root_programs();
        for (const std::string& program : first.programs())
          if (const auto problem = options.programs.problem(program); !problem.empty())
            throw Error(problem);
        parts_.emplace(std::move(options), work_, sockets_.path());
      });
      keep(*context, *controller);
    });
    const bool cut = context->IsCancelled();
    ending_ = true;
    thread_.run([&] {
      if (!parts_) return;  // refused: the logs are those of another run
      parts_.reset();
      logs_until_ = Clock::now() + (cut ? seconds(kHostReturnLimit) : seconds(0));
    });
    tidy();
    held_ = false;
    spdlog::info("no controller has this host: {}", !status.ok() ? status.error_message()
                                                    : cut        ? "its connection has ended"
                                                                 : "its run has ended");
    return status;
  }

  Status Update(grpc::ServerContext*, const MemberUpdate* update, MemberUpdateReply*) override {
    return answer([&] { thread_.run([&] { update_(*update); }); });
  }

  Status MakeSlot(grpc::ServerContext*, const MakeSlotRequest* request, MakeSlotReply*) override {
    return answer([&] { thread_.run([&] { parts().make_slot(*request); }); });
  }

  Status DestroySlot(grpc::ServerContext*, const DestroySlotRequest* request,
                     DestroySlotReply*) override {
    return answer([&] { thread_.run([&] { parts().destroy_slot(request->slot()); }); });
  }

  Status SendProbes(grpc::ServerContext*, const ProbesRequest* request, ProbesReply*) override {
    return answer([&] { thread_.run([&] { parts().send_probes(*request); }); });
  }

  Status CountPackets(grpc::ServerContext*, const CountPacketsRequest* request,
                      SlotPackets* reply) override {
    return answer([&] { thread_.run([&] { *reply = parts().count_packets(request->slot()); }); });
  }

  Status ReadClock(grpc::ServerContext*, const ReadClockRequest*, ClockReading* reading) override {
    reading->set_monotonic_ns(clock_ns(CLOCK_MONOTONIC));
    return Status::OK;
  }

  Status Examine(grpc::ServerContext*, const ExamineRequest* request, Examination* reply) override {
    const std::unique_lock alone(examining_, std::try_to_lock);
    if (!alone) return {StatusCode::ABORTED, "this host is being examined already"};
    return answer([&] {
      reply->set_json(examine(work_.path(), {request->peers().begin(), request->peers().end()},
                              {request->interfaces().begin(), request->interfaces().end()}));
    });
  }

  Status MakeFolder(grpc::ServerContext*, const FolderRequest* request, FolderReply*) override {
    return answer([&] {
      thread_.run([&] {
        const Directory& all = parts().logs();
        all.remove_tree(component(request->name()));
        all.make(request->name(), 0700);
      });
    });
  }

  Status ReadFolder(grpc::ServerContext* context, const FolderRequest* request,
                    grpc::ServerWriter<FilePart>* parts) override {
    context->set_compression_algorithm(GRPC_COMPRESS_GZIP);
    return answer([&] {
      const Directory folder = logs().open(component(request->name()));
      for (const std::string& name : folder.names()) {
        const Fd file = folder.read(name);
        FilePart part;
        part.set_name(name);
        std::int64_t size = 0;
        std::string buffer(kPart, '\0');
        for (ssize_t got = 0; (got = ::read(file.get(), buffer.data(), buffer.size())) != 0;) {
          if (got < 0) throw system_error("read " + folder.path_of(name));
          size += got;
          part.set_content(buffer.data(), static_cast<std::size_t>(got));
          if (!parts->Write(part)) throw Error("the controller has gone");
          part.Clear();
        }
        part.set_size(size);
        part.set_last(true);
        if (!parts->Write(part)) throw Error("the controller has gone");
      }
    });
  }

  Status RemoveFolder(grpc::ServerContext*, const FolderRequest* request, FolderReply*) override {
    return answer([&] { logs().remove_tree(component(request->name())); });
  }

  Status GetRoom(grpc::ServerContext*, const RoomRequest*, Room* room) override {
    return answer([&] { room->set_available(available_space(logs())); });
  }

 private:
  /// No controller has the host.
  class NotHeld : public Error {
   public:
    using Error::Error;
  };

  /// Takes the host for a run; waits for a run that is ending. False: another run holds it.
  bool take() {
    constexpr seconds kForTheEnd{5};
    constexpr std::chrono::milliseconds kPollInterval{10};
    const auto until = Clock::now() + kForTheEnd;
    while (held_.exchange(true)) {
      if (!ending_ || Clock::now() > until) return false;
      std::this_thread::sleep_for(kPollInterval);
    }
    ending_ = false;
    return true;
  }

  template <typename Work>
  static Status answer(const Work& work) {
    try {
      work();
      return Status::OK;
    } catch (const NotHeld& error) {
      return {StatusCode::FAILED_PRECONDITION, error.what()};
    } catch (const std::exception& error) {
      return {StatusCode::INTERNAL, error.what()};
    }
  }

  /// Must be called on the work thread.
  HostParts& parts() {
    if (!parts_) throw NotHeld("no controller has this host");
    return *parts_;
  }
  /// The attempts' folders; after a broken connection they exist for kHostReturnLimit.
  Directory logs() {
    return thread_.run([this] { return HostParts::logs_in(work_); });
  }
  static const std::string& component(const std::string& name) {
    if (name.empty() || name == "." || name == ".." || name.find('/') != std::string::npos)
      throw Error("cannot use the folder '" + name + "': not the name of one folder");
    return name;
  }

  /// Sends the controller the losses (losses()). Returns when the controller ends the call. Throws
  /// Error when it has sent no message for kLease, and when this service stops.
  void keep(grpc::ServerContext& context,
            grpc::ServerReaderWriter<HostEvent, StillHere>& controller) {
    std::atomic<Clock::rep> heard = Clock::now().time_since_epoch().count();
    std::atomic<bool> ended = false;
    std::thread reader([&] {
      StillHere message;
      while (controller.Read(&message)) heard = Clock::now().time_since_epoch().count();
      ended = true;
    });
    std::string problem;
    try {
      HostEvent ready;
      ready.set_slot(-1);
      controller.Write(ready);
      constexpr std::chrono::milliseconds kPollInterval{100};
      while (!ended && !stopping_) {
        for (const HostEvent& loss : thread_.run([this] { return parts().losses(); }))
          controller.Write(loss);
        if (Clock::now().time_since_epoch() - Clock::duration(heard) > kLease) {
          problem = fmt::format("it has said nothing for {} s", kLease.count());
          break;
        }
        std::this_thread::sleep_for(kPollInterval);
      }
      if (stopping_) problem = "this host's service ends";
    } catch (const std::exception& error) {
      problem = error.what();
    }
    if (!ended) context.TryCancel();
    reader.join();
    if (!problem.empty()) throw Error(problem);
  }

  const HostParts::Options options_;
  const Directory work_;
  const std::function<void(const MemberUpdate&)> update_;
  const RuntimeDirectory sockets_;
  std::atomic<bool> held_ = false;
  std::atomic<bool> ending_ = false;  // a run has ended; the host is being freed
  std::atomic<bool> stopping_ = false;
  std::mutex examining_;
  WorkThread thread_;
  std::optional<HostParts> parts_;  // of the work thread
  // Of the work thread, while there are no parts_. Initially for the logs of a killed service.
  std::optional<Clock::time_point> logs_until_ = Clock::now();
};

struct LabHostServer::Impl {
  Impl(HostParts::Options options, Directory work, std::function<void(const MemberUpdate&)> update)
      : service(std::move(options), std::move(work), std::move(update)) {}
  LabHostService service;
  std::unique_ptr<grpc::Server> server;
};

LabHostServer::LabHostServer(HostParts::Options options, Directory work,
                             std::function<void(const MemberUpdate&)> update)
    : impl_(std::make_unique<Impl>(std::move(options), std::move(work), std::move(update))) {
  grpc::ServerBuilder builder;
  builder.RegisterService(&impl_->service);
  builder.SetSyncServerOption(grpc::ServerBuilder::NUM_CQS, 1);
  builder.SetResourceQuota(grpc::ResourceQuota().SetMaxThreads(kMaxThreads));
  impl_->server = builder.BuildAndStart();
  if (!impl_->server) throw Error("cannot serve a lab: see the message above");
}

LabHostServer::~LabHostServer() {
  impl_->service.stop();
  impl_->server->Shutdown(std::chrono::system_clock::now() + std::chrono::seconds(5));
}

void LabHostServer::tidy() {
  impl_->service.tidy();
}

Fd LabHostServer::reach(const std::string& service) {
  if (service != kHostService)
    return connect_socket(service_socket(impl_->service.sockets(), service));
  auto [ours, carried] = local_pair();
  grpc::AddInsecureChannelFromFd(impl_->server.get(), ours.release());
  return std::move(carried);
}

}  // namespace seawind::lab
