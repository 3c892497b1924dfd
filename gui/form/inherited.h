// SPDX-License-Identifier: GPL-3.0-or-later
// The values of the files that a document extends. The rules of merging are the reader's
// (common/config/merge.h): sections and maps key by key, everything else whole.
#pragma once

#include <QDateTime>
#include <vector>

#include "common/config/tree.h"
#include "gui/document/yaml_document.h"

namespace seawind::gui {

class Inherited {
 public:
  Inherited(const YamlDocument& document, Places places);

  /// Reads changes: another name in `extends`, or a file written since. Returns true if inherited
  /// values may have changed.
  bool refresh();

  struct Found {
    const config::Node* node = nullptr;
    QString from;  // name of the file: "e0"
  };
  /// The value at the path in the nearest parent that has one.
  Found find(const QString& path) const;
  /// Keys of a map in all the parents.
  QStringList keys(const QString& path) const;

 private:
  struct Parent {
    QString name;
    QString file;
    QDateTime changed;
    config::Node tree;
  };
  QString locate(const QString& reference, const QString& from) const;

  const YamlDocument& document_;
  Places places_;
  std::vector<Parent> parents_;
};

}  // namespace seawind::gui
