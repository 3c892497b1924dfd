// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/app/settings_dialog.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QFontComboBox>
#include <QFormLayout>
#include <QGroupBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSettings>
#include <QSpinBox>
#include <QToolButton>
#include <QVBoxLayout>

#include "gui/app/theme.h"
#include "gui/places.h"

namespace seawind::gui {
SettingsDialog::SettingsDialog(QWidget* parent)
    : QDialog(parent),
      theme_(new QComboBox),
      font_(new QFontComboBox),
      points_(new QSpinBox),
      problem_(new QLabel) {
  setWindowTitle(tr("Settings"));
  problem_->setObjectName("problem");
  const Places now = Places::standard();
  auto* places = new QGroupBox(tr("Places"));
  auto* place_rows = new QFormLayout(places);
  place_rows->addRow(tr("&Shipped files:"),
                     make_place(configs_, tr("Shipped files"), "places/configs", now.configs));
  place_rows->addRow(tr("&Own library:"),
                     make_place(own_, tr("Own library"), "places/own", now.own));
  place_rows->addRow(tr("&Campaigns:"),
                     make_place(campaigns_, tr("Campaigns"), "places/campaigns", now.campaigns));
  // QFormLayout makes the whole row the buddy of its label; the buddy must be the line edit.
  const std::pair<QLineEdit*, int> buddies[] = {{configs_, 0}, {own_, 1}, {campaigns_, 2}};
  for (const auto& [edit, row] : buddies)
    qobject_cast<QLabel*>(place_rows->itemAt(row, QFormLayout::LabelRole)->widget())
        ->setBuddy(edit);

  theme_->addItem(tr("As the desktop"));
  theme_->addItem(tr("Light"));
  theme_->addItem(tr("Dark"));
  theme_->setCurrentIndex(static_cast<int>(stored_theme()));
  const QSettings settings;
  font_->setFontFilters(QFontComboBox::MonospacedFonts);
  font_->setCurrentFont(fixed_font());
  points_->setRange(0, 40);
  points_->setSpecialValueText(tr("as the desktop"));
  points_->setSuffix(tr(" pt"));
  points_->setValue(settings.value("appearance/fixed_points", 0).toInt());
  auto* looks = new QGroupBox(tr("Looks"));
  auto* look_rows = new QFormLayout(looks);
  look_rows->addRow(tr("&Theme:"), theme_);
  look_rows->addRow(tr("&Font of YAML, logs and command lines:"), font_);
  look_rows->addRow(tr("Its si&ze:"), points_);

  auto* remark = new QLabel(tr("Places take effect at the next start."));
  problem_->setWordWrap(true);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel);
  connect(buttons, &QDialogButtonBox::accepted, this, &SettingsDialog::accept);
  connect(buttons, &QDialogButtonBox::rejected, this, &SettingsDialog::reject);
  for (const QLineEdit* edit : {configs_, own_, campaigns_})
    connect(edit, &QLineEdit::textChanged, this, &SettingsDialog::check);
  auto* box = new QVBoxLayout(this);
  for (QWidget* part : std::initializer_list<QWidget*>{places, looks, remark, problem_})
    box->addWidget(part);
  box->addWidget(buttons);
  resize(620, sizeHint().height());
}

QWidget* SettingsDialog::make_place(QLineEdit*& edit, const QString& name, const QString& key,
                                    const QString& standard) {
  auto* row = new QWidget;
  auto* line = new QHBoxLayout(row);
  line->setContentsMargins(0, 0, 0, 0);
  edit = new QLineEdit(QSettings().value(key).toString());
  edit->setPlaceholderText(standard);
  edit->setObjectName(key);
  edit->setAccessibleName(name);
  auto* choose = new QToolButton;
  choose->setText("...");
  choose->setAccessibleName(tr("Choose: %1").arg(name));
  choose->setFocusPolicy(Qt::StrongFocus);
  connect(choose, &QToolButton::clicked, this, [this, edit, name, standard] {
    const QString chosen = QFileDialog::getExistingDirectory(
        this, name, edit->text().isEmpty() ? standard : edit->text());
    if (!chosen.isEmpty()) edit->setText(chosen);
  });
  line->addWidget(edit, 1);
  line->addWidget(choose);
  return row;
}

QString SettingsDialog::problem() const {
  const QString configs = configs_->text();
  if (!configs.isEmpty() && !QFileInfo::exists(configs + "/schema/profile.schema.json"))
    return tr("%1: not the shipped files of Seawind (there is no schema/profile.schema.json). "
              "Leave it empty to use those that were installed.")
        .arg(configs);
  for (const QLineEdit* edit : {own_, campaigns_}) {
    if (edit->text().isEmpty()) continue;
    if (!QDir::isAbsolutePath(edit->text()))
      return tr("%1: write the whole path, from /").arg(edit->text());
    const QFileInfo info(edit->text());
    if (info.exists() && (!info.isDir() || !info.isWritable()))
      return tr("%1: not a directory you can write to").arg(edit->text());
  }
  return {};
}

void SettingsDialog::check() {
  problem_->setText(problem());
}

void SettingsDialog::accept() {
  check();
  if (!problem_->text().isEmpty()) return;
  QSettings settings;
  const std::pair<const char*, QLineEdit*> places[] = {
      {"places/configs", configs_}, {"places/own", own_}, {"places/campaigns", campaigns_}};
  for (const auto& [key, edit] : places) {
    if (edit->text().isEmpty())
      settings.remove(key);
    else
      settings.setValue(key, QDir::cleanPath(edit->text()));
  }
  set_fixed_font(font_->currentFont().family(), points_->value());
  set_theme(static_cast<Theme>(theme_->currentIndex()));
  QDialog::accept();
}

}  // namespace seawind::gui
