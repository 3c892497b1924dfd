// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/plot/save_picture.h"

#include <QDialogButtonBox>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSettings>
#include <QStandardPaths>

namespace seawind::gui {
namespace {

constexpr const char* kFolderKey = "plot/save_folder";

QSpinBox* pixels(int value, const QString& name) {
  auto* box = new QSpinBox;
  box->setRange(100, 10'000);
  box->setValue(value);
  box->setSuffix(QObject::tr(" px"));
  box->setAccessibleName(name);
  return box;
}

}  // namespace

SavePictureDialog::SavePictureDialog(const QSize& size, QWidget* parent)
    : QDialog(parent),
      file_(new QLineEdit),
      width_(pixels(size.width(), tr("Width"))),
      height_(pixels(size.height(), tr("Height"))) {
  setWindowTitle(tr("Save picture"));
  const QString folder =
      QSettings()
          .value(kFolderKey, QStandardPaths::writableLocation(QStandardPaths::PicturesLocation))
          .toString();
  file_->setText(QDir(folder).filePath(tr("plot.svg")));
  file_->setMinimumWidth(360);
  file_->setAccessibleName(tr("File"));
  auto* form = new QFormLayout(this);
  auto* line = new QHBoxLayout;
  auto* choose = new QPushButton(tr("&Browse…"));
  choose->setAutoDefault(false);
  line->addWidget(file_);
  line->addWidget(choose);
  auto* label = new QLabel(tr("&File (.svg, .pdf, .png)"));
  label->setBuddy(file_);
  form->addRow(label, line);
  form->addRow(tr("&Width"), width_);
  form->addRow(tr("&Height"), height_);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Save | QDialogButtonBox::Cancel);
  form->addRow(buttons);
  connect(choose, &QPushButton::clicked, this, &SavePictureDialog::browse);
  connect(buttons, &QDialogButtonBox::accepted, this, [this] {
    QSettings().setValue(kFolderKey, QFileInfo(file()).absolutePath());
    accept();
  });
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
}

QString SavePictureDialog::file() const {
  const QString text = file_->text().trimmed();
  return QFileInfo(text).suffix().isEmpty() ? text + ".svg" : text;
}

void SavePictureDialog::browse() {
  const QString chosen =
      QFileDialog::getSaveFileName(this, windowTitle(), file(), tr("Pictures (*.svg *.pdf *.png)"));
  if (!chosen.isEmpty()) file_->setText(chosen);
}

}  // namespace seawind::gui
