// SPDX-License-Identifier: GPL-3.0-or-later
// What the files say that a document extends. The rules of merging are the reader's
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

  /// Reads what has changed: another name after `extends`, or a file written since. True: other
  /// values may come out now.
  bool refresh();

  struct Found {
    const config::Node* node = nullptr;
    QString from;  // name of the file: "e0"
  };
  /// The nearest parent that says something at the path.
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
