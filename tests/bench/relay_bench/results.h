// SPDX-License-Identifier: GPL-3.0-or-later
// Tables of results: every cell collects one value per run and shows their median.
#pragma once

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace seawind::bench {

/// How the values of several runs become one.
enum class Combine { kMedian, kMax, kSum };

struct Column {
  std::string name;  // with its unit
  int digits = 0;    // after the point
  Combine combine = Combine::kMedian;
};

class Results {
 public:
  /// `key`: name in the JSON file; `text`: the text above the table.
  Results(std::string key, std::string title, std::string text, std::vector<std::string> labels,
          std::vector<Column> columns);

  /// Adds one run of one row. Rows have the order of their first run. NaN: not applicable. `values`
  /// are in the order of the columns.
  void add(const std::vector<std::string>& labels, const std::vector<double>& values);

  const std::string& key() const { return key_; }
  bool empty() const { return order_.empty(); }
  /// The labels of every row.
  const std::vector<std::vector<std::string>>& rows() const { return order_; }
  /// The combined value of a cell; NaN if there is none.
  double value(const std::vector<std::string>& labels, const std::string& column) const;
  std::string markdown() const;
  /// Every run's values, not only the medians.
  nlohmann::json json() const;

 private:
  double combined(const std::vector<std::vector<double>>& runs, std::size_t column) const;

  std::string key_, title_, text_;
  std::vector<std::string> labels_;
  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> order_;
  std::map<std::vector<std::string>, std::vector<std::vector<double>>> rows_;
};

}  // namespace seawind::bench
