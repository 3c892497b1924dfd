// SPDX-License-Identifier: GPL-3.0-or-later
// Requests to the agent, as far as they need no host: the command line of a generator, which the
// generator must accept, and the kernel settings of a TCP variant, in a tree of files instead of
// /proc. The first byte selects the message.
#include <fstream>
#include <sstream>

#include "tests/fuzz/fuzz.h"
#include "workloads/agent/failure.h"
#include "workloads/agent/generator_arguments.h"
#include "workloads/agent/route_settings.h"
#include "workloads/agent/variant_applier.h"
#include "workloads/api/agent.pb.h"
#include "workloads/command_line.h"

namespace seawind {
namespace {

void prepare(const PrepareRequest& request) {
  const std::vector<std::string> arguments = generator_arguments(request);
  std::vector<const char*> argv{"seawind-workload"};
  for (const std::string& argument : arguments) argv.push_back(argument.c_str());
  std::ostringstream out, err;
  const CommandLine line = parse_command_line(static_cast<int>(argv.size()), argv.data(), out, err);
  fuzz::hold(line.generator != nullptr, "a generator takes what the agent starts it with",
             err.str());
}

void apply(const TcpVariant& variant) {
  static const fuzz::Folder tree;
  static const bool made = [] {
    for (const char* name : {"tcp_sack", "tcp_ecn", "tcp_rmem", "tcp_congestion_control"}) {
      std::ofstream(tree.path() / name) << "1\n";
    }
    return true;
  }();
  fuzz::hold(made, "a tree of settings");
  const std::vector<RouteSetting> knobs = route_settings(variant.route());
  const KernelMetrics metrics = kernel_metrics(knobs, variant.route().congctl());
  for (const RouteSetting& knob : knobs) (void)knob_text(knob, metrics);
  TcpVariant settings = variant;
  settings.clear_route();
  VariantApplier(SysctlTree(tree.path())).apply(settings, "", "");
}

}  // namespace
}  // namespace seawind

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace seawind;
  if (size == 0) return 0;
  try {
    PrepareRequest request;
    TcpVariant variant;
    const auto length = static_cast<int>(size - 1);
    if (data[0] % 2 == 0) {
      if (request.ParseFromArray(data + 1, length)) prepare(request);
    } else if (variant.ParseFromArray(data + 1, length)) {
      apply(variant);
    }
  } catch (const Failure& failure) {
    fuzz::hold(*failure.what() != '\0', "a refusal says why");
  }
  return 0;
}
