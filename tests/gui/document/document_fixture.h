// SPDX-License-Identifier: GPL-3.0-or-later
// The shipped files, and documents with the schema of the source tree.
#pragma once

#include <QtWidgets>
#include <ostream>
#include <vector>

#include "gui/document/yaml_document.h"

inline void PrintTo(const QString& text, std::ostream* out) {
  *out << '"' << text.toStdString() << '"';
}

namespace seawind::gui::test {

inline Places source_places(const QString& own = "/nonexistent/own") {
  return {QStringLiteral(SEAWIND_SOURCE_DIR "/configs"), own, "/nonexistent/campaigns"};
}

inline QByteArray bytes_of(const QString& file) {
  QFile in(file);
  return in.open(QIODevice::ReadOnly) ? in.readAll() : QByteArray();
}

inline void write_file(const QString& file, const QByteArray& bytes) {
  QDir().mkpath(QFileInfo(file).path());
  QFile out(file);
  if (!out.open(QIODevice::WriteOnly) || out.write(bytes) != bytes.size()) {
    qFatal("cannot write a file of the test");
  }
}

struct Shipped {
  Kind kind;
  QString file;
};

inline std::vector<Shipped> all_shipped() {
  std::vector<Shipped> all;
  for (const Kind kind : kKinds) {
    QDirIterator it(source_places().shipped_folder(kind), {"*.yaml"}, QDir::Files,
                    QDirIterator::Subdirectories);
    while (it.hasNext()) {
      const QString file = it.next();
      // Published results, not a test set.
      if (!file.endsWith("/reference.yaml")) all.push_back({kind, file});
    }
  }
  std::sort(all.begin(), all.end(),
            [](const Shipped& a, const Shipped& b) { return a.file < b.file; });
  return all;
}

}  // namespace seawind::gui::test
