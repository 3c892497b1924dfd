// SPDX-License-Identifier: GPL-3.0-or-later
// Editors of one scalar each. An empty line removes the key. Invalid values are written as well;
// the checker reports them with the messages of the command line.
#pragma once

#include <QtWidgets>

#include "gui/form/field.h"

namespace seawind::gui {

class LineField : public Field {
  Q_OBJECT

 protected:
  /// `control`: the widget that contains the line, if it is not the line itself.
  LineField(FormContext& form, const SchemaNode& node, const QString& path, QWidget* parent,
            QLineEdit* line, QWidget* control = nullptr);
  /// The user has typed a text that is not empty.
  virtual void edited(const QString& text) = 0;
  void write(const QString& yaml, bool typed = true);
  /// Shows `text` as that of the document, or as the grey placeholder if the document does not set
  /// it.
  void show_line(const QString& text, bool own);

  QLineEdit* line_;

 private:
  void left();
};

class TextField : public LineField {
  Q_OBJECT

 public:
  TextField(FormContext& form, const SchemaNode& node, const QString& path, QWidget* parent);
  void refresh() override;

 private:
  void edited(const QString& text) override { write(YamlDocument::quoted(text)); }
};

/// A number with a unit, a plain number, or a limit in bytes or packets; "off" is one of the units
/// if the schema permits it.
class QuantityField : public LineField {
  Q_OBJECT

 public:
  QuantityField(FormContext& form, const SchemaNode& node, const QString& path, QWidget* parent);
  void refresh() override;
  QLineEdit& line() { return *line_; }

 private:
  QString composed() const;
  void edited(const QString& text) override;
  void unit_chosen();
  void show_unit(const QString& unit);

  QComboBox* unit_ = nullptr;
};

class ChoiceField : public Field {
  Q_OBJECT

 public:
  ChoiceField(FormContext& form, const SchemaNode& node, const QString& path, QWidget* parent);
  void refresh() override;

 private:
  QComboBox* box_;
};

class SwitchField : public Field {
  Q_OBJECT

 public:
  SwitchField(FormContext& form, const SchemaNode& node, const QString& path, QWidget* parent);
  void refresh() override;

 private:
  QCheckBox* box_;
};

/// The name of another file: a combo box of shipped and own files that accepts any text.
class ReferenceField : public LineField {
  Q_OBJECT

 public:
  ReferenceField(FormContext& form, const SchemaNode& node, const QString& path, QWidget* parent);
  void refresh() override;

 private:
  ReferenceField(FormContext& form, const SchemaNode& node, const QString& path, QWidget* parent,
                 QComboBox* box);
  void edited(const QString& text) override { write(YamlDocument::quoted(text)); }
};

/// A list of scalars in one line: "clear, short, clear, long".
class ItemsField : public LineField {
  Q_OBJECT

 public:
  ItemsField(FormContext& form, const SchemaNode& node, const QString& path, QWidget* parent);
  void refresh() override;

 private:
  void edited(const QString& text) override;
};

}  // namespace seawind::gui
