// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/daemon/control_server.h"

#include <grpcpp/resource_quota.h>
#include <grpcpp/server_builder.h>
#include <grpcpp/server_posix.h>
#include <spdlog/spdlog.h>

#include <chrono>

#include "common/error.h"
#include "common/peer_listener.h"
#include "emulator/daemon/emulator_service.h"

namespace seawind {
namespace {

constexpr int kLargestMessage = 64 << 20;  // bytes

constexpr int kMostThreads = 1024;  // a call of each of 1000 slots at a time

}  // namespace

struct ControlServer::Impl {
  Impl(LinkManager& links, DaemonFacts facts) : service(links, std::move(facts)) {}

  EmulatorService service;
  std::unique_ptr<grpc::Server> server;
  std::unique_ptr<PeerListener> listener;
};

ControlServer::ControlServer(const std::string& socket_path, LinkManager& links, DaemonFacts facts)
    : impl_(std::make_unique<Impl>(links, std::move(facts))) {
  grpc::ServerBuilder builder;
  // Traces and tables travel inside the configuration of a link.
  builder.SetMaxReceiveMessageSize(kLargestMessage);
  builder.SetResourceQuota(grpc::ResourceQuota().SetMaxThreads(kMostThreads));
  builder.RegisterService(&impl_->service);
  impl_->server = builder.BuildAndStart();
  if (!impl_->server) throw Error("cannot serve " + socket_path + ": gRPC does not start");
  // The server itself listens nowhere: it is given the connections of those who may call.
  impl_->listener = std::make_unique<PeerListener>(PeerListener::Options{
      .path = socket_path,
      .program = "seawindd",
      .accepted =
          [server = impl_->server.get()](Fd connection) {
            grpc::AddInsecureChannelFromFd(server, connection.release());
          },
      .refused = [](const std::string& words) { spdlog::warn("{}", words); }});
}

ControlServer::~ControlServer() {
  // Connected clients that do not look at their connection would hold us up until then.
  constexpr std::chrono::milliseconds kLongestCall{300};
  impl_->listener.reset();
  impl_->service.stop();
  impl_->server->Shutdown(std::chrono::system_clock::now() + kLongestCall);
  impl_->server.reset();  // its calls have ended, before what serves them goes
}

}  // namespace seawind
