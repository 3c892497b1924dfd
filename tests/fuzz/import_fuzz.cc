// SPDX-License-Identifier: GPL-3.0-or-later
// Descriptions of other emulators. The first byte selects the format; zero bytes separate the
// sources. Every problem stands in its source, nothing is written beside problems, and what is
// written is a valid profile as far as its files are there.
#include "controller/import/formats.h"
#include "controller/testset/check_file.h"
#include "tests/fuzz/yaml.h"

namespace seawind {
namespace {

using fuzz::hold;

constexpr const char* kTrace = "trace";  // the file that a profile may name and that is not there

std::vector<importer::Source> sources_of(std::string_view text, std::size_t most) {
  std::vector<importer::Source> sources;
  for (std::size_t begin = 0; sources.size() < most;) {
    const std::size_t end = std::min(text.find('\0', begin), text.size());
    sources.push_back({"argument " + std::to_string(sources.size() + 1),
                       std::string(text.substr(begin, end - begin)), kTrace});
    if (end == text.size()) break;
    begin = end + 1;
  }
  return sources;
}

void hold_places(const std::vector<Diagnostic>& list,
                 const std::vector<importer::Source>& sources) {
  for (const Diagnostic& one : list) {
    const auto source = std::find_if(sources.begin(), sources.end(),
                                     [&](const auto& s) { return s.name == one.at.file; });
    hold(source != sources.end() && !one.message.empty(), "a problem is of a source", one.message);
    const auto lines = 2 + std::count(source->text.begin(), source->text.end(), '\n') +
                       std::count(source->text.begin(), source->text.end(), '\r');
    hold(one.at.line >= 0 && one.at.line <= lines && one.at.column >= 0 &&
             one.at.column <= static_cast<int>(source->text.size()) + 1,
         "a problem stands inside its source", one.message);
  }
}

bool is_of_a_file(const Diagnostic& problem) {
  return problem.message.find("file") != std::string::npos;
}

}  // namespace
}  // namespace seawind

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace seawind;
  fuzz::Input in(data, size);
  const auto& format = importer::formats()[in.byte() % importer::formats().size()];
  const auto sources = sources_of(in.text(), format.most);
  if (sources.size() < format.least) return 0;
  Diagnostics problems;
  const auto table = [](const std::string& name) {
    return name == "pareto" ? std::optional<std::string>("-8192 0 8192") : std::nullopt;
  };
  const std::string yaml = importer::import_profile(format, sources, "", table, problems);
  (void)problems.render();
  hold_places(problems.all(), sources);
  hold_places(problems.warnings(), sources);
  hold(yaml.empty() == !problems.empty(), "a profile or problems", yaml);
  if (yaml.empty()) return 0;
  Diagnostics found;
  const auto file = fuzz::file("profiles/x.yaml");
  read_checked("profiles", file, fuzz::configs(), found, {{file, yaml}});
  for (const Diagnostic& one : found.all())
    hold(is_of_a_file(one), "what is written is valid", found.render() + yaml);
  return 0;
}
