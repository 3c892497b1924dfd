// SPDX-License-Identifier: GPL-3.0-or-later
// Tables of a comparison with the numbers of the controller. The cells keep the unrounded values.
#pragma once

#include <QtWidgets>
#include <vector>

#include "controller/report/paired.h"
#include "controller/report/reference.h"
#include "gui/results/rows_model.h"

namespace seawind::gui {

/// The column of the metric in the table of pairs.
inline constexpr int kPairedMetricColumn = 2;
QStringList paired_titles();
std::vector<Row> paired_table(const std::vector<PairedRow>& rows);
QStringList published_titles();
std::vector<Row> published_table(const std::vector<Comparison>& comparisons);

}  // namespace seawind::gui
