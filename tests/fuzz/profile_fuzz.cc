// SPDX-License-Identifier: GPL-3.0-or-later
// A link profile and, after a zero byte, a router for both directions: from YAML to the engine,
// with 1000 packets through the hop. The displayed form of a profile is read back as the same
// profile.
#include "common/config_reader.h"
#include "controller/testset/cross_checks.h"
#include "controller/testset/read_document.h"
#include "controller/testset/router_flows.h"
#include "controller/testset/show_config.h"
#include "emulator/api/link.pb.h"
#include "emulator/spec/hop_spec.h"
#include "tests/fuzz/engine.h"
#include "tests/fuzz/yaml.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace seawind;
  const std::string text = fuzz::text_of(data, size);
  const std::size_t cut = text.find('\0');
  const SearchPath search =
      fuzz::search_path({{"profiles/x.yaml", text.substr(0, cut)},
                         {"routers/x.yaml", cut == std::string::npos ? "" : text.substr(cut + 1)}});
  Diagnostics problems;
  const auto link = read_document<LinkProfile>(fuzz::file("profiles/x.yaml"), search, problems);
  if (link.ok) check_link(link, problems);
  HopSpec spec;
  *spec.mutable_link() = link.message;
  if (cut != std::string::npos) {
    auto router = read_document<Router>(fuzz::file("routers/x.yaml"), search, problems);
    if (router.ok) check_router(router, problems);
    resolve_flows(router.message, Workload(), 5001);
    *spec.mutable_downlink_router() = router.message;
    *spec.mutable_uplink_router() = router.message;
  }
  fuzz::hold_places(problems, search);
  std::vector<std::string> refused;
  const HopConfig config = hop_config(spec, refused);
  if (!problems.empty()) return 0;
  fuzz::hold_shown(link.message);
  // A profile may name a router that does not exist. The controller must have found every other
  // error.
  if (!refused.empty()) {
    fuzz::hold(refused.front().find("no router") != std::string::npos,
               "the daemon takes what the controller takes", refused.front());
    return 0;
  }
  fuzz::run_engine(config, {});
  return 0;
}
