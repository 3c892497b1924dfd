// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/app/start_page.h"

#include <utility>

#include "gui/app/icon.h"
#include "gui/app/machine_view.h"
#include "gui/layouts.h"
#include "gui/plain_text.h"
#include "gui/recent.h"
#include "gui/run/live_text.h"

namespace seawind::gui {
namespace {

constexpr int kMaxShown = 8;

QLabel* make_prose(const QString& text) {
  QLabel* label = make_rich_label(text);
  label->setWordWrap(true);
  return label;
}

struct Shown {
  QString path;
  QString text;  // after the name
  QString line() const { return QString("%1   %2").arg(QFileInfo(path).fileName(), text); }
};

void show_paths(QListWidget& list, const QList<Shown>& shown, const QString& when_empty) {
  QStringList lines;
  for (const Shown& one : shown.mid(0, kMaxShown)) lines << one.line();
  if (shown.isEmpty()) lines << when_empty;
  QStringList now;
  for (int i = 0; i < list.count(); ++i) now << list.item(i)->text();
  if (lines == now) return;  // an item stays between the two clicks of a double click
  const int row = list.currentRow();
  list.clear();
  for (const Shown& one : shown.mid(0, kMaxShown)) {
    auto* item = new QListWidgetItem(one.line(), &list);
    item->setData(Qt::UserRole, one.path);
    item->setToolTip(one.path);
  }
  list.setEnabled(!shown.isEmpty());
  if (shown.isEmpty()) new QListWidgetItem(when_empty, &list);
  list.setCurrentRow(row);
  const int rows = std::max(1, list.count());
  list.setFixedHeight(rows * list.sizeHintForRow(0) + 2 * list.frameWidth() + 2);
}

}  // namespace

StartPage::StartPage(Places places, const std::vector<PageEntry>& entries, Recent& files,
                     QWidget* parent)
    : Page(parent),
      places_(std::move(places)),
      files_(files),
      scan_(CampaignScan::of(places_.campaigns)),
      doctor_(program("seawind"), places_.campaigns),
      machine_(new MachineView(tr("This machine"))) {
  add_action(
      "quickstart", tr("Run the quickstart"),
      tr("Runs the quickstart test set and shows its results"), Qt::CTRL | Qt::Key_Return,
      [this] { emit show_requested("start", places_.configs + "/testsets/quickstart.yaml"); })
      ->setIcon(icon("run"));
  add_action("check", tr("Check this machine again"), tr("Runs seawind doctor"),
             QKeySequence::Refresh, [this] {
               machine_->show_running();
               doctor_.start_checks();
             });
  auto* inside = new QWidget;
  auto* grid = new QGridLayout(inside);
  grid->setContentsMargins(28, 20, 28, 20);
  grid->setHorizontalSpacing(28);
  grid->setVerticalSpacing(14);
  grid->addWidget(make_prose(tr("<h1>Seawind</h1>"
                                "<p>Seawind runs real traffic over an emulated wireless link, in "
                                "real time: unmodified TCP/IP stacks and applications, with a link "
                                "of your own design between them. A test set names links, routers, "
                                "TCP variants and workloads, and all their combinations are run "
                                "repeatedly, without supervision. Every result carries the "
                                "measured timing accuracy of the emulation.</p>")),
                  0, 0, 1, 2);
  file_list_ = make_list();
  campaign_list_ = make_list();
  QBoxLayout* left = make_column({make_quickstart(), machine_, kRoom});
  QBoxLayout* right = make_column(
      {make_page_links(entries),
       column_widget({label_of(file_list_, tr("&Files edited lately")), file_list_}),
       column_widget({label_of(campaign_list_, tr("&Campaigns")), campaign_list_}), kRoom});
  for (QBoxLayout* column : {left, right}) column->setSpacing(14);
  grid->addLayout(left, 1, 0);
  grid->addLayout(right, 1, 1);
  grid->setColumnStretch(0, 1);
  grid->setColumnStretch(1, 1);
  grid->setRowStretch(1, 1);

  make_column(this, {scrolled(inside)});
  connect(&doctor_, &Doctor::checks_done, machine_, &MachineView::show_checks);
  connect(&doctor_, &Doctor::failed, machine_, &MachineView::show_failure);
  connect(machine_, &MachineView::recheck_requested, action("check"), &QAction::trigger);
  connect(&files_, &Recent::changed, this, &StartPage::fill_lists);
  connect(scan_.get(), &CampaignScan::found, this, &StartPage::fill_lists);
}

QWidget* StartPage::make_quickstart() {
  auto* button = new QCommandLinkButton(
      tr("Run the quickstart"),
      tr("Two TCP variants over an error-free and an error-prone link, six repetitions each: "
         "about two minutes, and a box plot at the end."));
  button->setIcon(icon("run"));
  button->setIconSize({32, 32});
  QFont large = button->font();
  large.setPointSizeF(large.pointSizeF() * 1.3);
  button->setFont(large);
  button->setAccessibleName(tr("Run the quickstart"));
  connect(button, &QPushButton::clicked, action("quickstart"), &QAction::trigger);
  return button;
}

QWidget* StartPage::make_page_links(const std::vector<PageEntry>& entries) {
  auto* group = new QGroupBox(tr("Ways in"));
  auto* box = new QVBoxLayout(group);
  for (std::size_t i = 1; i < entries.size(); ++i) {
    auto* way = new QCommandLinkButton(entries[i].title, entries[i].description);
    way->setIcon(icon(entries[i].key));
    way->setAccessibleName(entries[i].title);
    connect(way, &QPushButton::clicked, this,
            [this, key = entries[i].key] { emit show_requested("page", key); });
    box->addWidget(way);
  }
  box->addStretch(1);
  return group;
}

QListWidget* StartPage::make_list() {
  auto* list = new QListWidget;
  list->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  list->setTextElideMode(Qt::ElideMiddle);
  connect(list, &QListWidget::itemActivated, this, [this](const QListWidgetItem* item) {
    const QString path = item->data(Qt::UserRole).toString();
    if (!path.isEmpty()) emit show_requested("path", path);
  });
  return list;
}

void StartPage::fill_lists() {
  if (!isVisible()) return;
  QList<Shown> files;
  for (const QString& path : files_.paths())
    files << Shown{path, QDir::toNativeSeparators(QFileInfo(path).absolutePath())};
  show_paths(*file_list_, files, tr("None yet."));
  QList<Shown> campaigns;
  for (const CampaignEntry& entry : scan_->entries())
    campaigns << Shown{entry.directory, entry_text(entry)};
  show_paths(*campaign_list_, campaigns, tr("None yet. New ones go to %1").arg(places_.campaigns));
}

void StartPage::showEvent(QShowEvent* event) {
  Page::showEvent(event);
  fill_lists();
  if (std::exchange(has_checked_, true)) return;
  action("check")->trigger();
}

}  // namespace seawind::gui
