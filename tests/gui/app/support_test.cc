// SPDX-License-Identifier: GPL-3.0-or-later
// Small parts of the application: kinds of files, targets, appearance, settings, reference.
#include <gtest/gtest.h>

#include "gui/app/application.h"
#include "gui/app/icon.h"
#include "gui/app/reference_view.h"
#include "gui/app/settings_dialog.h"
#include "gui/app/target.h"
#include "gui/app/theme.h"
#include "gui/document/kind_of_file.h"
#include "gui/form/yaml_editor.h"
#include "gui/places.h"

namespace seawind::gui {
namespace {

QString make_file(const QString& file, const QByteArray& bytes) {
  QFile out(file);
  EXPECT_TRUE(out.open(QIODevice::WriteOnly));
  out.write(bytes);
  return file;
}

const Places kPlaces{SEAWIND_SOURCE_DIR "/configs", "/nowhere", "/nowhere"};

TEST(KindOfFile, EveryShippedFileByItsLineAndByItsKeys) {
  const QTemporaryDir folder;
  int seen = 0;
  for (const Kind kind : kKinds) {
    const QDir shipped(QString(SEAWIND_SOURCE_DIR "/configs/") + folder_of(kind));
    for (const QString& name : shipped.entryList({"*.yaml"})) {
      EXPECT_EQ(kind_of_file(shipped.filePath(name), kPlaces), kind) << name.toStdString();
      QFile file(shipped.filePath(name));
      ASSERT_TRUE(file.open(QIODevice::ReadOnly));
      QByteArray text = file.readAll();
      if (text.contains("\nextends:") && !text.contains("\nflows:"))
        continue;  // the keys are in the extended file
      text.replace("$schema", "");
      EXPECT_EQ(kind_of_file(make_file(folder.filePath("x.yaml"), text), kPlaces), kind)
          << name.toStdString();
      ++seen;
    }
  }
  EXPECT_GT(seen, 60);
  EXPECT_EQ(kind_of_file(make_file(folder.filePath("x.yaml"), "a: 1\n"), kPlaces), std::nullopt);
  EXPECT_EQ(kind_of_file(folder.filePath("none.yaml"), kPlaces), std::nullopt);
  ASSERT_TRUE(QDir(folder.path()).mkpath("profiles/study/routers/own"));
  EXPECT_EQ(kind_of_file(make_file(folder.filePath("profiles/study/routers/own/x.yaml"), "a: 1\n"),
                         kPlaces),
            Kind::kRouter);  // the nearest folder decides
}

TEST(TargetTest, FilesCampaignsAndWhatIsNeither) {
  const QTemporaryDir folder;
  const QString yaml = make_file(folder.filePath("x.yaml"), "a: 1\n");
  EXPECT_EQ(target_of(yaml).what, "file");
  EXPECT_EQ(target_of(yaml).argument, yaml);
  QDir().mkpath(folder.filePath("campaign"));
  make_file(folder.filePath("campaign/campaign.db"), "no database");
  // The results page reports the error of a store that cannot be read.
  EXPECT_EQ(target_of(folder.filePath("campaign")).what, "results");
  make_file(folder.filePath("campaign/resolved.json"), "{}");
  EXPECT_EQ(target_of(folder.filePath("campaign/resolved.json")).argument,
            folder.filePath("campaign"));
  for (const QString& wrong :
       {folder.filePath("none"), folder.path(), make_file(folder.filePath("x.txt"), "")}) {
    const Target target = target_of(wrong);
    EXPECT_TRUE(target.what.isEmpty());
    EXPECT_TRUE(target.error.startsWith(wrong)) << target.error.toStdString();
  }
}

TEST(ThemeTest, DarkIsDarkLightIsLightAndIconsFollow) {
  load_resources();
  const auto darkest = [] {
    const QImage image = icon("run").pixmap(32, 32).toImage();
    int least = 255;
    for (int y = 0; y < image.height(); ++y)
      for (int x = 0; x < image.width(); ++x)
        if (image.pixelColor(x, y).alpha() > 200)
          least = std::min(least, image.pixelColor(x, y).lightness());
    return least;
  };
  set_theme(Theme::kDark);
  EXPECT_EQ(stored_theme(), Theme::kDark);
  EXPECT_LT(QApplication::palette().color(QPalette::Base).lightness(), 60);
  EXPECT_GT(QApplication::palette().color(QPalette::Text).lightness(), 200);
  EXPECT_GT(darkest(), 150);
  set_theme(Theme::kLight);
  EXPECT_GT(QApplication::palette().color(QPalette::Base).lightness(), 200);
  EXPECT_LT(darkest(), 100);
  set_theme(Theme::kSystem);
}

TEST(ThemeTest, TextGrowsWithinBounds) {
  set_zoom(0);
  const qreal usual = QApplication::font().pointSizeF();
  const qreal usual_fixed = fixed_font().pointSizeF();
  set_zoom(5);
  EXPECT_NEAR(QApplication::font().pointSizeF(), 1.5 * usual, 0.01);
  EXPECT_NEAR(fixed_font().pointSizeF(), 1.5 * usual_fixed, 0.01);
  set_zoom(100);
  EXPECT_EQ(stored_zoom(), kMaxZoom);
  set_zoom(0);
  EXPECT_NEAR(QApplication::font().pointSizeF(), usual, 0.01);
}

TEST(ThemeTest, OpenTextsHaveTheNewFontAtOnce) {
  QSettings().clear();
  YamlDocument document(Kind::kProfile, kPlaces);
  Checker checker(document, kPlaces);
  const YamlEditor editor(document, checker);
  const qreal usual = editor.font().pointSizeF();
  set_zoom(5);
  EXPECT_NEAR(editor.font().pointSizeF(), 1.5 * usual, 0.01);
  set_zoom(0);
  EXPECT_NEAR(editor.font().pointSizeF(), usual, 0.01);
  set_fixed_font({}, 23);
  EXPECT_NEAR(editor.font().pointSizeF(), 23, 0.01);
  set_fixed_font({}, 0);
  EXPECT_NEAR(editor.font().pointSizeF(), usual, 0.01);
  QSettings().clear();
}

TEST(SettingsDialogTest, StoresAFontOnlyIfItIsChosen) {
  QSettings().clear();
  const auto accept = [](const std::function<void(SettingsDialog&)>& change) {
    SettingsDialog dialog;
    change(dialog);
    dialog.accept();
    return QSettings().value("appearance/fixed_font").toString();
  };
  const auto as_desktop = [](const SettingsDialog& dialog) {
    return dialog.findChild<QCheckBox*>("appearance/fixed_font");
  };
  EXPECT_EQ(accept([](SettingsDialog&) {}), "");
  const QString chosen = accept([&](SettingsDialog& dialog) {
    ASSERT_NE(as_desktop(dialog), nullptr);
    EXPECT_TRUE(as_desktop(dialog)->isChecked());
    as_desktop(dialog)->setChecked(false);
  });
  EXPECT_NE(chosen, "");
  EXPECT_EQ(accept([](SettingsDialog&) {}), chosen);
  EXPECT_EQ(accept([&](SettingsDialog& dialog) { as_desktop(dialog)->setChecked(true); }), "");
  QSettings().clear();
}

TEST(SettingsDialogTest, KeepsValidValuesAndNamesInvalidOnes) {
  QSettings().clear();
  const QTemporaryDir folder;
  SettingsDialog dialog;
  const auto edits = dialog.findChildren<QLineEdit*>(QRegularExpression("^place"));
  ASSERT_EQ(edits.size(), 3);
  const auto problem = [&] { return dialog.findChild<QLabel*>("problem")->text(); };
  edits[0]->setText(folder.path());
  EXPECT_TRUE(problem().contains("not the shipped files")) << problem().toStdString();
  dialog.accept();
  EXPECT_FALSE(QSettings().contains("places/configs"));
  edits[0]->clear();
  edits[1]->setText("relative");
  EXPECT_TRUE(problem().contains("whole path"));
  edits[1]->clear();
  edits[2]->setText(folder.filePath("new/"));
  EXPECT_EQ(problem(), "");
  dialog.accept();
  EXPECT_EQ(Places::standard().campaigns, folder.filePath("new"));
  QSettings().clear();
}

TEST(ReferenceViewTest, EveryPageOfTheReferenceCanBeRead) {
  load_resources();
  const QDir folder(SEAWIND_SOURCE_DIR "/docs/reference");
  EXPECT_EQ(ReferenceView::pages().size(), folder.entryList({"*.md"}).size());
  ReferenceView view;
  auto* text = view.findChild<QTextBrowser*>();
  for (const QString& page : ReferenceView::pages()) {
    view.show_page(page);
    EXPECT_GT(text->toPlainText().size(), 500) << page.toStdString();
  }
  view.show_page("router.md");
  const QString router = text->toPlainText();
  view.show_page("nothing");
  EXPECT_EQ(text->toPlainText(), router);
}

}  // namespace
}  // namespace seawind::gui
