// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/daemon/emulator_service.h"

#include "emulator/daemon/answer_with.h"
#include "emulator/daemon/version.h"
#include "emulator/ports/registry.h"

namespace seawind {

grpc::StatusCode code_of(Refused::Reason reason) {
  switch (reason) {
    case Refused::Reason::kInvalid:
      return grpc::StatusCode::INVALID_ARGUMENT;
    case Refused::Reason::kExists:
      return grpc::StatusCode::ALREADY_EXISTS;
    case Refused::Reason::kNotFound:
      return grpc::StatusCode::NOT_FOUND;
    case Refused::Reason::kExhausted:
      return grpc::StatusCode::RESOURCE_EXHAUSTED;
    case Refused::Reason::kChanged:
      return grpc::StatusCode::ABORTED;
    case Refused::Reason::kCannot:
      break;
  }
  return grpc::StatusCode::FAILED_PRECONDITION;
}

grpc::Status EmulatorService::GetInfo(grpc::ServerContext*, const InfoRequest*, Info* answer) {
  answer->set_version(kVersion);
  answer->set_realtime(facts_.scheduling.realtime_priority > 0);
  answer->set_realtime_priority(facts_.scheduling.realtime_priority);
  answer->set_realtime_refused(facts_.scheduling.why_not_realtime);
  answer->set_scheduling(facts_.scheduling.description);
  answer->set_memory_not_locked(facts_.memory_not_locked);
  answer->set_links(static_cast<std::uint32_t>(links_.size()));
  for (const std::string& kind : port_kinds()) answer->add_port_kinds(kind);
  answer->set_threads(static_cast<std::uint32_t>(facts_.threads));
  return grpc::Status::OK;
}

grpc::Status EmulatorService::CreateLink(grpc::ServerContext*, const CreateLinkRequest* request,
                                         LinkStarted* answer) {
  return answer_with([&] { *answer = links_.create(*request); });
}

grpc::Status EmulatorService::GetLink(grpc::ServerContext*, const LinkRequest* request,
                                      LinkConfiguration* answer) {
  return answer_with([&] { *answer = links_.configuration(request->name()); });
}

grpc::Status EmulatorService::ChangeLink(grpc::ServerContext*, const ChangeLinkRequest* request,
                                         LinkChanged* answer) {
  return answer_with([&] { *answer = links_.change(*request); });
}

grpc::Status EmulatorService::RemoveLink(grpc::ServerContext*, const RemoveLinkRequest* request,
                                         LinkReport* answer) {
  return answer_with([&] { *answer = links_.remove(request->name()); });
}

grpc::Status EmulatorService::GetReports(grpc::ServerContext*, const ReportsRequest* request,
                                         Reports* answer) {
  return answer_with([&] { *answer = links_.reports(request->name()); });
}

grpc::ServerWriteReactor<Reports>* EmulatorService::WatchReports(grpc::CallbackServerContext*,
                                                                 const ReportsRequest* request) {
  return watches_.watch(*request);
}

}  // namespace seawind
