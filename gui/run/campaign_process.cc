// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/run/campaign_process.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSocketNotifier>
#include <csignal>
#include <cstring>
#include <vector>

extern char** environ;

namespace seawind::gui {
namespace {

constexpr qint64 kMaxSaid = 8000;  // bytes

/// Settings of the child: a session of its own, no standard input, standard output and error in the
/// log, no signal blocked or ignored.
class SpawnSettings {
 public:
  explicit SpawnSettings(int log) {
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&files, log, STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&files, log, STDERR_FILENO);
    posix_spawnattr_init(&attributes);
    sigset_t none;
    sigemptyset(&none);
    posix_spawnattr_setsigmask(&attributes, &none);
    sigset_t all;
    sigfillset(&all);
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawnattr_setflags(&attributes,
                             POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  }
  ~SpawnSettings() {
    posix_spawn_file_actions_destroy(&files);
    posix_spawnattr_destroy(&attributes);
  }
  SpawnSettings(const SpawnSettings&) = delete;
  SpawnSettings& operator=(const SpawnSettings&) = delete;

  posix_spawn_file_actions_t files;
  posix_spawnattr_t attributes;
};

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
  // the page shows all other exit codes
  if (exit_code == 0 || exit_code == 1 || exit_code == 130) return {};
  const QString where = QDir::toNativeSeparators(directory);
  QString text;
  if (exit_code == 2)
    text = CampaignProcess::tr(
               "The campaign %1 was not begun: the test set or an option is not valid. Mend what "
               "is named here, then start it again.")
               .arg(where);
  else if (exit_code == 3)
    text = CampaignProcess::tr(
               "The campaign %1 cannot go on: the test bed cannot be built or kept up, or the "
               "directory cannot be written. Run `seawind doctor`, mend what it names, then resume "
               "the campaign.")
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

  std::vector<QByteArray> words{QFile::encodeName(program)};
  for (const QString& argument : arguments_of(request, configs))
    words.push_back(QFile::encodeName(argument));
  std::vector<char*> argv;
  for (QByteArray& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);

  const SpawnSettings settings(log.get());
  pid_t pid = 0;
  const int result =
      posix_spawn(&pid, argv[0], &settings.files, &settings.attributes, argv.data(), environ);
  if (result != 0) {
    error = tr("Cannot start a campaign: %1 cannot be run: %2. Check the installation of Seawind.")
                .arg(program, reason_of(result));
    return false;
  }
  pid_ = pid;
  pidfd_ = Fd(static_cast<int>(syscall(SYS_pidfd_open, pid, 0)));
  if (!pidfd_) {  // the child has not been waited for, so it exists; pidfd_open() failed for lack
                  // of descriptors
    error = tr("The campaign %1 was started, but cannot be followed: %2.")
                .arg(request.directory, reason_of(errno));
    return false;
  }
  notifier_ = std::make_unique<QSocketNotifier>(pidfd_.get(), QSocketNotifier::Read);
  connect(notifier_.get(), &QSocketNotifier::activated, this, &CampaignProcess::reap);
  return true;
}

void CampaignProcess::reap() {
  int status = 0;
  if (waitpid(pid_, &status, WNOHANG) != pid_) return;
  notifier_->setEnabled(false);
  pid_ = 0;
  emit ended(WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status), said());
}

QString CampaignProcess::said() const {
  QFile log(log_of(request_.directory));
  if (!log.open(QIODevice::ReadOnly)) return {};
  log.seek(std::max(log_begin_, log.size() - kMaxSaid));
  return QString::fromUtf8(log.readAll());
}

}  // namespace seawind::gui
