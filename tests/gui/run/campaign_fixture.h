// SPDX-License-Identifier: GPL-3.0-or-later
// A real campaign directory whose controller is the test itself: it holds the lock, tells its live
// state and commits attempts that it makes up.
#pragma once

#include <gtest/gtest.h>

#include <QTemporaryDir>
#include <memory>

#include "controller/campaign/directory.h"
#include "gui/places.h"
#include "gui/run/live_files.h"

namespace seawind::gui {

class CampaignFixture : public testing::Test {
 protected:
  CampaignFixture();

  /// The controller begins, with this state of its own.
  void run(RunState state = RunState::kRunning);
  /// The controller is gone, as if killed.
  void die() {
    live_file_.reset();
    campaign_.reset();
  }
  void tell(RunState state);
  void commit(int case_index, int number, Verdict verdict, const std::string& reason = {});
  /// What the controller finds in its directory.
  std::string asked() const;

  QTemporaryDir home_;
  Places places_;
  QString directory_;
  std::unique_ptr<CampaignDirectory> campaign_;
  LiveState live_;
  std::unique_ptr<LiveFile> live_file_;
};

}  // namespace seawind::gui
