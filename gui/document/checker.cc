// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/document/checker.h"

#include "common/diagnostics.h"
#include "controller/testset/check_file.h"
#include "gui/document/offsets.h"
#include "gui/document/open_documents.h"

namespace seawind::gui {
namespace {

// The byte offset of a line and a column, both from 1; columns count bytes.
std::size_t offset_of(std::string_view text, int line, int column) {
  std::size_t at = 0;
  for (int i = 1; i < line; ++i) {
    const std::size_t found = text.find('\n', at);
    if (found == std::string_view::npos) return text.size();
    at = found + 1;
  }
  return std::min(at + static_cast<std::size_t>(std::max(column - 1, 0)),
                  layout::line_end(text, at));
}

// The end of the value or key that begins at `at`; 0 if none begins there.
std::size_t end_of(const layout::Value& value, std::size_t at) {
  for (const layout::Member& member : value.members) {
    if (at < member.begin || at > member.end) continue;
    if (value.is_map() && at == member.begin) return member.key_end;
    const layout::Value& inner = member.value;
    if (!inner.is_block() && (at == inner.outer || at == inner.begin)) return inner.end;
    return end_of(inner, at);
  }
  return 0;
}

Problem problem_of(const Diagnostic& d, const std::string& own_file, const std::string& text,
                   const std::optional<layout::Value>& root) {
  Problem problem;
  problem.message = QString::fromStdString(d.message);
  problem.hint = QString::fromStdString(d.hint);
  problem.is_warning = d.severity == Severity::kWarning;
  problem.line = d.at.line;
  if (d.at.file != own_file) {
    problem.file = QString::fromStdString(d.at.file);
    problem.position = -1;
    return problem;
  }
  if (d.at.line < 1) return problem;
  const std::size_t begin = offset_of(text, d.at.line, d.at.column);
  std::size_t end = std::min(begin + static_cast<std::size_t>(std::max(d.at.width, 1)),
                             layout::line_end(text, begin));
  if (root) {
    if (const std::size_t exact = end_of(*root, begin)) end = exact;
    problem.path = QString::fromStdString(path_at_offset(text, *root, begin));
  }
  const Offsets offsets(text);
  problem.position = offsets.characters(begin);
  problem.length = offsets.characters(end) - problem.position;
  return problem;
}

}  // namespace

std::vector<Problem> check_text(Kind kind, const QString& text, const QString& file,
                                const Places& places, std::vector<Problem>* warnings) {
  const QString name = places.path_of(kind, file);
  const std::string utf8 = text.toStdString();
  Diagnostics found;
  try {
    check_file(folder_of(kind).toStdString(), to_path(name), to_path(places.configs), found,
               {{to_path(name), utf8}});
  } catch (const std::exception& e) {
    found.add({name.toStdString()}, std::string("cannot be checked: ") + e.what());
  }
  std::optional<layout::Value> root;
  try {
    root = layout::read_layout(utf8);
  } catch (const std::exception&) {  // not YAML: reported as a problem; problems then have no path
  }
  std::vector<Problem> problems;
  for (const Diagnostic& d : found.all()) {
    problems.push_back(problem_of(d, name.toStdString(), utf8, root));
  }
  if (warnings != nullptr) {
    for (const Diagnostic& d : found.warnings()) {
      warnings->push_back(problem_of(d, name.toStdString(), utf8, root));
    }
  }
  return problems;
}

Checker::Checker(YamlDocument& document, Places places, QObject* parent,
                 std::chrono::milliseconds delay)
    : QObject(parent), document_(document), places_(std::move(places)) {
  delay_.setSingleShot(true);
  delay_.setInterval(delay);
  connect(&delay_, &QTimer::timeout, this, &Checker::start);
  connect(&document_, &YamlDocument::text_changed, this, [this] { delay_.start(); });
  connect(&document_, &YamlDocument::file_changed, this, &Checker::recheck);
  connect(&OpenDocuments::all(), &OpenDocuments::files_changed, this, &Checker::recheck);
  start();
}

void Checker::recheck() {
  checked_.reset();
  delay_.start();
}

void Checker::start() {
  checked_.reset();
  task_.start([this, kind = document_.kind(), text = document_.text(), file = document_.file(),
               places = places_](const Task::Report&) {
    std::vector<Problem> warnings;
    const auto problems = check_text(kind, text, file, places, &warnings);
    return [this, text, problems, warnings] {
      if (text != document_.text()) return;  // the check of a later text starts after its delay
      problems_ = problems;
      warnings_ = warnings;
      checked_ = text;
      emit checked();
    };
  });
}

}  // namespace seawind::gui
