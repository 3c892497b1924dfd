// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/document/reference_help.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <utility>

namespace seawind::gui {
namespace {

constexpr int kMaxParagraphs = 4;

struct HelpText {
  Q_DECLARE_TR_FUNCTIONS(ReferenceHelp)
};

/// The pages beside the shipped files in the source tree, else those in the program.
QString folder_of_pages(const Places& places) {
  const QString in_the_tree = places.configs + "/../docs/reference";
  return QFileInfo(in_the_tree).isDir() ? in_the_tree : ":/reference";
}

QString page_of(Kind kind) {
  return kind == Kind::kProfile ? "link.md" : schema_of(kind) + ".md";
}

using Paragraphs = QStringList;

/// The paragraphs of the page outside its tables of keys; list items are paragraphs of their own.
class PageReader {
 public:
  Paragraphs read(const QString& text) {
    for (const QString& line : text.split('\n')) take(line);
    end_paragraph();
    return std::move(paragraphs_);
  }

 private:
  void take(const QString& line) {
    if (line.startsWith("```")) in_code_ = !in_code_;
    const bool item = line.startsWith("- ");
    if (in_code_ || line.startsWith("```") || line.startsWith('#') || line.startsWith('|') ||
        line.startsWith("<!--")) {
      return end_paragraph();
    }
    if (line.trimmed().isEmpty() || item) end_paragraph();
    paragraph_ += (paragraph_.isEmpty() ? "" : " ") + line.mid(item ? 2 : 0).trimmed();
  }

  void end_paragraph() {
    if (!paragraph_.isEmpty()) paragraphs_.push_back(paragraph_);
    paragraph_.clear();
  }

  Paragraphs paragraphs_;
  QString paragraph_;
  bool in_code_ = false;
};

const Paragraphs* page_at(const QString& file) {
  static std::mutex mutex;
  static std::map<QString, Paragraphs> all;
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

/// The parameter that the path names or lies in: a number of a distribution belongs to the
/// parameter that is drawn, an entry of a map of values to the map.
const SchemaNode* parameter_at(const SchemaNode& root, const QString& path) {
  const SchemaNode* found = nullptr;
  for (QString part = path; !part.isEmpty();) {
    const SchemaNode* node = schema_at(root, part);
    const bool has_key = node != nullptr && !node->key.isEmpty();
    if (has_key && (found == nullptr || node->shape == SchemaNode::Shape::kDistribution))
      found = node;
    part.truncate(std::max({part.lastIndexOf('.'), part.lastIndexOf('['), qsizetype{0}}));
  }
  return found;
}

QString described(const SchemaNode& node, const QString& path) {
  const QString title = path.endsWith(node.key) ? path : QString("%1 (%2)").arg(path, node.key);
  QString meaning = node.doc;
  for (qsizetype i = 0; i < node.labels.size(); ++i)
    meaning += QString("<br>`%1`: %2").arg(node.labels[i], node.label_docs[i]);
  return QString("<b>%1</b><br>%2<br>%3")
      .arg(title.toHtmlEscaped(), rich(meaning),
           facts_of(node).join(QStringLiteral(" \u00b7 ")).toHtmlEscaped());
}

// The paragraphs that mention the key in backticks, alone or with a value (`key: value`).
QString prose_html(const Paragraphs& page, const QString& key) {
  const QRegularExpression speaks("`" + QRegularExpression::escape(key) + "(`|:)");
  QString html;
  int count = 0;
  for (const QString& paragraph : page) {
    if (count == kMaxParagraphs) break;
    if (!speaks.match(paragraph).hasMatch()) continue;
    html += "<p>" + rich(paragraph) + "</p>";
    ++count;
  }
  return html;
}

}  // namespace

QStringList facts_of(const SchemaNode& node) {
  QStringList facts;
  const auto add = [&](const QString& name, const QString& text) {
    if (!text.isEmpty()) facts << name + ": " + text;
  };
  add(HelpText::tr("Unit"), node.units.join(", "));
  add(HelpText::tr("Range"), node.range);
  add(HelpText::tr("Allowed"), node.rule);
  add(HelpText::tr("Default"), node.default_text);
  if (node.required) {
    const QString others = node.required_unless.join(HelpText::tr(" or "));
    facts << (others.isEmpty() ? HelpText::tr("Required")
                               : HelpText::tr("Required unless there is %1").arg(others));
  }
  if (node.per_state) facts << HelpText::tr("Per channel state");
  add(HelpText::tr("Example"), node.example);
  add(HelpText::tr("Source"), node.source);
  return facts;
}

QString reference_help(Kind kind, const QString& path, const Places& places) {
  const SchemaNode* node = parameter_at(schema(kind, places), path);
  if (node == nullptr) return {};
  const Paragraphs* page = page_at(folder_of_pages(places) + '/' + page_of(kind));
  return described(*node, path) + (page == nullptr ? QString() : prose_html(*page, node->key));
}

}  // namespace seawind::gui
