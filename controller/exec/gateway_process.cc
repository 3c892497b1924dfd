// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/exec/gateway_process.h"

#include <signal.h>
#include <unistd.h>

#include <chrono>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "common/error.h"
#include "common/print_error.h"
#include "controller/testbed/gateway_journal.h"
#include "namespaces/helper_process.h"

namespace seawind {
namespace {

constexpr auto kGatewayLogName = "gateway.log";
constexpr std::chrono::seconds kAnswerTimeout{20};
constexpr std::chrono::seconds kEndTimeout{10};
/// Interval of Gateway::follow_changes().
constexpr std::chrono::milliseconds kPollInterval{250};

}  // namespace

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(GatewayPlan, fixed_address, mtu, nat, expose, caller_name_server,
                                   old_connections)

int run_gateway() {
  MessageChannel channel = outlive_controller();
  try {
    std::vector<Fd> files;
    const auto request = channel.receive(&files);
    if (!request || files.size() != 1) return 1;
    std::unique_ptr<Gateway> gateway;
    try {
      gateway = std::make_unique<Gateway>(request->get<GatewayPlan>(), files.front().get());
    } catch (const std::exception& error) {
      channel.send({{"error", error.what()}});
      return 0;
    }
    files.clear();
    channel.send({{"address", gateway->address()}});
    for (;;) {
      if (!channel.readable_within(kPollInterval)) {
        gateway->follow_changes();
        continue;
      }
      if (!channel.receive()) return 0;
      channel.send({{"problem", gateway->problem()}});
    }
  } catch (const std::exception& error) {  // exec has ended, or the rules cannot be changed
    print_error("gateway: {}\n", error.what());
    return 1;
  }
}

void restore_network() {
  try {
    restore_gateways();
  } catch (const Error& error) {
    print_error("seawind: warning: this network is not as before: {}\n", error.what());
  }
}

GatewayProcess::GatewayProcess(const GatewayPlan& plan, const Fd& fixed_host, const Directory& logs)
    : channel_(Fd()) {
  HelperProcess helper = start_helper({kGatewayCommand}, logs, kGatewayLogName);
  channel_ = std::move(helper.channel);
  process_ = std::move(helper.process);
  try {
    const int files[] = {fixed_host.get()};
    channel_.send(plan, files);
    const auto answer =
        channel_.readable_within(kAnswerTimeout) ? channel_.receive() : std::nullopt;
    if (!answer) throw Error("its process did not answer; see " + logs.path_of(kGatewayLogName));
    if (answer->contains("error")) throw Error(answer->at("error").get<std::string>());
    address_ = answer->at("address").get<std::string>();
  } catch (...) {
    end();
    throw;
  }
}

bool GatewayProcess::has_ended() const {
  return ended_within(process_.handle, std::chrono::milliseconds(0));
}

std::string GatewayProcess::problem() {
  if (has_ended()) return kGatewayEnded;
  try {
    channel_.send({{"look", true}});
    if (!channel_.readable_within(kAnswerTimeout)) return "the gateway does not answer";
    const auto answer = channel_.receive();
    if (!answer) return kGatewayEnded;
    const auto problem = answer->at("problem").get<std::string>();
    return problem.empty() ? "" : "on the way out of the fixed host, beside the link: " + problem;
  } catch (const Error&) {
    return kGatewayEnded;
  }
}

void GatewayProcess::end() {
  channel_ = MessageChannel(Fd());
  if (!ended_within(process_.handle, kEndTimeout)) kill(process_.pid, SIGKILL);
  try {
    reap(process_.pid);
  } catch (const Error& error) {
    print_error("seawind: warning: {}\n", error.what());
  }
  restore_network();  // if the process was killed, or failed to
}

GatewayProcess::~GatewayProcess() {
  end();
}

}  // namespace seawind
