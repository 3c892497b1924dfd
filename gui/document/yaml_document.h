// SPDX-License-Identifier: GPL-3.0-or-later
// A YAML file being edited. The text is the only truth; the form and the text editor are views of
// it. Every change is the replacement of one range and goes through the undo stack, so comments,
// order and layout of everything else stay as they are, byte by byte.
//
// Paths are those of the configuration reader: "downlink.states.bad.rate_base", "flows[1].name";
// "" is the whole document.
#pragma once

#include <QObject>
#include <QString>
#include <QStringList>
#include <QUndoStack>
#include <memory>
#include <optional>

#include "common/config/tree.h"
#include "gui/places.h"

namespace seawind::gui {

class YamlDocument : public QObject {
  Q_OBJECT

 public:
  explicit YamlDocument(Kind kind, QObject* parent = nullptr);
  ~YamlDocument() override;

  Kind kind() const { return kind_; }
  const QString& file() const { return file_; }  // empty: not saved yet
  const QString& text() const { return text_; }
  QUndoStack& undo_stack() { return undo_; }
  bool is_modified() const { return !undo_.isClean(); }

  /// Reads the file; false and `error` when it cannot, and nothing changes.
  bool load(const QString& file, QString& error);
  /// Writes beside and renames; then the document is clean and has this file.
  bool save_as(const QString& file, QString& error);
  /// A new text without a past.
  void reset(const QString& text, const QString& file = {});

  /// Replaces `length` characters from `position`. `merge_key`: consecutive changes with the same
  /// non-empty key become one step of undo (typing into one field).
  void replace(int position, int length, const QString& with, const QString& description,
               const QString& merge_key = {});

  // --- by path; all are one step of undo and change as little text as possible -----------------

  /// The document as last understood (of the current text if is_whole(), else of the last text that
  /// could be read).
  const config::Node& tree() const;
  bool is_whole() const;  // whether the current text is YAML at all
  const config::Node* find(const QString& path) const;
  bool has(const QString& path) const { return find(path) != nullptr; }
  /// The scalar as written (without quotes), or nothing.
  std::optional<QString> scalar(const QString& path) const;
  QStringList keys(const QString& path) const;  // of a map, in order
  int size(const QString& path) const;          // of a list

  /// Sets a value to `yaml` (flow style or one line of block style; `quoted()` makes a scalar
  /// safe). Makes missing maps on the way, in the place the schema's order gives them. A list item
  /// one beyond the end is appended. False when the path meets something that is no map or list, or
  /// the text is not whole; then nothing changes.
  bool set(const QString& path, const QString& yaml, const QString& merge_key = {});
  /// Removes the key or item with its own comment lines; a map or list left empty goes as well.
  bool remove(const QString& path);
  bool rename_key(const QString& path, const QString& new_key);
  bool move_item(const QString& list, int from, int to);
  /// A block of YAML (several lines, indentation 0) becomes the value.
  bool set_block(const QString& path, const QString& block);
  static QString quoted(const QString& scalar);

  /// Range of the value's text (characters), e.g. to select it in the editor; nothing: not there.
  struct Range {
    int position = 0;
    int length = 0;
  };
  std::optional<Range> range(const QString& path) const;
  /// The path at a position in the text: that of the innermost key or item.
  QString path_at(int position) const;

 signals:
  /// Characters [position, position + removed) became `added` characters; by whomever.
  void text_changed(int position, int removed, int added);
  /// After text_changed, when the text could be read.
  void tree_changed();
  void modified_changed(bool modified);
  void file_changed(const QString& file);

 private:
  class Edit;
  void apply(int position, int length, const QString& with);

  Kind kind_;
  QString file_;
  QString text_;
  QUndoStack undo_;
  struct Parsed;
  std::unique_ptr<Parsed> parsed_;
};

}  // namespace seawind::gui
