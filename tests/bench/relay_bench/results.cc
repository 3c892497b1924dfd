// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/relay_bench/results.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <numeric>
#include <stdexcept>

#include "tests/bench/relay_bench/stats.h"

namespace seawind::bench {

Results::Results(std::string key, std::string title, std::string text,
                 std::vector<std::string> labels, std::vector<Column> columns)
    : key_(std::move(key)),
      title_(std::move(title)),
      text_(std::move(text)),
      labels_(std::move(labels)),
      columns_(std::move(columns)) {}

void Results::add(const std::vector<std::string>& labels, const std::vector<double>& values) {
  if (labels.size() != labels_.size() || values.size() != columns_.size())
    throw std::logic_error("a row of " + key_ + " does not fit its table");
  auto& runs = rows_[labels];
  if (runs.empty()) order_.push_back(labels);
  runs.push_back(values);
}

double Results::combined(const std::vector<std::vector<double>>& runs, std::size_t column) const {
  std::vector<double> values;
  for (const auto& run : runs)
    if (!std::isnan(run[column])) values.push_back(run[column]);
  if (values.empty()) return std::numeric_limits<double>::quiet_NaN();
  switch (columns_[column].combine) {
    case Combine::kMax:
      return *std::max_element(values.begin(), values.end());
    case Combine::kSum:
      return std::accumulate(values.begin(), values.end(), 0.0);
    case Combine::kMedian:
      break;
  }
  return median(values);
}

double Results::value(const std::vector<std::string>& labels, const std::string& column) const {
  const auto row = rows_.find(labels);
  for (std::size_t i = 0; row != rows_.end() && i < columns_.size(); ++i)
    if (columns_[i].name == column) return combined(row->second, i);
  return std::numeric_limits<double>::quiet_NaN();
}

std::string Results::markdown() const {
  std::string text = fmt::format("## {}\n\n{}\n\n|", title_, text_);
  for (const auto& label : labels_) text += " " + label + " |";
  for (const auto& column : columns_) text += " " + column.name + " |";
  text += "\n|";
  for (std::size_t i = 0; i < labels_.size(); ++i) text += "---|";
  for (std::size_t i = 0; i < columns_.size(); ++i) text += "---:|";
  text += "\n";
  for (const auto& labels : order_) {
    text += "|";
    for (const auto& label : labels) text += " " + label + " |";
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      const auto cell = combined(rows_.at(labels), i);
      text += std::isnan(cell) ? " - |" : fmt::format(" {:.{}f} |", cell, columns_[i].digits);
    }
    text += "\n";
  }
  return text + "\n";
}

nlohmann::json Results::json() const {
  auto rows = nlohmann::json::array();
  for (const auto& labels : order_) {
    nlohmann::json row;
    for (std::size_t i = 0; i < labels_.size(); ++i) row[labels_[i]] = labels[i];
    const auto& runs = rows_.at(labels);
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      auto& cell = row["values"][columns_[i].name];
      const auto value = combined(runs, i);
      cell["result"] = std::isnan(value) ? nlohmann::json() : nlohmann::json(value);
      for (const auto& run : runs)
        cell["runs"].push_back(std::isnan(run[i]) ? nlohmann::json() : nlohmann::json(run[i]));
    }
    rows.push_back(row);
  }
  return {{"title", title_}, {"rows", rows}};
}

}  // namespace seawind::bench
