// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/run/link_watch.h"

#include <QtConcurrent>
#include <chrono>
#include <optional>

#include "common/pause_until.h"
#include "controller/campaign/live_link.h"
#include "gui/places.h"

namespace seawind::gui {
namespace {

constexpr std::chrono::milliseconds kTryAgain{250};

/// "downlink.rate_base: 64kbit/s -> 10kbit/s; ..."
QString text_of(const AppliedChange& done) {
  QStringList all;
  for (const Difference& value : done.values) {
    QString path = QString::fromStdString(value.path);
    if (path.startsWith("link.")) path = path.mid(5);
    all << QString::fromUtf8("%1: %2 → %3")
               .arg(path, QString::fromStdString(value.before),
                    QString::fromStdString(value.after));
  }
  return all.join("; ");
}

/// The error in the terms of the change panel.
QString text_of(const Diagnostics& problems) {
  QStringList all;
  for (const Diagnostic& problem : problems.all()) {
    QString where = QString::fromStdString(problem.at.file);
    if (where.startsWith("--set ")) where = where.mid(6);
    QString line = where.isEmpty() ? QString() : where + ": ";
    line += QString::fromStdString(problem.message);
    if (!problem.hint.empty()) line += " (" + QString::fromStdString(problem.hint) + ")";
    all << line;
  }
  return all.join('\n');
}

}  // namespace

LinkWatch::LinkWatch(LiveSource& source, const QString& directory, const QString& configs)
    : source_(source), directory_(directory), configs_(configs) {}

void LinkWatch::watch(int slot) {
  if (slot == slot_) return;
  slot_ = slot;
  thread_ = {};  // ends the previous thread, which stops at once
  if (slot < 0) return;
  thread_ = std::jthread([this, slot](const std::stop_token& stop) { follow(slot, stop); });
}

void LinkWatch::follow(int slot, const std::stop_token& stop) {
  QString last_problem;  // the last one that was emitted
  while (!stop.stop_requested()) {
    try {
      follow_attempt(slot, stop, last_problem);
    } catch (const Error& error) {
      const QString why = QString::fromUtf8(error.what());
      if (why != last_problem && !stop.stop_requested()) emit source_.link_unavailable(why);
      last_problem = why;
    }
    pause_until(std::chrono::steady_clock::now() + kTryAgain, stop);
  }
}

void LinkWatch::follow_attempt(int slot, const std::stop_token& stop, QString& last_problem) {
  LiveLink link(to_path(directory_), slot);
  const LiveSlot& attempt = link.attempt();
  SlotState state;
  state.slot = attempt.slot;
  state.test_case = QString::fromStdString(attempt.case_name);
  state.repetition = attempt.repetition;
  state.attempt = attempt.attempt;
  state.has_link = true;
  emit source_.link_began(state);
  last_problem.clear();
  std::optional<std::uint64_t> changes;  // those that the shown configuration includes
  link.watch(std::chrono::milliseconds(kInterval), stop, [&](const LinkReport& report) {
    if (changes != report.changes()) {  // by the panel or by another program
      try {
        LiveLink other(to_path(directory_), slot);
        emit source_.link_configured(other.configuration(stop));
        changes = report.changes();
      } catch (const Error&) {  // the next sample reads the configuration again
      }
    }
    emit source_.link_reported(report);
  });
}

void LinkWatch::change(int slot, const RequestedChange& request) {
  // A change that has begun is completed and recorded, even if `source` is destroyed meanwhile.
  static QFuture<void> last;
  last = QtConcurrent::run([before = last, source = QPointer<LiveSource>(&source_),
                            directory = to_path(directory_), configs = to_path(configs_), slot,
                            request]() mutable {
    before.waitForFinished();
    const auto deliver = [&source](auto signal, const auto& value) {
      QMetaObject::invokeMethod(qApp, [source, signal, value] {
        if (source) emit(source->*signal)(value);
      });
    };
    LinkChangeEntry entry;
    try {
      LiveLink link(directory, slot);
      Diagnostics problems;
      if (const auto done = link.change(request, configs, problems)) {
        entry.time_s = static_cast<double>(done->link_time_ns) / 1e9;
        entry.text = text_of(*done);
        deliver(&LiveSource::link_changed, entry);
        try {
          deliver(&LiveSource::link_configured, link.configuration());
        } catch (const Error&) {  // the link has ended since
        }
        return;
      }
      entry.error = text_of(problems);
    } catch (const Error& error) {
      entry.error = QString::fromUtf8(error.what());
    }
    deliver(&LiveSource::link_changed, entry);
  });
}

}  // namespace seawind::gui
