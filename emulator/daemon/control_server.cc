// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/daemon/control_server.h"

#include <grpcpp/resource_quota.h>
#include <grpcpp/server_builder.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

#include <cerrno>
#include <chrono>
#include <cstring>

#include "common/error.h"
#include "common/fds.h"
#include "emulator/daemon/emulator_service.h"

namespace seawind {
namespace {

constexpr int kLargestMessage = 64 << 20;  // bytes

constexpr mode_t kOwnerAndGroup = 0660;
constexpr int kMostThreads = 1024;  // a call of each of 1000 slots at a time

/// Removes the socket file of a daemon that is gone; throws Error when one answers.
void claim(const std::string& path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (path.size() >= sizeof address.sun_path) {
    throw Error("cannot serve " + path + ": a socket's path has at most " +
                std::to_string(sizeof address.sun_path - 1) + " characters");
  }
  std::memcpy(address.sun_path, path.data(), path.size());
  struct stat file {};
  if (::lstat(path.c_str(), &file) < 0) return;
  if (!S_ISSOCK(file.st_mode)) throw Error("cannot serve " + path + ": it is not a socket");
  const Fd probe(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  if (!probe) throw system_error("serve " + path);
  if (::connect(probe.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0) {
    throw Error("cannot serve " + path + ": another seawindd answers there");
  }
  if (errno != ECONNREFUSED) throw system_error("serve " + path);
  if (::unlink(path.c_str()) < 0) throw system_error("remove the stale socket " + path);
}

}  // namespace

struct ControlServer::Impl {
  Impl(LinkManager& links, DaemonFacts facts) : service(links, std::move(facts)) {}

  std::string path;
  EmulatorService service;
  std::unique_ptr<grpc::Server> server;
};

ControlServer::ControlServer(const std::string& socket_path, LinkManager& links, DaemonFacts facts)
    : impl_(std::make_unique<Impl>(links, std::move(facts))) {
  impl_->path = socket_path;
  claim(socket_path);
  grpc::ServerBuilder builder;
  // Traces and tables travel inside the configuration of a link.
  builder.SetMaxReceiveMessageSize(kLargestMessage);
  builder.SetResourceQuota(grpc::ResourceQuota().SetMaxThreads(kMostThreads));
  builder.AddListeningPort("unix:" + socket_path, grpc::InsecureServerCredentials());
  builder.RegisterService(&impl_->service);
  const mode_t before = ::umask(0777 & ~kOwnerAndGroup);
  impl_->server = builder.BuildAndStart();
  ::umask(before);
  if (!impl_->server) throw Error("cannot serve " + socket_path + ": the socket cannot be made");
}

ControlServer::~ControlServer() {
  // Connected clients that do not look at their connection would hold us up until then.
  constexpr std::chrono::milliseconds kLongestCall{300};
  impl_->service.stop();
  impl_->server->Shutdown(std::chrono::system_clock::now() + kLongestCall);
  impl_->server.reset();  // its calls have ended, before what serves them goes
  ::unlink(impl_->path.c_str());
}

}  // namespace seawind
