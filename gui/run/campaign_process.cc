// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/run/campaign_process.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstring>
#include <vector>

#include "common/error.h"

namespace seawind::gui {
namespace {

constexpr qint64 kMaxLogTail = 8000;  // bytes

QString reason_of(int number) {
  return QString::fromLocal8Bit(std::strerror(number));
}

}  // namespace

QStringList arguments_of(const RunRequest& request, const QString& configs) {
  QStringList arguments;
  if (request.is_resume()) {
    arguments << "resume" << request.directory;
  } else {
    arguments << "run" << request.test_set << "-o" << request.directory << "--configs" << configs;
    if (!request.lab.isEmpty()) arguments << "--lab" << request.lab;
    if (request.allow_changes) arguments << "--allow-changes";
    if (request.repetitions > 0)
      arguments << "--repetitions" << QString::number(request.repetitions);
  }
  if (!request.parallel.isEmpty()) arguments << "--parallel" << request.parallel;
  return arguments;
}

QString log_of(const QString& campaign_directory) {
  return campaign_directory + ".log";
}

QString explain_exit(int exit_code, const QString& directory, const QString& said) {
  // done, some repetitions failed, interrupted: shown by the campaign's state
  if (exit_code == 0 || exit_code == 1 || exit_code == 130) return {};
  const QString where = QDir::toNativeSeparators(directory);
  QString text;
  if (exit_code == 2)
    text = CampaignProcess::tr(
               "The campaign %1 was not started: the test set or an option is not valid. Correct "
               "the problems listed here, then start it again.")
               .arg(where);
  else if (exit_code == 3)
    text =
        CampaignProcess::tr(
            "The campaign %1 cannot continue: the test bed cannot be built or maintained, or the "
            "directory cannot be written. Run `seawind doctor`, correct the problems it "
            "reports, then resume the campaign.")
            .arg(where);
  else if (exit_code > 128)
    text = CampaignProcess::tr(
               "The controller of the campaign %1 was killed by signal %2. What is finished is "
               "kept: resume the campaign.")
               .arg(where)
               .arg(exit_code - 128);
  else
    text =
        CampaignProcess::tr("The campaign %1 ended with exit code %2.").arg(where).arg(exit_code);
  if (!said.trimmed().isEmpty()) text += "\n\n" + said.trimmed();
  return text;
}

CampaignProcess::~CampaignProcess() = default;

bool CampaignProcess::start(const QString& program, const RunRequest& request,
                            const QString& configs, QString& error) {
  request_ = request;
  if (program.isEmpty()) {
    error =
        tr("Cannot start a campaign: the program seawind is neither beside this one nor on the "
           "PATH. Install the package seawind, or start this program from the folder it was "
           "built in.");
    return false;
  }
  const QString log_name = log_of(request.directory);
  const QString folder = QFileInfo(log_name).path();
  if (!QDir().mkpath(folder)) {
    error = tr("Cannot start a campaign: the folder %1 cannot be made. Choose a folder you can "
               "write to.")
                .arg(folder);
    return false;
  }
  const Fd log(::open(QFile::encodeName(log_name).constData(),
                      O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644));
  if (!log) {
    error = tr("Cannot start a campaign: %1 cannot be written: %2. Choose a folder you can write "
               "to.")
                .arg(log_name, reason_of(errno));
    return false;
  }
  log_begin_ = QFileInfo(log_name).size();

  std::vector<std::string> words{QFile::encodeName(program).toStdString()};
  for (const QString& argument : arguments_of(request, configs))
    words.push_back(QFile::encodeName(argument).toStdString());
  try {
    process_ = start_program({.arguments = words,
                              .files = {kNothing, log.get(), log.get()},
                              .ignores_signals = false,
                              .prepare = [] { return setsid() >= 0; }});
  } catch (const SystemError& failed) {
    error = tr("Cannot start a campaign: %1 cannot be run: %2. Check the installation of Seawind.")
                .arg(program, reason_of(failed.number()));
    return false;
  }
  notifier_ = std::make_unique<QSocketNotifier>(process_.handle.get(), QSocketNotifier::Read);
  connect(notifier_.get(), &QSocketNotifier::activated, this, &CampaignProcess::reap);
  return true;
}

void CampaignProcess::reap() {
  int status = 0;
  if (waitpid(process_.pid, &status, WNOHANG) != process_.pid) return;
  notifier_->setEnabled(false);
  process_.pid = 0;
  emit ended(WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status), said());
}

QString CampaignProcess::said() const {
  QFile log(log_of(request_.directory));
  if (!log.open(QIODevice::ReadOnly)) return {};
  log.seek(std::max(log_begin_, log.size() - kMaxLogTail));
  return QString::fromUtf8(log.readAll());
}

}  // namespace seawind::gui
