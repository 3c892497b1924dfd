// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/results/open_page.h"

#include <pwd.h>
#include <unistd.h>

#include <QDateTime>
#include <QDesktopServices>
#include <QFileInfo>
#include <QUrl>

#include "controller/store/layout.h"
#include "gui/places.h"

namespace seawind::gui {
namespace {

QString page_of(const QString& campaign) {
  return campaign + '/' + kReportFile;
}

}  // namespace

bool page_is_current(const QString& campaign) {
  const QFileInfo page(page_of(campaign));
  if (!page.exists()) return false;
  for (const char* end : {"", "-wal"}) {
    const QFileInfo store(campaign + '/' + kStoreFile + end);
    if (store.exists() && store.size() > 0 && store.lastModified() > page.lastModified())
      return false;
  }
  return true;
}

std::optional<UserBehind> user_behind(const QProcessEnvironment& environment) {
  for (const char* name : {"SUDO_UID", "PKEXEC_UID"}) {
    bool valid = false;
    const uid_t id = environment.value(name).toUInt(&valid);
    const passwd* user = valid && id != 0 ? getpwuid(id) : nullptr;
    if (user == nullptr) continue;
    UserBehind out{user->pw_name, environment};
    const QString runtime = QString("/run/user/%1").arg(id);
    out.environment.insert("HOME", user->pw_dir);
    out.environment.insert("USER", user->pw_name);
    out.environment.insert("LOGNAME", user->pw_name);
    out.environment.insert("XDG_RUNTIME_DIR", runtime);
    out.environment.insert("DBUS_SESSION_BUS_ADDRESS", "unix:path=" + runtime + "/bus");
    return out;
  }
  return {};
}

PageOpener::~PageOpener() {
  stop();
}

void PageOpener::stop() {
  if (activity_) activity_->deleteLater();
  activity_.clear();
  if (!process_) return;
  process_->disconnect(this);
  process_->kill();
  process_->waitForFinished();
  process_->deleteLater();
  process_.clear();
}

void PageOpener::open(const QString& campaign) {
  stop();
  if (page_is_current(campaign)) return show(page_of(campaign));
  const QString seawind = program("seawind");
  if (seawind.isEmpty())
    return emit failed(
        tr("cannot write the page: the program seawind is neither in the folder of "
           "this program nor on the PATH"));
  process_ = new QProcess(this);
  activity_ = new Activity(tr("Writing the page"), true, this);
  connect(activity_, &Activity::cancelled, this, &PageOpener::stop);
  process_->setStandardOutputFile(QProcess::nullDevice());
  const auto ended = [this, campaign](const QString& error) {
    stop();
    if (error.isEmpty())
      show(page_of(campaign));
    else
      emit failed(error);
  };
  connect(process_, &QProcess::errorOccurred, this, [this, ended](QProcess::ProcessError error) {
    if (error == QProcess::FailedToStart)
      ended(tr("cannot write the page: %1").arg(process_->errorString()));
  });
  connect(process_, &QProcess::finished, this, [this, ended](int code, QProcess::ExitStatus how) {
    const bool done = how == QProcess::NormalExit && code == 0;
    ended(done ? QString()
               : tr("cannot write the page: %1")
                     .arg(QString::fromUtf8(process_->readAllStandardError()).trimmed()));
  });
  process_->start(seawind, {"report", campaign});
}

void PageOpener::show(const QString& page) {
  QString why = tr("No browser could be started.");
  const bool started = geteuid() == 0 ? show_as_user(page, why)
                                      : QDesktopServices::openUrl(QUrl::fromLocalFile(page));
  if (started)
    emit opened(page);
  else
    emit unopened(page, why);
}

bool PageOpener::show_as_user(const QString& page, QString& why) {
  const auto user = user_behind(QProcessEnvironment::systemEnvironment());
  if (!user) {
    why = tr("The window runs as root, and no browser is started as root.");
    return false;
  }
  const auto command = [&user](QProcess& process, const QStringList& arguments) {
    process.setProgram("runuser");
    process.setArguments(QStringList{"-u", user->name, "--"} + arguments);
    process.setProcessEnvironment(user->environment);
  };
  QProcess check;
  command(check, {"test", "-r", page});
  check.start();
  check.waitForFinished();
  if (check.exitStatus() != QProcess::NormalExit || check.exitCode() != 0) {
    why = tr("The user %1 may not read the campaign, which root has run.").arg(user->name);
    return false;
  }
  QProcess browser;
  command(browser, {"xdg-open", page});
  return browser.startDetached();
}

}  // namespace seawind::gui
