// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/preview/link_preview.h"

#include <chrono>

#include "common/quantile.h"
#include "gui/layouts.h"

namespace seawind::gui {
namespace {

constexpr std::chrono::milliseconds kPause{300};  // from the last edit to the run

/// An editable combo box: common values, or any other text.
QComboBox* make_choice(const QStringList& values, const QString& chosen, const QString& name,
                       QWidget* parent) {
  auto* box = new QComboBox(parent);
  box->setEditable(true);
  box->setInsertPolicy(QComboBox::NoInsert);
  box->addItems(values);
  box->setCurrentText(chosen);
  box->setAccessibleName(name);
  box->setMinimumContentsLength(5);
  box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  return box;
}

QString share_lost(const LinkData::DirectionData& direction) {
  const quint64 lost = direction.sent - direction.delivered;
  if (lost == 0 || direction.sent == 0) return LinkPreview::tr("none lost");
  QStringList reasons;
  for (const auto& [reason, count] : direction.drops)
    reasons << QStringLiteral("%1 %2").arg(count).arg(reason);
  const QString why = reasons.isEmpty() ? QString() : " (" + reasons.join(", ") + ')';
  return LinkPreview::tr("%L1 of %L2 lost%3").arg(lost).arg(direction.sent).arg(why);
}

QString middle_delay(const LinkData::DirectionData& direction) {
  if (direction.sorted.isEmpty()) return LinkPreview::tr("no probe arrived");
  const std::span sorted(direction.sorted.constData(),
                         static_cast<std::size_t>(direction.sorted.size()));
  return LinkPreview::tr("median delay %1 ms").arg(quantile(sorted, 0.5), 0, 'g', 4);
}

}  // namespace

LinkPreview::LinkPreview(YamlDocument& document, Places places, QWidget* parent)
    : Preview(document, std::move(places), parent) {
  // Tabs, because both rarely fit beside the text.
  auto* tabs = new QTabWidget(this);
  tabs->setDocumentMode(true);
  picture_ = new PathPicture(schema(Kind::kProfile, places_));
  QScrollArea* scroll = scrolled(picture_);
  scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  scroll->setMinimumWidth(370);
  plots_ = new PreviewPlots;
  tabs->addTab(scroll, tr("Path of a packet"));
  tabs->addTab(plots_, tr("States, rates and delays"));
  summary_ = new QLabel;
  summary_->setWordWrap(true);
  summary_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  make_column(this, {make_choices(), notice_, {tabs, 1}, summary_});
  overlays_ = {new DimOverlay(picture_), new DimOverlay(plots_)};
  show_problem({});

  run_timer_.setSingleShot(true);
  run_timer_.setInterval(kPause);
  connect(&run_timer_, &QTimer::timeout, this, &LinkPreview::run);
  connect(picture_, &PathPicture::path_chosen, this, &Preview::path_chosen);
  connect(&document_, &YamlDocument::text_changed, this, [this] { run_timer_.start(); });
  connect(&document_, &YamlDocument::file_changed, this, [this] { run_timer_.start(); });
  connect(&task_, &Task::started, this, [this] { show_busy(true); });
  connect(&task_, &Task::ended, this, [this] { show_busy(false); });
  connect(&task_, &Task::cancelled, this, [this] {
    show_problem(tr("Stopped. Change a value, or choose another duration, to run again."));
    emit refreshed();
  });
  run();
}

QLayout* LinkPreview::make_choices() {
  auto* rows = new QGridLayout;  // two rows: space beside the form is narrow
  duration_ = make_choice({"10s", "60s", "5min", "30min", "2h"}, "60s", tr("Duration"), this);
  probe_interval_ =
      make_choice({"10ms", "100ms", "1s"}, "100ms", tr("Interval of the probes"), this);
  probe_size_ = make_choice({"40B", "100B", "576B", "1500B"}, "100B", tr("Size of a probe"), this);
  probe_size_->setToolTip(tr("IP bytes of a probe packet, 28B to 65535B"));
  seed_ = new QSpinBox(this);
  seed_->setRange(0, std::numeric_limits<int>::max());
  seed_->setValue(1);
  seed_->setMaximumWidth(probe_interval_->sizeHint().width());
  seed_->setAccessibleName(tr("Seed"));
  seed_->setToolTip(tr("Seed of the repetition: the same seed plays the same channel"));
  const auto add = [rows](int row, int column, const QString& text, QWidget* field) {
    rows->addWidget(label_of(field, text), row, column);
    rows->addWidget(field, row, column + 1);
  };
  add(0, 0, tr("&Duration"), duration_);
  add(0, 2, tr("Seed"), seed_);
  add(1, 0, tr("Probe of"), probe_size_);
  add(1, 2, tr("every"), probe_interval_);
  rows->setColumnStretch(4, 1);
  busy_ = new QProgressBar(this);
  busy_->setRange(0, 0);
  busy_->setMaximumWidth(90);
  busy_->setTextVisible(false);
  busy_->setAccessibleName(tr("The preview is running"));
  stop_ = new QToolButton(this);
  stop_->setText(tr("Stop"));
  stop_->setAccessibleName(tr("Stop the preview"));
  rows->addWidget(busy_, 0, 5);
  rows->addWidget(stop_, 1, 5);
  for (QWidget* widget : {static_cast<QWidget*>(busy_), static_cast<QWidget*>(stop_)}) {
    QSizePolicy policy = widget->sizePolicy();
    policy.setRetainSizeWhenHidden(true);  // the layout stays the same during typing
    widget->setSizePolicy(policy);
  }
  show_busy(false);
  for (QComboBox* choice : {duration_, probe_size_, probe_interval_})
    connect(choice, &QComboBox::currentTextChanged, this, [this] { run_timer_.start(); });
  connect(seed_, &QSpinBox::valueChanged, this, [this] { run_timer_.start(); });
  connect(stop_, &QToolButton::clicked, &task_, &Task::cancel);
  return rows;
}

void LinkPreview::run() {
  LinkRequest request;
  request.draft = Draft::of(document_, places_);
  request.choice = {duration_->currentText().trimmed().toStdString(),
                    probe_size_->currentText().trimmed().toStdString(),
                    probe_interval_->currentText().trimmed().toStdString()};
  request.seed = static_cast<std::uint64_t>(seed_->value());
  task_.start([this, request](const std::stop_token& stop) {
    const LinkResult result = run_link(request, stop);
    return [this, result] { show_result(result); };
  });
}

void LinkPreview::show_busy(bool busy) {
  busy_->setVisible(busy);
  stop_->setVisible(busy);
}

void LinkPreview::show_problem(const QString& problem) {
  notice_->show_text(problem);
  for (DimOverlay* overlay : overlays_) overlay->cover(!problem.isEmpty());
}

void LinkPreview::show_result(const LinkResult& result) {
  if (result.data == nullptr) {
    if (shown_.data == nullptr && result.values != nullptr)
      picture_->show_profile(*result.values, result.router);
    show_problem(shown_.data == nullptr
                     ? tr("No preview: %1").arg(result.problem)
                     : tr("%1\nThe pictures are those of the last text that could be run.")
                           .arg(result.problem));
    emit refreshed();
    return;
  }
  shown_ = result;
  show_problem({});
  picture_->show_profile(*shown_.values, shown_.router);
  plots_->show_data(*shown_.data);
  const auto& [down, up] = shown_.data->directions;
  summary_->setText(
      tr("Downlink: %1, %2. Uplink: %3, %4.")
          .arg(middle_delay(down), share_lost(down), middle_delay(up), share_lost(up)));
  emit refreshed();
}

}  // namespace seawind::gui
