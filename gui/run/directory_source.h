// SPDX-License-Identifier: GPL-3.0-or-later
// A live source of a campaign directory: its store and live state are read in a thread of its own,
// several times a second, and only what is new; its links are watched in another one (LinkWatch).
#pragma once

#include <QThread>
#include <stop_token>

#include "gui/run/live_source.h"

namespace seawind::gui {

class CampaignReader;
class LinkWatch;

class DirectorySource : public LiveSource {
  Q_OBJECT

 public:
  static constexpr int kInterval = 250;  // ms between two looks

  /// `directory`: need not be there yet. `configs`: where a handover's profile is looked up.
  DirectorySource(const QString& directory, const QString& configs, QObject* parent = nullptr);
  ~DirectorySource() override;

  void start() override;
  void watch_link(int slot) override;
  void change_link(int slot, const LinkEdit& edit) override;
  void request(Verb verb) override;
  bool can_act() const override { return true; }

 private:
  QString directory_;
  QThread thread_;
  CampaignReader* reader_;  // lives in thread_
  LinkWatch* link_;
  std::stop_source stop_;
};

}  // namespace seawind::gui
