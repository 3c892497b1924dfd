// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/run/directory_source.h"

#include <QtConcurrent>

#include "gui/places.h"
#include "gui/run/campaign_reader.h"
#include "gui/run/link_watch.h"

namespace seawind::gui {

DirectorySource::DirectorySource(const QString& directory, const QString& configs, QObject* parent)
    : LiveSource(parent),
      directory_(directory),
      reader_(new CampaignReader(*this, directory, kInterval)),
      link_(std::make_unique<LinkWatch>(*this, directory, configs)) {
  reader_->moveToThread(&thread_);
  connect(&thread_, &QThread::finished, reader_, &QObject::deleteLater);
}

DirectorySource::~DirectorySource() {
  stop_.request_stop();
  link_.reset();
  const bool ran = thread_.isRunning();
  thread_.quit();
  thread_.wait();
  if (!ran) delete reader_;
}

void DirectorySource::start() {
  thread_.start();
  QMetaObject::invokeMethod(reader_, &CampaignReader::start, Qt::QueuedConnection);
}

void DirectorySource::watch_link(int slot) {
  link_->watch(slot);
}

void DirectorySource::change_link(int slot, const RequestedChange& request) {
  link_->change(slot, request);
}

void DirectorySource::request(ControlRequest verb) {
  (void)QtConcurrent::run([guard = QPointer<DirectorySource>(this), verb, stop = stop_.get_token(),
                           directory = to_path(directory_)] {
    QString problem;
    try {
      switch (send_request(directory, verb, std::chrono::seconds(10), stop)) {
        case ControlAnswer::kTaken:
        case ControlAnswer::kEnded:
          return;
        case ControlAnswer::kNotRunning:
          problem = tr("%1 is not running: there is nothing to control.").arg(to_text(directory));
          break;
        case ControlAnswer::kNoAnswer:
          if (stop.stop_requested()) return;
          problem = tr("The controller of %1 has not answered within ten seconds. The "
                       "request stays and takes effect when the controller reads it.")
                        .arg(to_text(directory));
      }
    } catch (const Error& error) {
      problem = QString::fromUtf8(error.what());
    }
    QMetaObject::invokeMethod(qApp, [guard, problem] {
      if (guard) emit guard->refused(problem);
    });
  });
}

}  // namespace seawind::gui
