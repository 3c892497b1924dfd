// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/run/change_panel.h"

#include "common/config/rules.h"
#include "common/units.h"
#include "controller/testset/testset.pb.h"
#include "gui/document/tree_edits.h"
#include "gui/layouts.h"

namespace seawind::gui {
namespace {

const char* const kDirections[] = {"downlink", "uplink"};
const char* const kKeys[] = {"rate_base", "propagation_delay", "error_probability"};

const Param& parameter(int field) {
  return config::rules_of(*LinkDirection::descriptor()->FindFieldByName(kKeys[field]));
}

/// A user's file is written as a path, because the controller resolves names among the shipped
/// files only.
QString file_or_name(const QString& name, Kind kind, const Places& places) {
  const QString own = places.own_folder(kind) + '/' + name + ".yaml";
  return QFileInfo::exists(own) ? own : name;
}

/// The files of the kind, the user's first; the data of an entry is the reference to the file.
QComboBox* make_choice(Kind kind, const Places& places, const QString& none, QWidget* parent) {
  auto* box = new QComboBox(parent);
  box->addItem(none, QString());
  for (const QString& name : places.names(folder_of(kind)))
    box->addItem(name, file_or_name(name, kind, places));
  box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  box->setMinimumContentsLength(12);
  return box;
}

}  // namespace

ChangePanel::ChangePanel(const Places& places, QWidget* parent)
    : QWidget(parent),
      state_(new QComboBox(this)),
      outage_(new QDoubleSpinBox(this)),
      outage_directions_(new QComboBox(this)),
      profile_(make_choice(Kind::kProfile, places, tr("stays"), this)),
      router_(make_choice(Kind::kRouter, places, tr("stays"), this)),
      other_(new QLineEdit(this)),
      change_(new QPushButton(tr("&Change the link now"), this)),
      problem_(new Note(Note::Look::kPlain, tr("What is wrong with the change"))),
      log_(new QListWidget(this)) {
  router_->insertItem(1, tr("none"), "off");

  auto* verdict = new QLabel(
      tr("All changes take effect at one instant and are recorded. A repetition whose link was "
         "changed by hand is invalid: its logs are kept and it is run again, without counting as "
         "an attempt. With `manual_changes` in the limits it stays valid, and reports list it."),
      this);
  verdict->setWordWrap(true);
  log_->setWordWrap(true);
  make_column(this, {make_directions(),
                     make_rest(),
                     problem_,
                     change_,
                     verdict,
                     label_of(log_, tr("Changes of this re&petition")),
                     {log_, 1}});
  change_->setToolTip(tr("Ctrl+Return"));
  connect(change_, &QPushButton::clicked, this, &ChangePanel::send);
  add_shortcut(*this, {}, {QKeySequence("Ctrl+Return")}, [this] { change_->click(); });
  set_available(false, tr("Choose a running repetition."));
}

QWidget* ChangePanel::make_directions() {
  auto* widget = new QWidget(this);
  auto* grid = new QGridLayout(widget);
  grid->setContentsMargins(0, 0, 0, 0);
  grid->addWidget(new QLabel(tr("Downlink"), widget), 0, 1);
  grid->addWidget(new QLabel(tr("Uplink"), widget), 0, 2);
  const QString names[] = {tr("Rate"), tr("Delay"), tr("Error probability")};
  const QString directions[] = {tr("downlink"), tr("uplink")};
  for (int row = 0; row < kFields; ++row) {
    grid->addWidget(new QLabel(names[row], widget), row + 1, 0);
    for (int direction = 0; direction < 2; ++direction) {
      auto* field = new QLineEdit(widget);
      field->setObjectName(QString("%1.%2").arg(kDirections[direction], kKeys[row]));
      field->setAccessibleName(tr("%1 of the %2").arg(names[row], directions[direction]));
      field->setToolTip(tr("%1, for example %2; empty: stays as it is")
                            .arg(kKeys[row], QString::fromStdString(parameter(row).example())));
      connect(field, &QLineEdit::textChanged, this, &ChangePanel::check);
      grid->addWidget(field, row + 1, direction + 1);
      fields_[static_cast<std::size_t>(direction)][static_cast<std::size_t>(row)] = field;
    }
  }
  grid->addWidget(label_of(state_, tr("&In state")), kFields + 1, 0);
  grid->addWidget(state_, kFields + 1, 1, 1, 2);
  state_->setObjectName("state");
  state_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  state_->setMinimumContentsLength(12);
  state_->addItem(tr("all without a value of their own"), QString());
  state_->setToolTip(tr("The channel state for which rate, delay and error probability change"));
  connect(state_, &QComboBox::currentIndexChanged, this, &ChangePanel::show_current);
  return widget;
}

QWidget* ChangePanel::make_rest() {
  auto* widget = new QWidget(this);
  auto* form = new QFormLayout(widget);
  form->setContentsMargins(0, 0, 0, 0);
  outage_->setObjectName("outage");
  outage_->setRange(0, 86'400);
  outage_->setDecimals(2);
  outage_->setSuffix(tr(" s"));
  outage_->setSpecialValueText(tr("none"));
  outage_->setAccessibleName(tr("Length of an outage from now on, in seconds"));
  // In the order of LinkDirections.
  outage_directions_->addItems({tr("both directions"), tr("downlink"), tr("uplink")});
  outage_directions_->setAccessibleName(tr("Directions of the outage"));
  form->addRow(label_of(outage_, tr("&Outage")), make_row({outage_, outage_directions_}));
  profile_->setObjectName("profile");
  form->addRow(tr("&Handover to"), profile_);
  router_->setObjectName("router");
  form->addRow(tr("&Router"), router_);
  other_->setObjectName("other");
  other_->setPlaceholderText("downlink.link_send_buffer_size=20pkt");
  other_->setToolTip(tr("Any other parameters, as path=value, separated by semicolons"));
  form->addRow(tr("O&ther"), other_);
  connect(outage_, &QDoubleSpinBox::valueChanged, this, &ChangePanel::check);
  connect(outage_directions_, &QComboBox::currentIndexChanged, this, &ChangePanel::check);
  connect(profile_, &QComboBox::currentIndexChanged, this, &ChangePanel::check);
  connect(router_, &QComboBox::currentIndexChanged, this, &ChangePanel::check);
  connect(other_, &QLineEdit::textChanged, this, &ChangePanel::check);
  return widget;
}

QString ChangePanel::path_of(int direction, int field) const {
  const QString state = state_->currentData().toString();
  return QString(kDirections[direction]) + (state.isEmpty() ? QString() : ".states." + state) +
         '.' + kKeys[field];
}

RequestedChange ChangePanel::edit() const {
  RequestedChange change;
  change.profile = profile_->currentData().toString().toStdString();
  change.router = router_->currentData().toString().toStdString();
  for (std::size_t direction = 0; direction < fields_.size(); ++direction)
    for (std::size_t field = 0; field < kFields; ++field)
      if (const QString text = fields_[direction][field]->text().trimmed(); !text.isEmpty())
        change.set.emplace_back(
            path_of(static_cast<int>(direction), static_cast<int>(field)).toStdString(),
            text.toStdString());
  for (const QString& other : other_->text().split(';', Qt::SkipEmptyParts)) {
    const QString path = other.section('=', 0, 0).trimmed();
    change.set.emplace_back(path.toStdString(), other.section('=', 1).trimmed().toStdString());
  }
  if (outage_->value() > 0)
    change.outage = std::chrono::duration_cast<std::chrono::nanoseconds>(
        std::chrono::duration<double>(outage_->value()));
  change.outage_directions = static_cast<LinkDirections>(outage_directions_->currentIndex());
  return change;
}

void ChangePanel::check() {
  QStringList problems;
  for (int direction = 0; direction < 2; ++direction)
    for (int field = 0; field < kFields; ++field) {
      const QString text =
          fields_[static_cast<std::size_t>(direction)][static_cast<std::size_t>(field)]
              ->text()
              .trimmed();
      // A distribution ({uniform: ...}) is checked by the controller.
      if (text.isEmpty() || text.startsWith('{') || text == "off") continue;
      const auto value = parse_quantity(text.toStdString(), parameter(field).unit());
      if (!value.value)
        problems << QString("%1 %2").arg(path_of(direction, field),
                                         QString::fromStdString(value.problem));
    }
  const RequestedChange change = edit();
  for (const auto& [path, value] : change.set)
    if (value.empty() || path.empty())
      problems << tr("%1: write path=value, for example %2")
                      .arg(QString::fromStdString(path.empty() ? value : path),
                           other_->placeholderText());
  show_problem(problems.join('\n'));
  change_->setEnabled(available_ && !waiting_ && problems.isEmpty() && !change.empty());
}

void ChangePanel::set_available(bool available, const QString& why) {
  if (available == available_ && why == unavailable_) return;
  available_ = available;
  unavailable_ = why;
  if (!available) waiting_ = false;
  check();
}

void ChangePanel::set_configuration(const ShownLink& configuration) {
  Diagnostics ignored;
  now_ = config::parse_tree(configuration.link, {}, ignored).value_or(config::Node{});
  const QString chosen = state_->currentData().toString();
  while (state_->count() > 1) state_->removeItem(1);
  if (const config::Node* states = node_at(now_, "channel.states"))
    for (const config::Node& one : states->items)
      if (const config::Node* name = node_at(one, "name")) {
        const QString state = QString::fromStdString(name->text);
        state_->addItem(state, state);
      }
  state_->setCurrentIndex(std::max(0, state_->findData(chosen)));
  router_->setToolTip(
      configuration.downlink_router.empty()
          ? tr("There is none now.")
          : tr("Now:\n%1").arg(QString::fromStdString(configuration.downlink_router)));
  profile_->setToolTip(tr("The link now:\n%1").arg(QString::fromStdString(configuration.link)));
  show_current();
}

QString ChangePanel::current(const QString& path) const {
  const config::Node* node = node_at(now_, path);
  if (node == nullptr) return {};
  const bool plain = node->kind == config::Node::Kind::kScalar;
  return QString::fromStdString(plain ? node->text : to_inline(*node));
}

void ChangePanel::show_current() {
  for (int direction = 0; direction < 2; ++direction)
    for (int field = 0; field < kFields; ++field)
      fields_[static_cast<std::size_t>(direction)][static_cast<std::size_t>(field)]
          ->setPlaceholderText(current(path_of(direction, field)));
  check();
}

void ChangePanel::send() {
  waiting_ = true;
  change_->setEnabled(false);
  emit change_requested(edit());
}

void ChangePanel::add_entry(const LinkChangeEntry& entry) {
  waiting_ = false;
  if (entry.error.isEmpty()) {
    log_->addItem(tr("%1 s: %2")
                      .arg(QString::number(entry.time_s, 'f', 3),
                           entry.text.isEmpty() ? tr("no value changed") : entry.text));
    log_->scrollToBottom();
    clear_fields();
    check();
    return;
  }
  check();
  show_problem(entry.error);
}

/// Shows the problem; if it is empty, the reason there is no link to change.
void ChangePanel::show_problem(const QString& problem) {
  problem_->show_text(problem.isEmpty() && !available_ ? unavailable_ : problem);
  show_as_problem(*problem_, !problem.isEmpty());
}

void ChangePanel::clear_fields() {
  for (auto& direction : fields_)
    for (QLineEdit* field : direction) field->clear();
  other_->clear();
  outage_->setValue(0);
  profile_->setCurrentIndex(0);
  router_->setCurrentIndex(0);
}

void ChangePanel::begin_repetition() {
  log_->clear();
  clear_fields();
  state_->setCurrentIndex(0);
  outage_directions_->setCurrentIndex(0);
  waiting_ = false;
  check();
}

}  // namespace seawind::gui
