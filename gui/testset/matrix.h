// SPDX-License-Identifier: GPL-3.0-or-later
// The matrix of a test set's document, and the edits of a matrix editor. Each edit is one undo step
// and leaves the rest of the document unchanged.
#pragma once

#include <QObject>
#include <QStringList>
#include <array>
#include <vector>

#include "gui/document/yaml_document.h"
#include "gui/testset/axis_product.h"

namespace seawind::gui {

/// "link", "router", "tcp", "workload".
QString axis_name(int axis);
Kind axis_kind(int axis);
/// Name of a reference in cases: a file's name without .yaml.
QString id_of(const QString& reference);
/// Whether it is a path rather than a name.
bool is_path(const QString& reference);

class Matrix : public QObject {
  Q_OBJECT

 public:
  explicit Matrix(YamlDocument& document, QObject* parent = nullptr);

  YamlDocument& document() { return document_; }
  /// As written, in order.
  const QStringList& references(int axis) const {
    return references_[static_cast<std::size_t>(axis)];
  }
  const AxisProduct& product() const { return product_; }
  /// Number of the first entry of `exclude` (from 0) that leaves the case out, or -1.
  int excluded_by(int index) const { return excluded_by_[static_cast<std::size_t>(index)]; }
  int included() const { return included_; }
  /// `exclude[i]` in words: "link e0, workload w2".
  QString entry_text(int entry) const;

  /// False when the document cannot be edited now (its text is no YAML).
  bool add(int axis, const QString& reference, int before = -1);
  bool remove(int axis, int position);
  bool move(int axis, int from, int to);
  /// Leaves out exactly these cases.
  bool set_excluded(const std::vector<bool>& excluded);
  std::vector<bool> excluded() const;

 signals:
  void axes_changed();
  /// Which cases are left out; after axes_changed, if that.
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
