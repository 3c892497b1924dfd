// SPDX-License-Identifier: GPL-3.0-or-later
// The data of a campaign on the results page. Read in a worker thread; immutable afterwards.
#pragma once

#include <QString>
#include <QStringList>
#include <functional>
#include <memory>
#include <vector>

#include "controller/results/repetitions.h"
#include "controller/results/report_model.h"

namespace seawind::gui {

struct CampaignData {
  QString directory;
  ReportModel report;  // its campaign is empty when the store cannot be read
  std::vector<RepetitionOverview> repetitions;
  bool has_samples = false;  // false: only the overview so far
  QStringList problems;      // what could not be read, and what still works; empty: all is well

  const CampaignResults& results() const { return report.campaign; }
  const CaseResults* find_case(const std::string& name) const;
  const CaseResults* find_case(int id) const;
  bool usable() const { return !report.campaign.cases.empty(); }
};
using CampaignPtr = std::shared_ptr<const CampaignData>;

/// What there is at once: cases, counts, states of repetitions. Never throws: problems say it.
CampaignPtr read_overview(const QString& directory);
/// Reads everything. `progress`: repetitions read, repetitions in all; its exceptions propagate.
/// Errors of the campaign are in problems.
CampaignPtr read_campaign(const QString& directory,
                          const std::function<void(std::uint64_t, std::uint64_t)>& progress);

/// Changes when a controller has committed something: sizes and times of the store's files.
QString stamp_of(const QString& directory);

}  // namespace seawind::gui
