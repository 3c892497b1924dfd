// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/app/settings_dialog.h"

#include "gui/app/theme.h"
#include "gui/layouts.h"
#include "gui/places.h"

namespace seawind::gui {

SettingsDialog::SettingsDialog(QWidget* parent)
    : QDialog(parent),
      theme_(new QComboBox),
      desktop_font_(new QCheckBox(tr("As the &desktop"))),
      font_(new QFontComboBox),
      points_(new QSpinBox),
      problem_(new Note) {
  setWindowTitle(tr("Settings"));
  problem_->setObjectName("problem");
  const Places now = Places::standard();
  auto* places = new QGroupBox(tr("Places"));
  auto* place_rows = new QFormLayout(places);
  configs_ = add_place(*place_rows, tr("&Shipped files:"), "places/configs", now.configs);
  own_ = add_place(*place_rows, tr("&Own library:"), "places/own", now.own);
  campaigns_ = add_place(*place_rows, tr("&Campaigns:"), "places/campaigns", now.campaigns);

  theme_->addItem(tr("As the desktop"));
  theme_->addItem(tr("Light"));
  theme_->addItem(tr("Dark"));
  theme_->setCurrentIndex(static_cast<int>(stored_theme()));
  const QSettings settings;
  font_->setFontFilters(QFontComboBox::MonospacedFonts);
  font_->setCurrentFont(fixed_font());
  desktop_font_->setObjectName("appearance/fixed_font");
  connect(desktop_font_, &QCheckBox::toggled, font_, &QWidget::setDisabled);
  desktop_font_->setChecked(settings.value("appearance/fixed_font").toString().isEmpty());
  points_->setRange(0, 40);
  points_->setSpecialValueText(tr("as the desktop"));
  points_->setSuffix(tr(" pt"));
  points_->setValue(settings.value("appearance/fixed_points", 0).toInt());
  auto* looks = new QGroupBox(tr("Looks"));
  auto* look_rows = new QFormLayout(looks);
  look_rows->addRow(tr("&Theme:"), theme_);
  look_rows->addRow(label_of(font_, tr("&Font of YAML, logs and command lines:")),
                    make_row({{font_, 1}, desktop_font_}));
  look_rows->addRow(tr("Its si&ze:"), points_);

  auto* remark = new QLabel(tr("Places take effect at the next start."));
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel);
  connect(buttons, &QDialogButtonBox::accepted, this, &SettingsDialog::accept);
  connect(buttons, &QDialogButtonBox::rejected, this, &SettingsDialog::reject);
  for (const QLineEdit* edit : {configs_, own_, campaigns_})
    connect(edit, &QLineEdit::textChanged, this, &SettingsDialog::check);
  add_items(new QVBoxLayout(this), {places, looks, remark, problem_, buttons});
  resize(620, sizeHint().height());
}

QLineEdit* SettingsDialog::add_place(QFormLayout& form, const QString& label, const QString& key,
                                     const QString& standard) {
  const QString name = QString(label).remove('&').chopped(1);
  auto* edit = new QLineEdit(QSettings().value(key).toString());
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
  form.addRow(label_of(edit, label), make_row({{edit, 1}, choose}));
  return edit;
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
  problem_->show_text(problem());
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
  set_fixed_font(desktop_font_->isChecked() ? QString() : font_->currentFont().family(),
                 points_->value());
  set_theme(static_cast<Theme>(theme_->currentIndex()));
  QDialog::accept();
}

}  // namespace seawind::gui
