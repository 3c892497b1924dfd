// SPDX-License-Identifier: GPL-3.0-or-later
// Makes the link of a profile between two interfaces of a running daemon, with the seed that
// `seawind exec` gives it without --seed, prints "ready", and removes the link when its standard
// input ends. Then prints its report.
#include <fmt/format.h>
#include <grpcpp/create_channel.h>
#include <unistd.h>

#include <cstdlib>
#include <string>

#include "common/split_mix.h"
#include "controller/offline/load_hop.h"
#include "emulator/api/emulator.grpc.pb.h"

namespace seawind {
namespace {

int make_link(const std::string& socket, const std::string& profile, const std::string& configs,
              CreateLinkRequest& request) {
  Diagnostics problems;
  const auto hop = load_hop({.profile = profile,
                             .router = {},
                             .uplink_router = {},
                             .configs = configs,
                             .seed = split_mix(1, 0)},
                            problems);
  fmt::print(stderr, "{}", problems.render());
  if (!hop) return EXIT_FAILURE;
  *request.mutable_hop() = hop->spec;
  const auto daemon =
      Emulator::NewStub(grpc::CreateChannel("unix:" + socket, grpc::InsecureChannelCredentials()));
  LinkStarted started;
  grpc::ClientContext creation;
  if (const auto status = daemon->CreateLink(&creation, request, &started); !status.ok()) {
    fmt::print(stderr, "{}\n", status.error_message());
    return EXIT_FAILURE;
  }
  fmt::print("ready\n");
  std::fflush(stdout);
  char ignored = 0;
  while (read(STDIN_FILENO, &ignored, 1) > 0) continue;
  RemoveLinkRequest name;
  name.set_name(request.name());
  LinkReport report;
  grpc::ClientContext removal;
  if (!daemon->RemoveLink(&removal, name, &report).ok()) return EXIT_FAILURE;
  fmt::print("{}\n", report.DebugString());
  return EXIT_SUCCESS;
}

}  // namespace
}  // namespace seawind

int main(int argc, char** argv) {
  if (argc != 6 && argc != 7) {
    fmt::print(stderr, "usage: link_between SOCKET PROFILE CONFIGS FIXED MOBILE [PORT_KIND]\n");
    return 2;
  }
  seawind::CreateLinkRequest request;
  request.set_name("link");
  request.set_fixed_interface(argv[4]);
  request.set_mobile_interface(argv[5]);
  if (argc == 7) request.set_port_kind(argv[6]);
  return seawind::make_link(argv[1], argv[2], argv[3], request);
}
