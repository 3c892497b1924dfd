// SPDX-License-Identifier: GPL-3.0-or-later
// A real campaign directory. The test is its controller: it holds the lock, writes the live state
// and commits synthetic attempts.
#pragma once

#include <gtest/gtest.h>

#include <QtWidgets>
#include <memory>

#include "controller/campaign/directory.h"
#include "controller/campaign/live.h"
#include "gui/places.h"

namespace seawind::gui {

class CampaignFixture : public testing::Test {
 protected:
  CampaignFixture();

  /// Starts the controller: it holds the lock and is in this state.
  void run(RunState state = RunState::kRunning);
  /// Ends the controller as a kill would: the lock is released, the live state remains.
  void release_lock() {
    live_file_.reset();
    campaign_.reset();
  }
  void write_state(RunState state);
  void commit(int case_index, int number, Verdict verdict, const std::string& reason = {});
  /// The request in the campaign directory, as the controller would read it.
  std::string control_word() const;

  QTemporaryDir home_;
  Places places_;
  QString directory_;
  std::unique_ptr<CampaignDirectory> campaign_;
  LiveState live_;
  std::unique_ptr<LiveFile> live_file_;
};

}  // namespace seawind::gui
