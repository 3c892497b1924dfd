// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/run/recorded_source.h"

#include <algorithm>

namespace seawind::gui {
namespace {

constexpr int kLinesAtOnce = 200;  // lines emitted before the event loop runs

}  // namespace

RecordedSource::RecordedSource(const QString& file, double speed, QObject* parent)
    : LiveSource(parent), file_(file), speed_(speed) {
  timer_.setSingleShot(true);
  connect(&timer_, &QTimer::timeout, this, &RecordedSource::play);
}

void RecordedSource::start() {
  QFile in(file_);
  if (!in.open(QIODevice::ReadOnly)) {
    emit failed(tr("Cannot read the recording %1: %2.").arg(file_, in.errorString()));
    return;
  }
  for (int number = 1; !in.atEnd(); ++number) {
    const QByteArray text = in.readLine().trimmed();
    if (text.isEmpty()) continue;
    QString error;
    auto line = from_json(text, error);
    if (!line) {
      emit failed(
          tr("Cannot read the recording %1, line %2: %3.").arg(file_).arg(number).arg(error));
      return;
    }
    lines_.push_back(std::move(*line));
  }
  clock_.start();
  timer_.start(0);
}

void RecordedSource::play() {
  const double now = speed_ > 0 ? static_cast<double>(clock_.elapsed()) / 1000 * speed_ : 0;
  for (int i = 0; i < kLinesAtOnce; ++i) {
    if (next_ == lines_.size()) {
      emit ended();
      return;
    }
    if (speed_ > 0 && lines_[next_].at_s > now) {
      timer_.start(std::max(1, static_cast<int>((lines_[next_].at_s - now) / speed_ * 1000)));
      return;
    }
    emit_event(lines_[next_++].event);
  }
  timer_.start(0);
}

void RecordedSource::emit_event(const LiveEvent& event) {
  if (const auto* state = std::get_if<CampaignState>(&event)) emit state_changed(*state);
  if (const auto* rows = std::get_if<QList<AttemptRow>>(&event)) emit attempts_finished(*rows);
  if (const auto* message = std::get_if<SourceFailed>(&event)) emit failed(message->message);
  if (const auto* began = std::get_if<LinkBegan>(&event)) link_of_ = began->slot.slot;
  if (watched_ < 0 || link_of_ != watched_) return;  // belongs to another link than the watched one
  if (const auto* began = std::get_if<LinkBegan>(&event)) emit link_began(began->slot);
  if (const auto* report = std::get_if<LinkReport>(&event)) emit link_reported(*report);
  if (const auto* silent = std::get_if<LinkSilent>(&event)) emit link_silent(silent->why);
  if (const auto* entry = std::get_if<LinkChangeEntry>(&event)) emit link_changed(*entry);
  if (const auto* now = std::get_if<LinkConfiguration>(&event)) emit link_configured(*now);
}

void RecordedSource::watch_link(int slot) {
  if (slot == watched_) return;
  watched_ = slot;
  if (slot < 0 || slot != link_of_) return;
  // The recorded lines of this link up to now are emitted immediately.
  std::size_t first = next_;
  while (first > 0 && !std::holds_alternative<LinkBegan>(lines_[first - 1].event)) --first;
  for (std::size_t i = first > 0 ? first - 1 : 0; i < next_; ++i) {
    const LiveEvent& event = lines_[i].event;
    if (std::holds_alternative<LinkBegan>(event) || std::holds_alternative<LinkReport>(event) ||
        std::holds_alternative<LinkChangeEntry>(event) ||
        std::holds_alternative<LinkConfiguration>(event))
      emit_event(event);
  }
}

void RecordedSource::change_link(int, const LinkEdit&) {
  emit link_changed({-1, {}, tr("This is a recording: nothing can be changed in it.")});
}

void RecordedSource::request(ControlRequest) {
  emit refused(tr("This is a recording. It accepts no requests."));
}

StreamRecorder::StreamRecorder(LiveSource& source, const QString& file, QObject* parent)
    : QObject(parent), out_(file) {
  if (!out_.open(QIODevice::WriteOnly | QIODevice::Truncate)) {
    error_ = tr("Cannot write %1: %2.").arg(file, out_.errorString());
    return;
  }
  clock_.start();
  connect(&source, &LiveSource::state_changed, this,
          [this](const CampaignState& state) { write(state); });
  connect(&source, &LiveSource::attempts_finished, this,
          [this](const QList<AttemptRow>& rows) { write(rows); });
  connect(&source, &LiveSource::link_began, this,
          [this](const SlotState& slot) { write(LinkBegan{slot}); });
  connect(&source, &LiveSource::link_reported, this,
          [this](const LinkReport& report) { write(report); });
  connect(&source, &LiveSource::link_silent, this,
          [this](const QString& why) { write(LinkSilent{why}); });
  connect(&source, &LiveSource::link_changed, this,
          [this](const LinkChangeEntry& entry) { write(entry); });
  connect(&source, &LiveSource::link_configured, this,
          [this](const LinkConfiguration& now) { write(now); });
  connect(&source, &LiveSource::failed, this,
          [this](const QString& message) { write(SourceFailed{message}); });
}

QString StreamRecorder::error() const {
  return error_;
}

void StreamRecorder::write(LiveEvent event) {
  const QByteArray line =
      to_json({static_cast<double>(clock_.elapsed()) / 1000, std::move(event)}) + '\n';
  if (out_.write(line) != line.size() || !out_.flush())
    error_ = tr("Cannot write %1: %2.").arg(out_.fileName(), out_.errorString());
}

}  // namespace seawind::gui
