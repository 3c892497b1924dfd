// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the table row of a key and the paragraphs that mention it in a reference page
// (docs/reference). The page is Markdown; seawind-schema writes its tables, whose headings name the
// paths they describe.
#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>
#include <map>
#include <mutex>
#include <utility>

#include "gui/document/schema.h"

namespace seawind::gui {
namespace {

constexpr const char* kInstalled = "/usr/share/doc/seawind/reference";
constexpr const char* kAlsoInstalled = "/usr/local/share/doc/seawind/reference";
constexpr const char* kInTheProgram = ":/reference";
constexpr int kMaxParagraphs = 4;

QString page_of(Kind kind) {
  return kind == Kind::kProfile ? "link.md" : schema_of(kind) + ".md";
}

struct Table {
  QStringList paths;  // the paths it describes: "root.priority.classes[].discipline"; "": the root
  QStringList columns;
  QStringList keys;
  std::map<QString, QStringList> rows;  // key to cells
};

struct ReferencePage {
  std::vector<Table> tables;
  QStringList paragraphs;  // list items are paragraphs of their own
};

QStringList cells_of(const QString& row) {
  static const QRegularExpression kBar(R"((?<!\\)\|)");
  QStringList cells = row.split(kBar);
  if (!cells.isEmpty()) cells.removeFirst();
  if (!cells.isEmpty()) cells.removeLast();
  for (QString& cell : cells) cell = cell.trimmed().replace("\\|", "|");
  return cells;
}

QStringList codes_of(const QString& text) {
  static const QRegularExpression kCode("`([^`]+)`");
  QStringList all;
  for (auto it = kCode.globalMatch(text); it.hasNext();) all.push_back(it.next().captured(1));
  return all;
}

class PageReader {
 public:
  ReferencePage read(const QString& text) {
    for (const QString& line : text.split('\n')) take(line);
    end_paragraph();
    return std::move(page_);
  }

 private:
  void take(const QString& line) {
    if (line.startsWith("```")) in_code_ = !in_code_;
    if (line.startsWith("<!-- keys:begin")) in_tables_ = true;
    if (in_tables_) return take_in_tables(line);
    const bool item = line.startsWith("- ");
    if (in_code_ || line.startsWith("```") || line.startsWith('#') || line.startsWith('|')) {
      return end_paragraph();
    }
    if (line.trimmed().isEmpty() || item) end_paragraph();
    paragraph_ += (paragraph_.isEmpty() ? "" : " ") + line.mid(item ? 2 : 0).trimmed();
  }

  void take_in_tables(const QString& line) {
    if (line.startsWith("### ")) {
      page_.tables.emplace_back();
      page_.tables.back().paths = codes_of(line);
      if (page_.tables.back().paths.isEmpty()) page_.tables.back().paths.push_back("");
    } else if (line.startsWith("| ") && !page_.tables.empty()) {
      Table& table = page_.tables.back();
      const QStringList cells = cells_of(line);
      if (table.columns.isEmpty()) {
        table.columns = cells;
      } else if (const QStringList key = codes_of(cells.value(0)); !key.isEmpty()) {
        table.keys.push_back(key[0]);
        table.rows[key[0]] = cells;
      }
    }
  }

  void end_paragraph() {
    if (!paragraph_.isEmpty()) page_.paragraphs.push_back(paragraph_);
    paragraph_.clear();
  }

  ReferencePage page_;
  QString paragraph_;
  bool in_code_ = false;
  bool in_tables_ = false;
};

const ReferencePage* page_at(const QString& file) {
  static std::mutex mutex;
  static std::map<QString, ReferencePage> all;
  const std::scoped_lock lock(mutex);
  if (const auto found = all.find(file); found != all.end()) return &found->second;
  QFile in(file);
  if (!in.open(QIODevice::ReadOnly)) return nullptr;
  return &all.emplace(file, PageReader().read(QString::fromUtf8(in.readAll()))).first->second;
}

/// Converts `code`, **bold** and <br> to rich text.
QString rich(const QString& markdown) {
  static const QRegularExpression kCode("`([^`]+)`");
  static const QRegularExpression kBold(R"(\*\*([^*]+)\*\*)");
  QString html = markdown.toHtmlEscaped();
  html.replace("&lt;br&gt;", "<br>");
  html.replace(kCode, "<code>\\1</code>");
  html.replace(kBold, "<b>\\1</b>");
  return html;
}

const Table* table_of(const ReferencePage& page, const QString& path) {
  for (const Table& table : page.tables) {
    if (table.paths.contains(path)) return &table;
  }
  return nullptr;
}

struct Row {
  const Table* table = nullptr;
  QString key;
};

// The row of the innermost part of the path that has one. The walk follows the tables, because a
// recursive section has a single table, under the shortest of its paths.
Row row_of(const ReferencePage& page, const QString& path) {
  static const QRegularExpression kIndex(R"(\[\d+\])");
  Row found;
  const Table* table = table_of(page, "");
  bool is_state = false;  // the next part is the name of a state
  for (const QString& part : QString(path).replace(kIndex, "[]").split('.')) {
    if (std::exchange(is_state, false)) continue;
    const QString key = QString(part).remove("[]");
    if (table == nullptr || table->rows.count(key) == 0) break;
    found = {table, key};
    if (table->rows.at(key).value(1) == "map: state -> keys") {
      is_state = true;  // the keys of a state are in the same table
      continue;
    }
    const QString prefix = table->paths[0].isEmpty() ? QString() : table->paths[0] + '.';
    table = table_of(page, prefix + part);
    // A path can name a list without brackets: the row of the list itself.
    if (table == nullptr) table = table_of(page, prefix + key + "[]");
  }
  return found;
}

QString title_of(const QString& column) {
  static const std::map<QString, const char*> kTitles{
      {"unit", QT_TRANSLATE_NOOP("ReferenceHelp", "Unit")},
      {"range", QT_TRANSLATE_NOOP("ReferenceHelp", "Range")},
      {"default", QT_TRANSLATE_NOOP("ReferenceHelp", "Default")},
      {"per state", QT_TRANSLATE_NOOP("ReferenceHelp", "Per channel state")},
      {"source", QT_TRANSLATE_NOOP("ReferenceHelp", "Source")},
      {"example", QT_TRANSLATE_NOOP("ReferenceHelp", "Example")}};
  const auto found = kTitles.find(column);
  return found == kTitles.end() ? QString()
                                : QCoreApplication::translate("ReferenceHelp", found->second);
}

QString row_html(const Row& row) {
  const QStringList& cells = row.table->rows.at(row.key);
  QString facts;
  QString meaning;
  for (qsizetype i = 1; i < cells.size(); ++i) {
    const QString& column = row.table->columns.value(i);
    if (column == "meaning") meaning = cells[i];
    const QString title = title_of(column);
    if (cells[i].isEmpty() || title.isEmpty()) continue;
    facts += QString("<tr><td><b>%1</b>&nbsp;&nbsp;</td><td>%2</td></tr>")
                 .arg(title.toHtmlEscaped(), rich(cells[i]));
  }
  return QString("<h3>%1</h3><p>%2</p><table>%3</table>")
      .arg(row.key.toHtmlEscaped(), rich(meaning), facts);
}

// The paragraphs that mention the key in backticks, alone or with a value (`key: value`).
QString prose_html(const ReferencePage& page, const QString& key) {
  const QRegularExpression speaks("`" + QRegularExpression::escape(key) + "(`|:)");
  QString html;
  int count = 0;
  for (const QString& paragraph : page.paragraphs) {
    if (count == kMaxParagraphs) break;
    if (!speaks.match(paragraph).hasMatch()) continue;
    html += "<p>" + rich(paragraph) + "</p>";
    ++count;
  }
  return html;
}

}  // namespace

QString reference_folder(const Places& places) {
  for (const QString& folder :
       {places.configs + "/../docs/reference", places.configs + "/../../doc/seawind/reference",
        QString(kInstalled), QString(kAlsoInstalled), QString(kInTheProgram)}) {
    const QFileInfo info(folder);
    if (info.isDir()) return folder[0] == ':' ? folder : info.canonicalFilePath();
  }
  return {};
}

QString reference_help(Kind kind, const QString& path, const Places& places) {
  const QString folder = reference_folder(places);
  const ReferencePage* page = folder.isEmpty() ? nullptr : page_at(folder + '/' + page_of(kind));
  if (page == nullptr || path.isEmpty()) return {};
  const Row row = row_of(*page, path);
  return row.table == nullptr ? QString() : row_html(row) + prose_html(*page, row.key);
}

}  // namespace seawind::gui
