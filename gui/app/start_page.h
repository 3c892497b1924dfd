// SPDX-License-Identifier: GPL-3.0-or-later
// The start page: the checks of this machine with their advice, the quickstart, buttons to the
// other pages, and recent files and campaigns.
#pragma once

#include <QtWidgets>
#include <vector>

#include "gui/app/doctor.h"
#include "gui/app/page_entry.h"
#include "gui/page.h"
#include "gui/places.h"
#include "gui/run/campaign_scan.h"

namespace seawind::gui {

class MachineView;
class Recent;

class StartPage : public Page {
  Q_OBJECT

 public:
  /// `entries`: all pages of the window, with the start page first.
  StartPage(Places places, const std::vector<PageEntry>& entries, Recent& files,
            QWidget* parent = nullptr);

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  QWidget* make_quickstart();
  QWidget* make_page_links(const std::vector<PageEntry>& entries);
  QListWidget* make_list();
  void fill_lists();

  Places places_;
  Recent& files_;
  std::shared_ptr<CampaignScan> scan_;
  Doctor doctor_;
  MachineView* machine_;
  QListWidget* file_list_;
  QListWidget* campaign_list_;
  bool has_checked_ = false;
};

}  // namespace seawind::gui
