// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/results/report_opener.h"

#include <pwd.h>
#include <unistd.h>

#include "common/error.h"
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
  const auto files = store_files(campaign);
  return std::ranges::none_of(files, [&](const QFileInfo& store) {
    return store.size() > 0 && store.lastModified() > page.lastModified();
  });
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

ReportOpener::ReportOpener() {
  task_.show_as(tr("Writing the page"));
  connect(&task_, &Task::failed, this, [this](const QString& error) {
    emit failed(tr("cannot write the page: %1").arg(error));
  });
}

void ReportOpener::open(const QString& campaign) {
  if (page_is_current(campaign)) return show(page_of(campaign));
  task_.start([this, campaign](const std::stop_token& stop) {
    const ProgramEnd end = run_seawind(program("seawind"), {"report", campaign}, stop);
    if (end.code != 0) throw Error(end.errors.toStdString());
    return [this, campaign] { show(page_of(campaign)); };
  });
}

void ReportOpener::show(const QString& page) {
  QString why = tr("No browser could be started.");
  const bool started = geteuid() == 0 ? show_as_user(page, why)
                                      : QDesktopServices::openUrl(QUrl::fromLocalFile(page));
  if (started)
    emit opened(page);
  else
    emit not_opened(page, why);
}

bool ReportOpener::show_as_user(const QString& page, QString& why) {
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
