// SPDX-License-Identifier: GPL-3.0-or-later
// Requests to the relay daemon, up to the engine: CreateLink with its timed changes, then
// ChangeLink of the running link. The input is a serialised CreateLinkRequest, or 't' and its text
// form. A ChangeLinkRequest in the same form may follow after a line "----".
#include <google/protobuf/io/tokenizer.h>
#include <google/protobuf/text_format.h>

#include "emulator/api/emulator.pb.h"
#include "emulator/daemon/check_requests.h"
#include "tests/fuzz/engine.h"
#include "tests/fuzz/fuzz.h"

namespace seawind {
namespace {

bool parse(std::string_view bytes, google::protobuf::Message& message) {
  if (!bytes.starts_with('t')) {
    return message.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()));
  }
  google::protobuf::TextFormat::Parser parser;
  struct Silent : google::protobuf::io::ErrorCollector {
    void AddError(int /*line*/, int /*column*/, const std::string& /*message*/) override {}
  } silent;
  parser.RecordErrorsTo(&silent);
  parser.SetRecursionLimit(100);  // as for bytes
  return parser.ParseFromString(std::string(bytes.substr(1)), &message);
}

}  // namespace
}  // namespace seawind

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace seawind;
  const std::string text = fuzz::text_of(data, size);
  constexpr std::string_view kCut = "\n----\n";
  const std::size_t cut = text.find(kCut);
  CreateLinkRequest create;
  if (!parse(std::string_view(text).substr(0, cut), create)) return 0;
  std::vector<std::string> problems;
  const HopConfig config = check_create(create, problems);
  if (!problems.empty()) return 0;
  fuzz::Run run{.packets = 200, .seed = create.hop().seed()};
  ChangeLinkRequest change;
  HopConfig changed;
  if (cut != std::string::npos && parse(std::string_view(text).substr(cut + kCut.size()), change)) {
    // A change without a channel leaves the channel unchanged.
    if (change.has_hop() && !change.hop().link().has_channel()) {
      *change.mutable_hop()->mutable_link()->mutable_channel() = create.hop().link().channel();
      change.mutable_hop()->set_seed(create.hop().seed());
    }
    changed = check_change(change, create.hop(), problems);
    // An outage that begins now has no instant yet; the relay sets it (RelayLink::reconfigure).
    for (auto& outage : changed.outages) {
      if (!outage.at && !outage.interval) outage.at = Duration();
    }
    if (problems.empty()) run.change = &changed;
  }
  fuzz::run_engine(config, run);
  return 0;
}
