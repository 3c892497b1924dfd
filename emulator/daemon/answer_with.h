// SPDX-License-Identifier: GPL-3.0-or-later
// Converts the outcome of a call into a gRPC status.
#pragma once

#include <grpcpp/support/status.h>
#include <spdlog/spdlog.h>

#include <string>

#include "common/answer_text.h"
#include "common/error.h"
#include "emulator/daemon/refused.h"

namespace seawind {

grpc::StatusCode code_of(Refused::Reason reason);

template <typename Action>
grpc::Status answer_with(Action action) {
  try {
    action();
    return grpc::Status::OK;
  } catch (const Refused& refused) {
    return {code_of(refused.reason()), answer_text(refused.what())};
  } catch (const SystemError& error) {
    spdlog::error("control call failed reason=\"{}\"", log_text(error.what()));
    return {grpc::StatusCode::INTERNAL, answer_text(error.what()), std::to_string(error.number())};
  } catch (const std::exception& error) {
    spdlog::error("control call failed reason=\"{}\"", log_text(error.what()));
    return {grpc::StatusCode::INTERNAL, answer_text(error.what())};
  }
}

}  // namespace seawind
