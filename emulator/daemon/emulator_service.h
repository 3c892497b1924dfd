// SPDX-License-Identifier: GPL-3.0-or-later
// The Emulator service: forwards calls to the link manager and converts exceptions into statuses.
#pragma once

#include "emulator/api/emulator.grpc.pb.h"
#include "emulator/daemon/control_server.h"
#include "emulator/daemon/report_watches.h"

namespace seawind {

/// Streaming calls are served by callbacks; each other call occupies a thread.
class EmulatorService final : public Emulator::WithCallbackMethod_WatchReports<Emulator::Service> {
 public:
  EmulatorService(LinkManager& links, DaemonFacts facts)
      : links_(links), facts_(std::move(facts)), watches_(links) {}

  /// Ends the streaming calls.
  void stop() { watches_.stop(); }

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
  grpc::ServerWriteReactor<Reports>* WatchReports(grpc::CallbackServerContext*,
                                                  const ReportsRequest* request) override;

 private:
  LinkManager& links_;
  DaemonFacts facts_;
  ReportWatches watches_;
};

}  // namespace seawind
