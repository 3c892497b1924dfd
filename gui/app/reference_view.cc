// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/app/reference_view.h"

#include "gui/layouts.h"

namespace seawind::gui {
namespace {

constexpr char kFolder[] = ":/reference";

QString text_of(const QString& page) {
  QFile file(QString("%1/%2.md").arg(kFolder, page));
  return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

QString title_of(const QString& page) {
  const auto heading =
      QRegularExpression("^#\\s+(.*)$", QRegularExpression::MultilineOption).match(text_of(page));
  return heading.hasMatch() ? heading.captured(1) : page;
}

/// The anchor of a heading as GitHub forms it: lower case, words joined by hyphens.
QString anchor_of(const QString& heading) {
  QString anchor = heading.toLower();
  anchor.remove(QRegularExpression("[^\\w\\s-]"));
  return anchor.simplified().replace(' ', '-');
}

}  // namespace

ReferenceView::ReferenceView(QWidget* parent)
    : QDialog(parent), list_(new QListWidget), text_(new QTextBrowser), words_(new QLineEdit) {
  setWindowTitle(tr("Reference"));
  setWindowFlag(Qt::WindowMaximizeButtonHint);
  resize(1000, 720);
  list_->setAccessibleName(tr("Pages of the reference"));
  text_->setAccessibleName(tr("Reference"));
  text_->setOpenLinks(false);
  words_->setAccessibleName(tr("Search in this page"));
  words_->setPlaceholderText(tr("Search in this page"));
  words_->setClearButtonEnabled(true);
  for (const QString& name : pages()) {
    auto* item = new QListWidgetItem(title_of(name), list_);
    item->setData(Qt::UserRole, name);
    item->setToolTip(title_of(name));
  }
  add_items(new QVBoxLayout(this),
            {words_, make_splitter(Qt::Horizontal, {list_, {text_, 1}}, {220, 780})});
  connect(list_, &QListWidget::currentItemChanged, this, [this](const QListWidgetItem* item) {
    if (item != nullptr) load(item->data(Qt::UserRole).toString());
  });
  connect(words_, &QLineEdit::returnPressed, this, &ReferenceView::search);
  connect(words_, &QLineEdit::textChanged, this, [this] {
    text_->moveCursor(QTextCursor::Start);
    search();
  });
  connect(text_, &QTextBrowser::anchorClicked, this, [this](const QUrl& link) {
    if (link.scheme().startsWith("http")) {
      QDesktopServices::openUrl(link);
      return;
    }
    QString target = link.path().section('/', -1).remove(".md");
    if (target.isEmpty()) target = list_->currentItem()->data(Qt::UserRole).toString();
    show_page(link.hasFragment() ? target + '#' + link.fragment() : target);
  });
  list_->setCurrentRow(0);
}

QStringList ReferenceView::pages() {
  QStringList names;
  for (const QString& file : QDir(kFolder).entryList({"*.md"}, QDir::Files, QDir::Name))
    names.append(QString(file).remove(".md"));
  return names;
}

void ReferenceView::show_page(const QString& name) {
  const QString page = name.section('#', 0, 0).remove(".md");
  const QString anchor = name.section('#', 1);
  for (int i = 0; i < list_->count(); ++i)
    if (list_->item(i)->data(Qt::UserRole).toString() == page) list_->setCurrentRow(i);
  if (anchor.isEmpty()) return;
  for (QTextBlock block = text_->document()->begin(); block.isValid(); block = block.next()) {
    if (block.blockFormat().headingLevel() == 0 || anchor_of(block.text()) != anchor) continue;
    text_->setTextCursor(QTextCursor(block));
    text_->ensureCursorVisible();
  }
}

void ReferenceView::load(const QString& name) {
  text_->document()->setMarkdown(text_of(name), QTextDocument::MarkdownDialectGitHub);
  text_->moveCursor(QTextCursor::Start);
}

void ReferenceView::search() {
  if (words_->text().isEmpty() || text_->find(words_->text())) return;
  text_->moveCursor(QTextCursor::Start);
  text_->find(words_->text());
}

}  // namespace seawind::gui
