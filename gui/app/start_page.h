// SPDX-License-Identifier: GPL-3.0-or-later
// The start page: the checks of this machine with their advice, the quickstart, buttons to the
// other pages, and recent files and campaigns.
#pragma once

#include <vector>

#include "gui/app/doctor.h"
#include "gui/app/page_entry.h"
#include "gui/page.h"
#include "gui/places.h"
#include "gui/run/campaign_scan.h"

class QLabel;
class QListWidget;
class QPushButton;
class QVBoxLayout;

namespace seawind::gui {

class MachineView;
class Recent;

class StartPage : public Page {
  Q_OBJECT

 public:
  /// `entries`: all pages of the window, with the start page first.
  StartPage(Places places, const std::vector<PageEntry>& entries, Recent& files,
            QWidget* parent = nullptr);

  QString title() const override { return tr("Start"); }
  QList<QAction*> page_actions() const override { return {quickstart_, check_}; }

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  QWidget* make_quickstart();
  QWidget* make_page_links(const std::vector<PageEntry>& entries);
  QWidget* make_list(const QString& title, QListWidget*& list);
  void fill_lists();

  Places places_;
  Recent& files_;
  std::shared_ptr<CampaignScan> scan_;
  Doctor doctor_;
  QAction* quickstart_;
  QAction* check_;
  MachineView* machine_;
  QListWidget* file_list_ = nullptr;
  QListWidget* campaign_list_ = nullptr;
  bool has_asked_ = false;
};

}  // namespace seawind::gui
