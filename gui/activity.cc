// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/activity.h"

#include <algorithm>
#include <utility>

namespace seawind::gui {

Activity::Activity(QString title, bool can_cancel, QObject* parent)
    : QObject(parent), title_(std::move(title)), can_cancel_(can_cancel) {
  ActivityList::all().activities_.append(this);
  emit ActivityList::all().added(this);
}

Activity::~Activity() {
  ActivityList::all().activities_.removeOne(this);
  emit ActivityList::all().removed(this);
}

void Activity::set_percent(int percent) {
  percent = std::clamp(percent, -1, 100);
  if (percent == percent_) return;
  percent_ = percent;
  emit changed();
}

void Activity::cancel() {
  if (is_cancelled_ || !can_cancel_) return;
  is_cancelled_ = true;
  emit changed();
  emit cancelled();
}

ActivityList& ActivityList::all() {
  static ActivityList list;
  return list;
}

}  // namespace seawind::gui
