// SPDX-License-Identifier: GPL-3.0-or-later
// The matrix of a test set's document, and the edits of a matrix editor. Each edit is one undo step
// and leaves the rest of the document unchanged.
#pragma once

#include <QtWidgets>
#include <array>
#include <vector>

#include "gui/document/yaml_document.h"
#include "gui/testset/axis_product.h"

namespace seawind::gui {

/// "link", "router", "tcp", "workload".
QString axis_name(int axis);
Kind axis_kind(int axis);
/// The name of a reference in cases: the name of its file without .yaml.
QString id_of(const QString& reference);

class Matrix : public QObject {
  Q_OBJECT

 public:
  explicit Matrix(YamlDocument& document, QObject* parent = nullptr);

  YamlDocument& document() { return document_; }
  /// The references of an axis, as written and in order.
  const QStringList& references(int axis) const {
    return references_[static_cast<std::size_t>(axis)];
  }
  const AxisProduct& product() const { return product_; }
  /// Index in `exclude`, from 0, of the first entry that excludes the case; -1: none.
  int excluded_by(int index) const { return excluded_by_[static_cast<std::size_t>(index)]; }
  int included() const { return included_; }
  /// `exclude[i]` as text: "link e0, workload w2".
  QString entry_text(int entry) const;

  /// Adds a reference. False if the document cannot be edited (is_editable()).
  bool add(int axis, const QString& reference, int before = -1);
  bool remove(int axis, int position);
  bool move(int axis, int from, int to);
  /// Excludes exactly these cases.
  bool set_excluded(const std::vector<bool>& excluded);
  std::vector<bool> excluded() const;

 signals:
  void axes_changed();
  /// The set of excluded cases has changed. Emitted after axes_changed() if both have changed.
  void exclusions_changed();

 private:
  void read();
  QString path(int axis) const { return "matrix." + axis_name(axis); }

  YamlDocument& document_;
  std::array<QStringList, kAxes> references_;
  std::vector<Pattern> entries_;
  AxisProduct product_;
  std::vector<int> excluded_by_;
  int included_ = 0;
};

}  // namespace seawind::gui
