// SPDX-License-Identifier: GPL-3.0-or-later
// The live source of a campaign directory. One thread polls the store and the live state several
// times a second and emits the differences. Another thread watches the links (LinkWatch).
#pragma once

#include <QtWidgets>
#include <memory>
#include <stop_token>

#include "gui/run/live_source.h"

namespace seawind::gui {

class CampaignReader;
class LinkWatch;

class DirectorySource : public LiveSource {
  Q_OBJECT

 public:
  static constexpr int kInterval = 250;  // ms between two polls

  /// `directory`: may be created later. `configs`: directory in which the profile of a handover is
  /// resolved.
  DirectorySource(const QString& directory, const QString& configs, QObject* parent = nullptr);
  ~DirectorySource() override;

  void start() override;
  void watch_link(int slot) override;
  void change_link(int slot, const RequestedChange& request) override;
  void request(ControlRequest verb) override;

 private:
  QString directory_;
  QThread thread_;
  CampaignReader* reader_;  // lives in thread_
  std::unique_ptr<LinkWatch> link_;
  std::stop_source stop_;
};

}  // namespace seawind::gui
