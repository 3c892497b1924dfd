// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/preview/workload_preview.h"

#include <algorithm>
#include <cmath>

#include "controller/testset/plan.h"
#include "gui/document/tree_edits.h"
#include "gui/layouts.h"
#include "gui/plot/plot_view.h"

namespace seawind::gui {
namespace {

constexpr int kRowGap = 8;
constexpr int kRight = 16;
constexpr int kAxisHeight = 44;
constexpr double kUnknownLength = 30;  // drawn length in s of a flow whose length is unknown

/// The step between ticks: 1, 2 or 5 times a power of ten, so that `range` has about `most` ticks
/// or fewer.
double tick_step(double range, int most) {
  const double raw = range / std::max(1, most);
  const double power = std::pow(10, std::floor(std::log10(raw)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (factor * power >= raw) return factor * power;
  }
  return 10 * power;
}

QString start_text(const FlowTime& flow) {
  const auto s = [](double seconds) { return QString::number(seconds, 'g', 6); };
  if (flow.latest > flow.earliest)
    return FlowPicture::tr("starts between %1 s and %2 s (%3)")
        .arg(s(flow.earliest), s(flow.latest), flow.rule);
  return FlowPicture::tr("starts at %1 s").arg(s(flow.earliest));
}

QString length_text(const FlowTime& flow) {
  if (!flow.length) return FlowPicture::tr("lasts as long as the link lets it");
  const QString seconds = QString::number(*flow.length, 'g', 5);
  return flow.is_mean ? FlowPicture::tr("lasts %1 s on the average").arg(seconds)
                      : FlowPicture::tr("lasts %1 s").arg(seconds);
}

}  // namespace

FlowPicture::FlowPicture(QWidget* parent) : QWidget(parent) {
  setAccessibleName(tr("Flows over time"));
}

void FlowPicture::show_flows(std::vector<FlowTime> flows) {
  flows_ = std::move(flows);
  while (boxes_.size() > flows_.size()) {
    if (current_ == boxes_.back()) current_ = nullptr;
    delete boxes_.back();
    boxes_.pop_back();
  }
  while (boxes_.size() < flows_.size()) {
    auto* box = new NodeButton(this);
    box->set_width_bounds(140, 220);
    const std::size_t place = boxes_.size();
    connect(box, &NodeButton::focused, this, [this, box] { set_tab_stop(current_, box); });
    connect(box, &QAbstractButton::clicked, this,
            [this, place] { emit chosen(flows_[place].path); });
    box->show();
    boxes_.push_back(box);
  }
  end_ = 1;
  for (std::size_t i = 0; i < flows_.size(); ++i) {
    const FlowTime& flow = flows_[i];
    const QString way =
        flow.is_up ? tr("up: mobile to fixed host") : tr("down: fixed to mobile host");
    boxes_[i]->show_text(flow.name.isEmpty() ? tr("flow without a name") : flow.name,
                         {tr("%1, %2").arg(flow.generator, flow.role), way});
    boxes_[i]->setAccessibleName(boxes_[i]->accessibleName() + "; " + start_text(flow) + "; " +
                                 length_text(flow) + "; " + flow.what);
    boxes_[i]->setToolTip(start_text(flow) + "\n" + length_text(flow));
    end_ = std::max(end_, (flow.latest + flow.length.value_or(kUnknownLength)) * 1.04);
  }
  if (current_ == nullptr && !boxes_.empty()) set_tab_stop(current_, boxes_.front());
  arrange();
}

void FlowPicture::arrange() {
  int width = 0, y = kRowGap;
  for (const NodeButton* box : boxes_) width = std::max(width, box->sizeHint().width());
  for (NodeButton* box : boxes_) {
    const int height = std::max(box->heightForWidth(width), 46);
    box->setGeometry(kRowGap, y, width, height);
    y += height + kRowGap;
  }
  left_ = width + 3 * kRowGap;
  setMinimumSize(left_ + 260, y + kAxisHeight);
  update();
}

int FlowPicture::axis_top() const {
  return boxes_.empty() ? kRowGap : boxes_.back()->geometry().bottom() + kRowGap;
}

double FlowPicture::x_of(double seconds) const {
  return left_ + seconds / end_ * (width() - kRight - left_);
}

void FlowPicture::paint_axis(QPainter& painter) const {
  const int top = axis_top();
  const QColor ink = palette().color(QPalette::WindowText);
  QColor grid = ink;
  grid.setAlphaF(0.15F);
  const double step = tick_step(end_, (width() - left_) / 60);
  for (int i = 0; i * step <= end_; ++i) {
    const double x = x_of(i * step);
    painter.setPen(grid);
    painter.drawLine(QPointF(x, kRowGap), QPointF(x, top));
    painter.setPen(ink);
    painter.drawLine(QPointF(x, top), QPointF(x, top + 4));
    painter.drawText(QRectF(x - 40, top + 5, 80, 18), Qt::AlignHCenter | Qt::AlignTop,
                     QString::number(i * step, 'g', 6));
  }
  painter.drawLine(QPointF(left_, top), QPointF(width() - kRight, top));
  painter.drawText(QRectF(left_, top + 22, width() - kRight - left_, 20), Qt::AlignHCenter,
                   tr("time after the beginning of the workload, s"));
}

void FlowPicture::paint_flow(QPainter& painter, const FlowTime& flow, const QRect& row) const {
  const QColor colour = PlotView::colour(flow.is_up ? 1 : 0);
  const double top = row.top() + 3.0, height = std::min(24.0, row.height() * 0.5);
  const double start = x_of(flow.earliest), latest = x_of(flow.latest);
  const double length = flow.length.value_or(kUnknownLength);
  QRectF bar(start, top, x_of(flow.earliest + length) - start, height);
  bar.setWidth(std::max(2.0, bar.width()));
  QColor soft = colour;
  soft.setAlphaF(0.75F);
  if (flow.length) {
    painter.setPen(Qt::NoPen);
    painter.setBrush(soft);
    painter.drawRect(bar);
  } else {
    // The length is unknown: the bar fades out.
    QLinearGradient fade(bar.topLeft(), bar.topRight());
    QColor nothing = colour;
    nothing.setAlphaF(0);
    fade.setColorAt(0, soft);
    fade.setColorAt(1, nothing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(fade);
    painter.drawRect(bar);
  }
  if (flow.latest > flow.earliest) {
    painter.setPen(QPen(colour, 1, Qt::DashLine));
    painter.setBrush(QBrush(colour, Qt::BDiagPattern));
    const double window = top + height + 3;
    painter.drawRect(QRectF(start, window, latest - start, 7));
    if (flow.length) {
      painter.setBrush(Qt::NoBrush);
      painter.drawRect(QRectF(latest, top, x_of(flow.latest + length) - latest, height));
    }
  }
  painter.setPen(palette().color(QPalette::WindowText));
  const QRectF text(start + 6, top, width() - kRight - start - 6, height);
  painter.drawText(text, Qt::AlignLeft | Qt::AlignVCenter, flow.what);
  const double below = top + height + (flow.latest > flow.earliest ? 10 : 2);
  painter.drawText(QRectF(start, below, width() - kRight - start, 18), Qt::AlignLeft | Qt::AlignTop,
                   start_text(flow));
}

void FlowPicture::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  if (flows_.empty()) return;
  paint_axis(painter);
  for (std::size_t i = 0; i < flows_.size(); ++i)
    paint_flow(painter, flows_[i], boxes_[i]->geometry());
}

void FlowPicture::keyPressEvent(QKeyEvent* event) {
  const auto at = std::find(boxes_.begin(), boxes_.end(), current_);
  if (at == boxes_.end()) return QWidget::keyPressEvent(event);
  switch (event->key()) {
    case Qt::Key_Up:
      if (at != boxes_.begin()) (*(at - 1))->setFocus(Qt::OtherFocusReason);
      return;
    case Qt::Key_Down:
      if (at + 1 != boxes_.end()) (*(at + 1))->setFocus(Qt::OtherFocusReason);
      return;
    case Qt::Key_Return:
    case Qt::Key_Enter:
      return current_->click();
    default:
      QWidget::keyPressEvent(event);
  }
}

WorkloadPreview::WorkloadPreview(YamlDocument& document, Places places, QWidget* parent)
    : Preview(document, std::move(places), parent), picture_(new FlowPicture) {
  make_column(this, {notice_, {scrolled(picture_), 1}});
  connect(picture_, &FlowPicture::chosen, this, &Preview::path_chosen);
  follow_document();
}

void WorkloadPreview::refresh() {
  QString problem;
  if (const auto whole = read(problem)) {
    const config::Node* flows = node_at(*whole, "flows");
    const bool too_many = flows != nullptr && flows->items.size() > kMaxFlows;
    if (too_many) problem = tr("The flows are not drawn: there are more than %1.").arg(kMaxFlows);
    picture_->show_flows(too_many ? std::vector<FlowTime>()
                                  : flow_times(*whole, schema(Kind::kWorkload, places_)));
  }
  if (problem.isEmpty() && picture_->flows().empty())
    problem = tr("There are no flows yet: add one under `flows:`.");
  notice_->show_text(problem);
}

}  // namespace seawind::gui
