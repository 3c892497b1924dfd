// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/results/campaign_data.h"

#include "common/error.h"
#include "controller/store/read_plan.h"
#include "gui/places.h"

namespace seawind::gui {
namespace {

struct CampaignTexts {
  Q_DECLARE_TR_FUNCTIONS(CampaignData)
};

/// `read`: load_overview or load_results.
template <typename Read>
std::shared_ptr<CampaignData> read_with(const QString& directory, const Read& read) {
  auto out = std::make_shared<CampaignData>();
  out->directory = directory;
  const std::filesystem::path path = to_path(directory);
  CampaignResults results;
  try {
    results = read(path);
  } catch (const Error& e) {
    out->problems << QString::fromUtf8(e.what());
    return out;
  }
  try {
    out->repetitions = list_repetitions(path);
  } catch (const Error& e) {
    out->problems << QString::fromUtf8(e.what());
  }
  try {
    (void)read_plan(path);
    out->report = build_report(std::move(results), path, {});
  } catch (const Error& e) {
    out->report.campaign = std::move(results);
    count_repetitions(out->report);
    out->problems << CampaignTexts::tr(
                         "%1. Limits and channel states are not shown; the figures are complete.")
                         .arg(QString::fromUtf8(e.what()));
  }
  return out;
}

}  // namespace

const CaseResults* CampaignData::find_case(const std::string& name) const {
  for (const auto& c : report.campaign.cases)
    if (c.name == name) return &c;
  return nullptr;
}

const CaseResults* CampaignData::find_case(int id) const {
  for (const auto& c : report.campaign.cases)
    if (c.id == id) return &c;
  return nullptr;
}

CampaignPtr read_overview(const QString& directory) {
  return read_with(directory, [](const auto& path) { return load_overview(path); });
}

CampaignPtr read_campaign(const QString& directory,
                          const std::function<void(std::uint64_t, std::uint64_t)>& progress) {
  bool samples = false;
  QString damage;
  const auto out = read_with(directory, [&](const std::filesystem::path& path) {
    try {
      auto results = load_results(path, [&](int done, int all) {
        progress(static_cast<std::uint64_t>(done), static_cast<std::uint64_t>(all));
      });
      samples = true;
      return results;
    } catch (const Error& e) {
      damage = QString::fromUtf8(e.what());
      return load_overview(path);  // the readable rest of a damaged campaign
    }
  });
  out->has_samples = samples;
  if (!damage.isEmpty() && out->usable())
    out->problems << CampaignTexts::tr("%1. Only the list of cases and repetitions can be shown.")
                         .arg(damage);
  return out;
}

QString stamp_of(const QString& directory) {
  QString out;
  for (const QFileInfo& file : store_files(directory))
    out += QString("%1 %2;").arg(file.size()).arg(file.lastModified().toMSecsSinceEpoch());
  return out;
}

}  // namespace seawind::gui
