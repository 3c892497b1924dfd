// SPDX-License-Identifier: GPL-3.0-or-later
// Actions of the page of running campaigns.

#include "gui/run/live_view.h"
#include "gui/run/run_page.h"

namespace seawind::gui {

void RunPage::make_actions() {
  const auto row = [this] { return queue_table_->currentIndex().row(); };
  add_action("start", tr("&Run a test set…"), tr("Choose a test set and run it"), Qt::Key_F5,
             [this] { choose_test_set(); });
  add_action("watch", tr("&Watch a campaign…"), tr("Choose a campaign directory and look at it"),
             Qt::CTRL | Qt::SHIFT | Qt::Key_O, [this] { choose_campaign(); });
  add_action("pause", tr("&Pause"), tr("Start no new repetition; running ones finish"), Qt::Key_F6,
             [this] { live_->source()->request(ControlRequest::kPause); });
  add_action("continue", tr("&Continue"), tr("Continue after a pause, or cancel a stop"),
             Qt::Key_F7, [this] { live_->source()->request(ControlRequest::kRun); });
  add_action("finish", tr("Stop &after these"), tr("Stop after the running repetitions"),
             Qt::SHIFT | Qt::Key_F6, [this] { live_->source()->request(ControlRequest::kFinish); });
  add_action("stop", tr("&Stop now"),
             tr("Abort the running repetitions; they are run again when the campaign is resumed"),
             Qt::CTRL | Qt::SHIFT | Qt::Key_F6, [this] { stop_now(); });
  add_action("resume", tr("R&esume"), tr("Run what is missing in this campaign"),
             Qt::SHIFT | Qt::Key_F5, [this] {
               start(RunRequest{{}, shown_});
             });
  add_action("results", tr("&Open results"), tr("Show the results of this campaign"),
             Qt::CTRL | Qt::SHIFT | Qt::Key_R, [this] { emit show_requested("results", shown_); });
  add_action("follow", tr("&Follow the newest"), tr("Let the plots scroll, or hold them still"),
             Qt::Key_F9, [this] { live_->toggle_follow(); });
  add_action("queue_hold", tr("&Hold the queue"),
             tr("Start no campaign from the queue until it is released"), {},
             [this] { queue_.set_held(action("queue_hold")->isChecked()); })
      ->setCheckable(true);
  add_action("queue_up", tr("Earlier in the queue"), tr("Move the chosen campaign of the queue up"),
             Qt::ALT | Qt::Key_Up, [this, row] { queue_.move(row(), -1); });
  add_action("queue_down", tr("Later in the queue"),
             tr("Move the chosen campaign of the queue down"), Qt::ALT | Qt::Key_Down,
             [this, row] { queue_.move(row(), 1); });
  add_action("queue_remove", tr("Remove from the queue"),
             tr("Take the chosen campaign out of the queue; nothing on disk is deleted"),
             Qt::ALT | Qt::Key_Delete, [this, row] { queue_.remove(row()); });
  add_action("queue_retry", tr("Try again"),
             tr("Put the selected failed campaign back into the queue"), {},
             [this, row] { queue_.set_state(row(), QueueItem::State::kWaiting); });
}

void RunPage::choose_test_set() {
  const QString file = QFileDialog::getOpenFileName(this, tr("Run a test set"),
                                                    places_.shipped_folder(Kind::kTestSet),
                                                    tr("Test sets (*.yaml *.yml)"));
  if (!file.isEmpty()) start(file);
}

void RunPage::choose_campaign() {
  const QString directory =
      QFileDialog::getExistingDirectory(this, tr("Watch a campaign"), places_.campaigns);
  if (!directory.isEmpty()) watch(directory);
}

void RunPage::stop_now() {
  auto* box = new QMessageBox(QMessageBox::Question, tr("Stop now"),
                              tr("Abort the running repetitions (%1)? Their results are discarded, "
                                 "and they are run again when the campaign is resumed.")
                                  .arg(live_->state().running),
                              QMessageBox::Cancel, this);
  QPushButton* stop = box->addButton(tr("&Stop now"), QMessageBox::AcceptRole);
  box->setDefaultButton(QMessageBox::Cancel);
  box->setAttribute(Qt::WA_DeleteOnClose);
  connect(box, &QMessageBox::buttonClicked, this, [this, stop](const QAbstractButton* clicked) {
    if (clicked == static_cast<QAbstractButton*>(stop) && live_->source() != nullptr)
      live_->source()->request(ControlRequest::kStop);
  });
  box->open();
}

}  // namespace seawind::gui
