// SPDX-License-Identifier: GPL-3.0-or-later
// The one range in which two texts differ, as small as possible. Surrogate pairs stay whole.
#pragma once

#include <QtWidgets>

namespace seawind::gui {

struct Difference {
  int position = 0;
  int removed = 0;
  QString added;
  bool is_empty() const { return removed == 0 && added.isEmpty(); }
};

inline Difference difference(const QString& before, const QString& after) {
  const qsizetype shorter = qMin(before.size(), after.size());
  qsizetype front = 0;
  while (front < shorter && before[front] == after[front]) ++front;
  if (front > 0 && after[front - 1].isHighSurrogate()) --front;
  qsizetype back = 0;
  while (back < shorter - front &&
         before[before.size() - 1 - back] == after[after.size() - 1 - back])
    ++back;
  if (back > 0 && after[after.size() - back].isLowSurrogate()) --back;
  return {static_cast<int>(front), static_cast<int>(before.size() - front - back),
          after.mid(front, after.size() - front - back)};
}

}  // namespace seawind::gui
