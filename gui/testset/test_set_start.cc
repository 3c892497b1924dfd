// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/testset/test_set_start.h"

#include "gui/plain_text.h"
#include "gui/recent.h"
#include "gui/testset/axis_files.h"

namespace seawind::gui {

TestSetStart::TestSetStart(Places places, QWidget* parent)
    : QWidget(parent),
      places_(std::move(places)),
      templates_(new QListWidget(this)),
      files_(new QListWidget(this)) {
  auto* from = make_rich_label(tr("<b>New from a template</b>"), this);
  auto* open = make_rich_label(tr("<b>Open</b>"), this);
  from->setBuddy(templates_);
  open->setBuddy(files_);
  templates_->setAccessibleName(tr("Templates"));
  files_->setAccessibleName(tr("Own and recent test sets"));
  auto* empty = new QPushButton(tr("Empty test set"), this);
  auto* browse = new QPushButton(tr("Open another file..."), this);
  auto* words = new QLabel(tr("A test set defines which links, routers, TCP variants and workloads "
                              "are combined, and how "
                              "often each case is repeated."),
                           this);
  words->setWordWrap(true);
  auto* grid = new QGridLayout(this);
  grid->setContentsMargins(24, 24, 24, 24);
  grid->setHorizontalSpacing(24);
  grid->addWidget(words, 0, 0, 1, 2);
  grid->addWidget(from, 1, 0);
  grid->addWidget(open, 1, 1);
  grid->addWidget(templates_, 2, 0);
  grid->addWidget(files_, 2, 1);
  grid->addWidget(empty, 3, 0, Qt::AlignLeft);
  grid->addWidget(browse, 3, 1, Qt::AlignLeft);
  for (auto* list : {templates_, files_}) {
    list->setWordWrap(true);
    list->setSpacing(2);
  }
  connect(templates_, &QListWidget::itemActivated, this,
          [this](QListWidgetItem* item) { emit template_chosen(all_[templates_->row(item)]); });
  connect(files_, &QListWidget::itemActivated, this,
          [this](QListWidgetItem* item) { emit file_chosen(item->data(Qt::UserRole).toString()); });
  connect(empty, &QPushButton::clicked, this, &TestSetStart::empty_chosen);
  connect(browse, &QPushButton::clicked, this, &TestSetStart::browse_chosen);
  fill();
}

void TestSetStart::showEvent(QShowEvent* event) {
  fill();
  QWidget::showEvent(event);
}

void TestSetStart::fill() {
  all_ = test_set_templates(places_);
  templates_->clear();
  for (const Template& from : all_) templates_->addItem(from.name + '\n' + from.description);
  files_->clear();
  QStringList files = Recent("testset/recent").paths();
  for (const QFileInfo& own :
       QDir(places_.own_folder(Kind::kTestSet)).entryInfoList({"*.yaml"}, QDir::Files))
    files.append(own.absoluteFilePath());
  files.removeDuplicates();
  for (const QString& file : files) {
    if (!QFileInfo(file).isFile()) continue;
    auto* item = new QListWidgetItem(
        QFileInfo(file).completeBaseName() + '\n' + description_of(file), files_);
    item->setData(Qt::UserRole, file);
    item->setToolTip(file);
  }
}

}  // namespace seawind::gui
