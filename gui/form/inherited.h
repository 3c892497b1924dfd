// SPDX-License-Identifier: GPL-3.0-or-later
// The values of the files that a document extends, merged by the configuration reader.
#pragma once

#include <QtWidgets>
#include <optional>

#include "gui/document/yaml_document.h"

namespace seawind::gui {

class Inherited {
 public:
  Inherited(const YamlDocument& document, Places places);

  /// Reads the extended files again if `extends` names another file, if a file has another time of
  /// change, or if `anyway` is set (two changes within a few milliseconds can have the same time).
  void refresh(bool anyway = false);

  struct Found {
    const config::Node* node = nullptr;
    QString from;  // name of the file without folder and suffix: "e0"
  };
  /// The inherited value at the path.
  Found find(const QString& path) const;
  /// The keys of an inherited map.
  QStringList keys(const QString& path) const;

 private:
  bool is_current(const QString& reference, const QString& path) const;

  const YamlDocument& document_;
  Places places_;
  QString reference_;  // of tree_
  QString path_;       // of the document when tree_ was read
  std::optional<config::Node> tree_;
  QHash<QString, QDateTime> files_;  // of tree_, with their times of change
};

}  // namespace seawind::gui
