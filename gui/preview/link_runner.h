// SPDX-License-Identifier: GPL-3.0-or-later
// Runs a profile in virtual time in a thread of its own; the newest request wins, the run before it
// is killed.
#pragma once

#include <QFutureWatcher>
#include <QObject>
#include <QThreadPool>
#include <memory>
#include <stop_token>

#include "controller/offline/link_program.h"
#include "gui/preview/draft.h"
#include "gui/preview/link_data.h"

namespace seawind::gui {

struct LinkRequest {
  Draft draft;
  PreviewChoice choice;
  std::uint64_t seed = 1;
};

struct LinkResult {
  std::shared_ptr<const LinkData> data;        // null: it did not run to its end
  std::shared_ptr<const config::Node> values;  // the profile with what it extends; null: unreadable
  QString router;                              // in front of the downlink; empty: none
  QString problem;                             // why there is no data; empty when stopped
};

/// What the thread does. With a stop request it returns soon, without data.
LinkResult run_link(const LinkRequest& request, const std::stop_token& stop);

class LinkRunner : public QObject {
  Q_OBJECT

 public:
  explicit LinkRunner(QObject* parent = nullptr);
  ~LinkRunner() override;  // stops

  void start(const LinkRequest& request);
  /// The result of what runs now will not come.
  void stop();
  bool is_busy() const { return watcher_ != nullptr; }

 signals:
  void started();
  void finished(const seawind::gui::LinkResult& result);
  void stopped();

 private:
  QThreadPool pool_;  // one thread: a killed run makes room for the next
  std::stop_source stop_;
  QFutureWatcher<LinkResult>* watcher_ = nullptr;  // of the newest run while it runs
};

}  // namespace seawind::gui
