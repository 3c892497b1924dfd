// SPDX-License-Identifier: GPL-3.0-or-later
// The plots of a preview run: the rate of each direction over time, with the channel states as
// strips and blocked times hatched behind it; the delay of the probe packets over the same time;
// the distribution of the delay.
#pragma once

#include <QtWidgets>

#include "gui/plot/plot_view.h"
#include "gui/plot/strips_item.h"
#include "gui/preview/link_data.h"

namespace seawind::gui {

class PreviewPlots : public QWidget {
  Q_OBJECT

 public:
  explicit PreviewPlots(QWidget* parent = nullptr);

  void show_data(const LinkData& run);

  PlotView& rates() { return *rates_; }
  PlotView& delays() { return *delays_; }
  PlotView& distribution() { return *distribution_; }
  const StripsItem& states() const { return *states_; }

 protected:
  void changeEvent(QEvent* event) override;
  /// If the view is wide and low, the distribution is beside the other two plots.
  void resizeEvent(QResizeEvent* event) override;

 private:
  struct Curves {
    QCPGraph* rate;
    QCPGraph* delay;
    QCPGraph* lost;
    QCPGraph* share;
    StripsItem* blocked_rate;
    StripsItem* blocked_delay;
  };
  Curves make_curves(std::size_t direction);
  void show_states();
  void show_rates();
  void show_delays();
  void show_shares();

  QGridLayout* grid_;
  PlotView* rates_;
  PlotView* delays_;
  PlotView* distribution_;
  StripsItem* states_;
  StripsItem* states_of_delays_;
  std::vector<QCPGraph*> state_legend_;
  std::array<Curves, 2> curves_{};
  LinkData data_;
};

}  // namespace seawind::gui
