// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/app/theme.h"

#include <algorithm>
#include <array>
#include <utility>

namespace seawind::gui {
namespace {

constexpr std::array<std::pair<Theme, const char*>, 3> kThemeNames{
    {{Theme::kSystem, "system"}, {Theme::kLight, "light"}, {Theme::kDark, "dark"}}};

struct Inks {
  const char* window;
  const char* base;
  const char* alternate;
  const char* text;
  const char* faint;
  const char* button;
  const char* highlight;
  const char* link;
};
constexpr Inks kLightInks{"#f3f4f6", "#ffffff", "#f0f3f7", "#1c2126",
                          "#7c848d", "#e9ecef", "#2f6fb0", "#1f5f9f"};
constexpr Inks kDarkInks{"#262a2f", "#1b1e22", "#22262b", "#e6e9ec",
                         "#868e97", "#333940", "#3d7ebf", "#7db7ee"};

/// Fusion draws the outline of a check box darker than the window, which is invisible on a dark
/// palette. This style draws it in a visible colour.
class Style : public QProxyStyle {
 public:
  Style() : QProxyStyle("Fusion") {}
  void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                     const QWidget* widget) const override {
    QProxyStyle::drawPrimitive(element, option, painter, widget);
    if (element != PE_IndicatorCheckBox && element != PE_IndicatorRadioButton) return;
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing, element == PE_IndicatorRadioButton);
    painter->setPen(option->palette.color(QPalette::PlaceholderText));
    painter->setBrush(Qt::NoBrush);
    const QRect around = option->rect.adjusted(0, 0, -1, -1);
    if (element == PE_IndicatorCheckBox)
      painter->drawRect(around);
    else
      painter->drawEllipse(around);
    painter->restore();
  }
};

QPalette palette_of(const Inks& inks) {
  QPalette palette{QColor(inks.button), QColor(inks.window)};
  const QColor text(inks.text);
  const QColor faint(inks.faint);
  for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText,
                          QPalette::ToolTipText, QPalette::BrightText}) {
    palette.setColor(role, text);
    palette.setColor(QPalette::Disabled, role, faint);
  }
  palette.setColor(QPalette::Base, QColor(inks.base));
  palette.setColor(QPalette::AlternateBase, QColor(inks.alternate));
  palette.setColor(QPalette::ToolTipBase, QColor(inks.alternate));
  palette.setColor(QPalette::PlaceholderText, faint);
  palette.setColor(QPalette::Highlight, QColor(inks.highlight));
  palette.setColor(QPalette::Disabled, QPalette::Highlight, QColor(inks.button));
  palette.setColor(QPalette::HighlightedText, Qt::white);
  palette.setColor(QPalette::Disabled, QPalette::HighlightedText, faint);
  palette.setColor(QPalette::Link, QColor(inks.link));
  palette.setColor(QPalette::LinkVisited, QColor(inks.link));
  return palette;
}

/// The font of the desktop, read before the first change of the application's font.
const QFont& desktop_font() {
  static const QFont font = QApplication::font();
  return font;
}

void apply_theme() {
  switch (stored_theme()) {
    case Theme::kLight:
      return QApplication::setPalette(palette_of(kLightInks));
    case Theme::kDark:
      return QApplication::setPalette(palette_of(kDarkInks));
    case Theme::kSystem:
      return QApplication::setPalette(QPalette());
  }
}

void apply_fonts() {
  QFont font = desktop_font();
  font.setPointSizeF(zoomed(font.pointSizeF()));
  QApplication::setFont(font);
}

}  // namespace

Theme stored_theme() {
  const QString name = QSettings().value("appearance/theme").toString();
  for (const auto& [theme, text] : kThemeNames)
    if (name == text) return theme;
  return Theme::kSystem;
}

void set_theme(Theme theme) {
  for (const auto& [known, text] : kThemeNames)
    if (known == theme) QSettings().setValue("appearance/theme", QString(text));
  apply_theme();
}

void set_zoom(int steps) {
  QSettings().setValue("appearance/zoom", std::clamp(steps, kMinZoom, kMaxZoom));
  apply_fonts();
  emit FixedFont::shared().changed();
}

void set_fixed_font(const QString& family, int points) {
  QSettings settings;
  settings.setValue("appearance/fixed_font", family);
  settings.setValue("appearance/fixed_points", points);
  emit FixedFont::shared().changed();
}

void apply_appearance() {
  desktop_font();
  QApplication::setStyle(new Style);
  apply_theme();
  apply_fonts();
}

}  // namespace seawind::gui
