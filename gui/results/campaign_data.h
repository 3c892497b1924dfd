// SPDX-License-Identifier: GPL-3.0-or-later
// The data of a campaign for the results page. A worker thread reads it; it is immutable
// afterwards.
#pragma once

#include <QtWidgets>
#include <functional>
#include <memory>
#include <vector>

#include "controller/report/report_model.h"
#include "controller/store/repetitions.h"

namespace seawind::gui {

struct CampaignData {
  QString directory;
  ReportModel report;  // report.campaign is empty if the store cannot be read
  std::vector<RepetitionOverview> repetitions;
  bool has_samples = false;  // false: only the overview has been read
  QStringList problems;      // what could not be read, and what is still usable; empty: no problem

  const CampaignResults& results() const { return report.campaign; }
  const CaseResults* find_case(const std::string& name) const;
  const CaseResults* find_case(int id) const;
  bool usable() const { return !report.campaign.cases.empty(); }
};
using CampaignPtr = std::shared_ptr<const CampaignData>;

/// Reads cases, counts and states of repetitions, which is fast. Never throws; errors are in
/// problems.
CampaignPtr read_overview(const QString& directory);
/// Reads everything. Errors of the campaign are in problems. `progress` is called with the number
/// of repetitions read and their total; its exceptions propagate.
CampaignPtr read_campaign(const QString& directory,
                          const std::function<void(std::uint64_t, std::uint64_t)>& progress);

/// Sizes and modification times of the store's files; changes with every commit of a controller.
QString stamp_of(const QString& directory);

}  // namespace seawind::gui
