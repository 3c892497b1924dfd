// SPDX-License-Identifier: GPL-3.0-or-later
// A fixture with documents and folders; PATH has the programs of the build.
#pragma once

#include <gmock/gmock.h>

#include <QSignalSpy>
#include <QTest>
#include <QtWidgets>

#include "gui/document/yaml_document.h"
#include "gui/places.h"

namespace seawind::gui {

inline QString read_file(const QString& name) {
  QFile file(name);
  EXPECT_TRUE(file.open(QIODevice::ReadOnly)) << name.toStdString();
  return QString::fromUtf8(file.readAll());
}

class PreviewTest : public testing::Test {
 protected:
  PreviewTest() {
    places.configs = SEAWIND_SOURCE_DIR "/configs";
    places.own = own.path();
    places.campaigns = own.path();
    set_programs(SEAWIND_BINARY_DIR "/bin");
  }
  ~PreviewTest() override { qputenv("PATH", path_before_); }

  void set_programs(const QString& folder) {
    qputenv("PATH", folder.toUtf8() + ':' + path_before_);
  }

  QString shipped(Kind kind, const QString& name) const {
    return places.shipped_folder(kind) + '/' + name + ".yaml";
  }
  std::unique_ptr<YamlDocument> load(Kind kind, const QString& name) const {
    auto document = std::make_unique<YamlDocument>(kind, places);
    QString error;
    EXPECT_TRUE(document->load(shipped(kind, name), error)) << error.toStdString();
    return document;
  }
  QStringList all_shipped(Kind kind) const {
    QStringList names;
    for (const QString& file : QDir(places.shipped_folder(kind)).entryList({"*.yaml"}))
      names << file.chopped(5);
    return names;
  }

  QTemporaryDir own;
  Places places;

 private:
  QByteArray path_before_ = qgetenv("PATH");
};

inline QPalette dark_palette() {
  QPalette dark;
  dark.setColor(QPalette::Window, "#2b2d30");
  dark.setColor(QPalette::WindowText, "#dfe1e5");
  dark.setColor(QPalette::Base, "#1e1f22");
  dark.setColor(QPalette::AlternateBase, "#26282b");
  dark.setColor(QPalette::Text, "#dfe1e5");
  dark.setColor(QPalette::Button, "#3c3f41");
  dark.setColor(QPalette::ButtonText, "#dfe1e5");
  dark.setColor(QPalette::PlaceholderText, "#8a8f98");
  dark.setColor(QPalette::Highlight, "#3b82c4");
  dark.setColor(QPalette::HighlightedText, "#ffffff");
  return dark;
}

/// The number of colours in a picture of the widget. If $SEAWIND_SHOTS is set, the picture is saved
/// in that folder.
inline qsizetype colours_of(QWidget& widget, const QString& name) {
  QCoreApplication::processEvents();  // plots follow the palette when their events are processed
  const QImage image = widget.grab().toImage();
  if (const QString folder = qEnvironmentVariable("SEAWIND_SHOTS"); !folder.isEmpty())
    image.save(folder + '/' + name + ".png");
  QSet<QRgb> colours;
  for (int y = 0; y < image.height(); y += 2) {
    for (int x = 0; x < image.width(); x += 2) colours << image.pixel(x, y);
  }
  return colours.size();
}

}  // namespace seawind::gui
