// SPDX-License-Identifier: GPL-3.0-or-later
// The Emulator service: each call goes to the link manager, each refusal becomes a status.
#pragma once

#include <condition_variable>
#include <mutex>

#include "emulator/api/emulator.grpc.pb.h"
#include "emulator/daemon/control_server.h"

namespace seawind {

class EmulatorService final : public Emulator::Service {
 public:
  EmulatorService(LinkManager& links, DaemonFacts facts)
      : links_(links), facts_(std::move(facts)) {}

  /// Ends the calls that last.
  void stop();

  grpc::Status GetInfo(grpc::ServerContext*, const InfoRequest*, Info* answer) override;
  grpc::Status CreateLink(grpc::ServerContext*, const CreateLinkRequest* request,
                          LinkStarted* answer) override;
  grpc::Status GetLink(grpc::ServerContext*, const LinkRequest* request,
                       LinkConfiguration* answer) override;
  grpc::Status ChangeLink(grpc::ServerContext*, const ChangeLinkRequest* request,
                          LinkChanged* answer) override;
  grpc::Status RemoveLink(grpc::ServerContext*, const RemoveLinkRequest* request,
                          LinkReport* answer) override;
  grpc::Status GetReports(grpc::ServerContext*, const ReportsRequest* request,
                          Reports* answer) override;
  grpc::Status WatchReports(grpc::ServerContext* context, const ReportsRequest* request,
                            grpc::ServerWriter<Reports>* writer) override;

 private:
  LinkManager& links_;
  DaemonFacts facts_;
  std::mutex mutex_;
  std::condition_variable stopping_;
  bool stop_ = false;
};

}  // namespace seawind
