// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/daemon/emulator_service.h"

#include <spdlog/spdlog.h>

#include <chrono>

#include "emulator/daemon/refused.h"
#include "emulator/daemon/version.h"
#include "emulator/ports/registry.h"

namespace seawind {
namespace {

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

template <typename Action>
grpc::Status answer_with(Action action) {
  try {
    action();
    return grpc::Status::OK;
  } catch (const Refused& refused) {
    return {code_of(refused.reason()), refused.what()};
  } catch (const std::exception& error) {
    spdlog::error("control call failed reason=\"{}\"", error.what());
    return {grpc::StatusCode::INTERNAL, error.what()};
  }
}

}  // namespace

void EmulatorService::stop() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  stopping_.notify_all();
}

grpc::Status EmulatorService::GetInfo(grpc::ServerContext*, const InfoRequest*, Info* answer) {
  answer->set_version(kVersion);
  answer->set_realtime(facts_.rights.realtime_priority > 0);
  answer->set_realtime_priority(facts_.rights.realtime_priority);
  answer->set_realtime_refused(facts_.rights.refused);
  answer->set_scheduling(facts_.rights.description);
  answer->set_memory_not_locked(facts_.memory_not_locked);
  answer->set_links(static_cast<std::uint32_t>(links_.size()));
  for (const std::string& kind : port_kinds()) answer->add_port_kinds(kind);
  answer->set_timer_slack_ns(facts_.rights.timer_slack_ns);
  answer->set_max_spin_fraction(facts_.wait.max_spin_fraction);
  answer->set_max_spin_ns(facts_.wait.spin_before.ns());
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

grpc::Status EmulatorService::WatchReports(grpc::ServerContext* context,
                                           const ReportsRequest* request,
                                           grpc::ServerWriter<Reports>* writer) {
  const std::chrono::nanoseconds interval(request->interval_ns());
  if (interval < std::chrono::milliseconds(10) || interval > std::chrono::hours(1)) {
    return {grpc::StatusCode::INVALID_ARGUMENT, "interval_ns: must be between 10 ms and 1 h"};
  }
  // How soon a caller that hung up is noticed.
  constexpr std::chrono::milliseconds kLook{200};
  return answer_with([&] {
    auto next = std::chrono::steady_clock::now();
    std::unique_lock lock(mutex_);
    while (!stop_ && !context->IsCancelled()) {
      if (std::chrono::steady_clock::now() >= next) {
        lock.unlock();
        if (!writer->Write(links_.reports(request->name()))) return;
        lock.lock();
        next += interval;
      }
      stopping_.wait_until(lock, std::min(next, std::chrono::steady_clock::now() + kLook),
                           [this] { return stop_; });
    }
  });
}

}  // namespace seawind
