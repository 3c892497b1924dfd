// SPDX-License-Identifier: GPL-3.0-or-later
// Tidy tables of the campaign's metrics (RFC 4180, UTF-8, LF): long.csv has one row per value,
// wide.csv one row per finished repetition.
#include <fmt/format.h>

#include <map>
#include <string_view>
#include <utility>

#include "controller/export/csv_field.h"
#include "controller/export/export.h"
#include "controller/store/query.h"

namespace seawind {

std::string csv_field(const std::string& written) {
  const bool formula = !written.empty() &&
                       std::string_view("=+-@\t\r").find(written.front()) != std::string_view::npos;
  const std::string text = formula ? "'" + written : written;
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"') out += '"';
    out += c;
  }
  return out + '"';
}

std::vector<std::filesystem::path> export_csv(const std::filesystem::path& campaign,
                                              const ExportChoice& choice,
                                              const std::filesystem::path& folder,
                                              const ReadProgress& progress) {
  int all = 0;
  int read = 0;
  if (progress)
    for (const auto& c : load_overview(campaign).cases) all += c.valid;
  OutputFile tall(folder / "long.csv");
  OutputFile wide(folder / "wide.csv");
  const auto columns = metric_columns(campaign);
  tall.write("campaign,case,repetition,seed,node,flow,metric,unit,value\n");
  wide.write("campaign,case,repetition,seed,node,link,router,tcp,workload");
  for (const auto& [flow, metric] : columns)
    wide.write("," + csv_field(flow.empty() ? metric : flow + "." + metric));
  wide.write("\n");
  for_each_repetition(campaign, [&](const RepetitionMetrics& row) {
    if (progress) progress(++read, all);
    if (!choice.has(row.test_case.name, row.number)) return;
    const std::string head =
        fmt::format("{},{},{},{},{}", csv_field(row.campaign), csv_field(row.test_case.name),
                    row.number, row.seed, csv_field(row.node));
    for (const auto& m : row.metrics)
      tall.write(fmt::format("{},{},{},{},{}\n", head, csv_field(m.flow), csv_field(m.metric),
                             csv_field(m.unit), m.value));
    std::string line = fmt::format("{},{},{},{},{}", head, csv_field(row.test_case.link),
                                   csv_field(row.test_case.router), csv_field(row.test_case.tcp),
                                   csv_field(row.test_case.workload));
    std::map<std::pair<std::string_view, std::string_view>, double> values;
    for (const auto& m : row.metrics) values.try_emplace({m.flow, m.metric}, m.value);
    for (const auto& [flow, metric] : columns) {
      line += ',';
      if (const auto found = values.find({flow, metric}); found != values.end())
        line += fmt::format("{}", found->second);  // the shortest text of the same number
      else if (values.contains({flow, presence_metric(std::string(metric))}))
        line += '0';
    }
    wide.write(line + "\n");
  });
  tall.close();
  wide.close();
  return {tall.path(), wide.path()};
}

}  // namespace seawind
