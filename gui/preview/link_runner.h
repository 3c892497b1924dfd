// SPDX-License-Identifier: GPL-3.0-or-later
// Runs seawind-link for a profile in a worker thread. A new request kills the run before it.
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
  std::shared_ptr<const LinkData> data;  // null: the run did not complete
  std::shared_ptr<const config::Node>
      values;       // the profile merged with the files it extends; null: it cannot be read
  QString router;   // name of the router in front of the downlink; empty: none
  QString problem;  // why `data` is null; empty if the run was stopped
};

/// The job of the worker thread. Returns soon after a stop request, without data.
LinkResult run_link(const LinkRequest& request, const std::stop_token& stop);

class LinkRunner : public QObject {
  Q_OBJECT

 public:
  explicit LinkRunner(QObject* parent = nullptr);
  ~LinkRunner() override;  // stops the run and waits for its thread

  /// Starts a run; finished() is emitted for the newest run only.
  void start(const LinkRequest& request);
  /// Stops the run and emits stopped() if one is under way; finished() is then not emitted for it.
  void stop();
  bool is_busy() const { return watcher_ != nullptr; }

 signals:
  void started();
  void finished(const seawind::gui::LinkResult& result);
  void stopped();

 private:
  QThreadPool pool_;  // one thread: a new run starts after the killed one has ended
  std::stop_source stop_;
  QFutureWatcher<LinkResult>* watcher_ = nullptr;  // of the newest run, until it ends
};

}  // namespace seawind::gui
