// SPDX-License-Identifier: GPL-3.0-or-later
// The values of the files that a document extends. They are merged as the configuration reader does
// it (common/config/merge.h): sections and maps key by key, other values as a whole.
#pragma once

#include <QDateTime>
#include <vector>

#include "common/config/tree.h"
#include "gui/document/yaml_document.h"

namespace seawind::gui {

class Inherited {
 public:
  Inherited(const YamlDocument& document, Places places);

  /// Reads the extended files again if `extends` names another file or a file was written. Returns
  /// true if inherited values may have changed.
  bool refresh();

  struct Found {
    const config::Node* node = nullptr;
    QString from;  // name of the file without folder and suffix: "e0"
  };
  /// The value at the path in the nearest parent that sets it.
  Found find(const QString& path) const;
  /// The keys of a map in all parents.
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
