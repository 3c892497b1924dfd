// SPDX-License-Identifier: GPL-3.0-or-later
// State shared by all fields of one form: the document, the sources of values that the document
// does not set, the write functions, and the focused field.
#pragma once

#include <QtWidgets>

#include "gui/document/checker.h"
#include "gui/document/schema.h"
#include "gui/document/undo_step.h"
#include "gui/form/inherited.h"

namespace seawind::gui {

class Cell;

/// The effective value and its source.
struct EffectiveValue {
  enum class Origin {
    kNone,           // not set anywhere
    kDefault,        // the default of the schema: `text`
    kOutsideStates,  // for a channel state: the value of the direction outside its states
    kInherited,      // an extended file: `from`
    kOwn,            // the document
  };
  Origin origin = Origin::kNone;
  const config::Node* node = nullptr;  // null for kNone and kDefault
  QString from;                        // name of the extended file, else empty
  QString text;                        // a scalar as written; a list or map in flow style

  bool is_own() const { return origin == Origin::kOwn; }
};

class FormContext : public QObject {
  Q_OBJECT

 public:
  FormContext(YamlDocument& document, Checker& checker, const SchemaNode& root, QString prefix,
              QObject* parent);

  YamlDocument& document() { return document_; }
  const YamlDocument& document() const { return document_; }
  Checker& checker() { return checker_; }
  Inherited& inherited() { return inherited_; }
  const Places& places() const { return checker_.places(); }

  void set_read_only(bool on) { read_only_ = on; }

  EffectiveValue value(const SchemaNode* node, const QString& path) const;
  /// All inputs of value() at this path and below, as one string for comparison.
  QString signature(const QString& path) const;

  /// Writes as one undo step. If the write is impossible, notifies the user and returns false. An
  /// inherited list or distribution is copied into the document before a part of it changes.
  bool write(const QString& path, const QString& yaml, bool typed = false);
  bool remove(const QString& path);
  /// Copies the inherited list or distribution that contains the path into the document, so that
  /// parts of it can be edited. Returns false if that is impossible; true as well if nothing needs
  /// to be copied.
  bool copy_inherited(const QString& path, const QString& merge_key = {});
  bool needs_copy(const QString& path) const { return !paths_to_copy(path).isEmpty(); }
  /// Runs `function`; its writes become one undo step.
  template <typename Function>
  void as_one_step(const QString& description, Function&& function) {
    if (!may_edit()) return;
    const UndoStep step(document_, description);
    function();
  }
  /// Whether edits are possible: the form is not read-only (otherwise emits edit_refused()) and the
  /// text can be parsed.
  bool may_edit();

  /// Installs an event filter: the focus of the widget emits focused() for its field, undo and redo
  /// act on the document, and the wheel scrolls the form instead of changing the value.
  void watch(QWidget* widget);

  /// Every Cell registers itself while it exists.
  void enter(Cell* cell);
  void leave(Cell* cell);
  /// The cell of the path, else of its nearest ancestor that has one; null if there is none.
  Cell* cell_near(const QString& path) const;
  Cell* cell_at(const QString& path) const;
  QList<Cell*> cells() const;

 signals:
  void focused(const QString& path);
  void edit_refused();
  /// One line for the status bar.
  void status_message(const QString& line);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  QStringList paths_to_copy(const QString& path) const;
  QString hiding_ancestor(const QString& path) const;

  YamlDocument& document_;
  Checker& checker_;
  const SchemaNode& root_;
  QString prefix_;
  Inherited inherited_;
  QHash<QString, Cell*> cells_;
  bool read_only_ = false;
  int session_ =
      0;  // incremented with each new focus: typed changes of one session merge into one undo step
};

}  // namespace seawind::gui
