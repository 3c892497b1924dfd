// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/daemon/control_server.h"

#include <grpcpp/resource_quota.h>
#include <grpcpp/server_builder.h>
#include <grpcpp/server_posix.h>
#include <spdlog/spdlog.h>

#include <chrono>

#include "common/error.h"
#include "common/peer_listener.h"
#include "emulator/api/message_limit.h"
#include "emulator/daemon/emulator_service.h"

namespace seawind {
namespace {

constexpr std::size_t kMostMemory = 512 << 20;  // bytes, of unfinished requests
constexpr int kMaxThreads = 1024;               // 1000 concurrent slots with one call each

}  // namespace

struct ControlServer::Impl {
  Impl(LinkManager& links, DaemonFacts facts) : service(links, std::move(facts)) {}

  EmulatorService service;
  std::unique_ptr<grpc::Server> server;
  std::unique_ptr<PeerListener> listener;
};

ControlServer::ControlServer(const std::string& socket_path, bool group, LinkManager& links,
                             DaemonFacts facts)
    : impl_(std::make_unique<Impl>(links, std::move(facts))) {
  grpc::ServerBuilder builder;
  // The configuration of a link includes its traces and tables.
  builder.SetMaxReceiveMessageSize(kLargestMessage);
  builder.SetResourceQuota(grpc::ResourceQuota().SetMaxThreads(kMaxThreads).Resize(kMostMemory));
  builder.RegisterService(&impl_->service);
  impl_->server = builder.BuildAndStart();
  if (!impl_->server) throw Error("cannot serve " + socket_path + ": gRPC does not start");
  // gRPC does not listen itself. It receives the connections of authorised peers.
  impl_->listener = std::make_unique<PeerListener>(
      PeerListener::Options{.path = socket_path,
                            .program = "seawindd",
                            .accepted =
                                [server = impl_->server.get()](Fd connection) {
                                  grpc::AddInsecureChannelFromFd(server, connection.release());
                                },
                            .refused = [](const std::string& words) { spdlog::warn("{}", words); },
                            .group = group});
}

ControlServer::~ControlServer() {
  // Bounds the wait for connected clients that do not react.
  constexpr std::chrono::milliseconds kLongestCall{300};
  impl_->listener.reset();
  impl_->service.stop();
  impl_->server->Shutdown(std::chrono::system_clock::now() + kLongestCall);
  impl_->server.reset();  // ends its calls before the service is destroyed
}

}  // namespace seawind
