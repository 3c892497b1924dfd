// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/soak/watchers.h"

#include <grpcpp/grpcpp.h>

#include "emulator/api/emulator.grpc.pb.h"

namespace seawind::soak {

Watchers::~Watchers() {
  while (!watchers_.empty()) remove_oldest();
}

void Watchers::add(const std::string& name) {
  auto& watcher = watchers_.emplace_back();
  watcher.thread = std::thread([this, &watcher, name] {
    grpc::ChannelArguments arguments;
    arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
    const auto channel =
        grpc::CreateCustomChannel("unix:" + socket_, grpc::InsecureChannelCredentials(), arguments);
    ReportsRequest request;
    request.set_name(name);
    request.set_interval_ns(interval_ns_);
    const auto reader = Emulator::NewStub(channel)->WatchReports(&watcher.context, request);
    for (Reports reports; reader->Read(&reports);) ++reports_;
    reader->Finish();  // cancelled, or its link has been removed
  });
}

void Watchers::remove_oldest() {
  watchers_.front().context.TryCancel();
  watchers_.front().thread.join();
  watchers_.pop_front();
}

}  // namespace seawind::soak
