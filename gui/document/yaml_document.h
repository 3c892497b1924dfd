// SPDX-License-Identifier: GPL-3.0-or-later
// A YAML file being edited. The text is the only state; the form and the text editor are views of
// it. Every change replaces one range through the undo stack, so the bytes outside the range stay
// unchanged, including comments, order and layout. An edit by path is checked before it is applied:
// the new text must contain the edited data and no other change.
//
// Paths are those of the configuration reader: "downlink.states.bad.rate_base", "flows[1].name";
// "" is the whole document. Positions are characters of text() (UTF-16).
#pragma once

#include <QtWidgets>
#include <functional>
#include <memory>
#include <optional>

#include "common/config/tree.h"
#include "gui/places.h"

namespace seawind::gui {

namespace layout {
struct Value;
}
struct Replacement;
struct SchemaNode;
class TextEdits;

class YamlDocument : public QObject {
  Q_OBJECT

 public:
  /// `places`: the location of the schema, which defines the order of keys. Without a schema, new
  /// keys go to the end of their map.
  YamlDocument(Kind kind, const Places& places, QObject* parent = nullptr);
  ~YamlDocument() override;

  Kind kind() const { return kind_; }
  const QString& file() const { return file_; }  // absolute; empty: not saved yet
  const QString& text() const { return text_; }
  QUndoStack& undo_stack() { return undo_; }
  bool is_modified() const { return !undo_.isClean(); }
  /// The root of the kind's schema; null if the schema cannot be read.
  const SchemaNode* schema_root() const;

  // --- files ---------------------------------------------------------------------------------

  /// Reads the file and clears the undo stack. If the file is unreadable or not UTF-8, sets
  /// `error`, returns false and changes nothing.
  bool load(const QString& file, QString& error);
  /// Writes a temporary file and renames it, with the permissions of the existing file. The
  /// document then has this file and is unmodified. kIfUnchanged fails if another program has
  /// changed file() since it was read or saved; ask the user before kAlways. Another existing file
  /// is replaced.
  enum class Overwrite { kIfUnchanged, kAlways };
  bool save_as(const QString& file, QString& error, Overwrite overwrite = Overwrite::kIfUnchanged);
  bool save(QString& error) { return save_as(file_, error); }
  /// Replaces the text by that of the file, as one undo step; the document is then unmodified. On
  /// failure sets `error`, returns false and changes nothing.
  bool revert(QString& error);
  /// Whether the content of file() differs from that last read or saved. Reads the file. A missing
  /// file counts as unchanged: saving creates it again. One that cannot be read counts as changed.
  bool is_changed_on_disk() const;
  /// Sets a new text and clears the undo history. `modified`: the text differs from the file (a
  /// recovered edit), so the document is not clean.
  void reset(const QString& text, const QString& file = {}, bool modified = false);

  /// Replaces `length` characters from `position`. Consecutive changes with the same non-empty
  /// `merge_key` become one undo step (typing into one field), until the next save.
  void replace(int position, int length, const QString& with, const QString& description,
               const QString& merge_key = {});

  /// Replaces the range in which the text differs from `text`.
  void set_text(const QString& text, const QString& description, const QString& merge_key = {});

  // --- by path; each edit is one undo step and replaces as little text as possible --------------

  /// The parsed document: of the current text if is_valid(), else of the last text that could be
  /// parsed. Always a map; empty for a text without values.
  const config::Node& tree() const;
  bool is_valid() const;  // whether the current text is valid YAML and a map or empty
  /// Whether edits by path are possible: is_valid(), and the text has no unsupported syntax (a key
  /// that is not a plain word).
  bool is_editable() const;
  /// The node at a path of tree(), or null.
  const config::Node* find(const QString& path) const;
  bool has(const QString& path) const { return find(path) != nullptr; }
  /// The scalar as written (without quotes), or nothing.
  std::optional<QString> scalar(const QString& path) const;
  QStringList keys(const QString& path) const;  // keys of a map in order of the text
  int size(const QString& path) const;          // number of items of a list
  /// The value as a block of YAML with indentation 0, with its comments, as set_block() accepts it.
  /// Empty if the path does not exist.
  QString block(const QString& path) const;

  /// Sets a value to `yaml` (flow style or one line of block style; `quoted()` makes a scalar
  /// safe). Creates missing maps on the path at their place in the order of the schema. An item one
  /// beyond the end of a list is appended. Returns false and changes nothing if the path crosses
  /// something that is neither map nor list, or if the document is not editable.
  /// An edit changes only the named value. If an alias (`uplink: *direction`) would change as
  /// well, or is on the path, the same step first replaces the aliases by their values.
  bool set(const QString& path, const QString& yaml, const QString& merge_key = {});
  /// Removes the key or item with its own comment lines, and each enclosing map or list that
  /// becomes empty. A map that is a choice by its presence (a discipline: `discard: {}`) becomes {}
  /// instead.
  bool remove(const QString& path);
  bool rename_key(const QString& path, const QString& new_key);
  /// Moves the item at `from` to the index `to`.
  bool move_item(const QString& list, int from, int to);
  /// Inserts a block (or one line) before the item `at`; size() appends. Creates a missing list.
  bool insert_item(const QString& list, int at, const QString& block);
  /// Sets the value to a block of YAML (several lines, indentation 0).
  bool set_block(const QString& path, const QString& block);
  /// The scalar as YAML, quoted only if necessary.
  static QString quoted(const QString& scalar);

  /// The range of the value's text in characters, for example to select it in the editor; nothing
  /// if the path does not exist. For an alias: the alias itself.
  struct Range {
    int position = 0;
    int length = 0;
  };
  std::optional<Range> range(const QString& path) const;
  /// The path of the innermost key or item at a position of the text.
  QString path_at(int position) const;

 signals:
  /// Characters [position, position + removed) were replaced by `added` characters. A slot must not
  /// change the document.
  void text_changed(int position, int removed, int added);
  /// Emitted after text_changed if the text could be parsed.
  void tree_changed();
  void modified_changed(bool modified);
  void file_changed(const QString& file);
  /// Another program changed the file (once for each change).
  void changed_on_disk();
  /// Another program removed the file (saving creates it again), or restored it unchanged.
  void gone_from_disk(bool gone);

 private:
  class Edit;
  struct Parsed;
  using MakeEdit = std::function<std::optional<Replacement>(const TextEdits&)>;
  using DataEdit = std::function<bool(config::Node&)>;

  static Parsed parse(const std::string& text);
  void apply(int position, int length, const QString& with);
  void reparse();
  bool put(const QString& path, const QString& yaml, bool block, const QString& merge_key);
  bool commit(const MakeEdit& make, const DataEdit& edit, const QString& description,
              const QString& merge_key = {});
  std::optional<std::string> checked_edit(const std::string& text, const layout::Value& layout,
                                          const MakeEdit& make, const config::Node& expected) const;
  bool write(const QString& file, const QByteArray& bytes, QString& error);
  void set_file(const QString& file);
  void accept_disk_content(const QString& file);
  void set_known_content(const QByteArray& bytes);
  void watch();
  void check_disk();

  Kind kind_;
  Places places_;
  QString file_;
  QString text_;
  bool has_mark_ = false;  // the file begins with a byte order mark
  QUndoStack undo_;
  std::unique_ptr<Parsed> parsed_;
  QFileSystemWatcher* watcher_ = nullptr;
  QByteArray saved_;     // hash of the file as read or saved last
  QByteArray notified_;  // hash of the change last notified
};

}  // namespace seawind::gui
