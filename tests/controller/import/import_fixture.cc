// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/controller/import/import_fixture.h"

#include <fmt/format.h>

#include "common/diagnostics.h"
#include "controller/testset/check_file.h"

namespace seawind::test {
namespace {

std::vector<std::string> texts_of(const std::vector<Diagnostic>& list) {
  std::vector<std::string> out;
  for (const Diagnostic& one : list)
    out.push_back(
        fmt::format("{}:{}:{}: {}", one.at.file, one.at.line, one.at.column, one.message));
  return out;
}

/// A table whose quantiles are -1, 0 and 1 deviations.
std::optional<std::string> table(const std::string& name) {
  if (name != "three") return {};
  return "# three values\n-8192 0 8192\n";
}

}  // namespace

Outcome imported(const std::string& format, const std::vector<importer::Source>& sources,
                 const std::string& folder) {
  Outcome out;
  Diagnostics problems;
  for (const importer::Format& one : importer::formats())
    if (one.name == format) out.yaml = importer::import_profile(one, sources, "", table, problems);
  out.errors = texts_of(problems.all());
  out.warnings = texts_of(problems.warnings());
  if (out.yaml.empty()) return out;
  const std::filesystem::path file = std::filesystem::path(folder) / "x.yaml";
  Diagnostics found;
  const auto checked =
      read_checked("profiles", file, SEAWIND_SOURCE_DIR "/configs", found, {{file, out.yaml}});
  EXPECT_TRUE(found.empty() && found.warnings().empty()) << found.render() << out.yaml;
  if (checked) out.profile.CopyFrom(*checked);
  return out;
}

Outcome imported(const std::string& format, const std::vector<std::string>& texts,
                 const std::string& folder) {
  std::vector<importer::Source> sources;
  for (std::size_t i = 0; i < texts.size(); ++i)
    sources.push_back({fmt::format("argument {}", i + 1), texts[i], {}});
  return imported(format, sources, folder);
}

}  // namespace seawind::test
