// SPDX-License-Identifier: GPL-3.0-or-later
// The queue: its order, its file, and the times of its starts. The processes are real programs that
// accept the arguments of `seawind run` with another meaning.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

#include "gui/run/queue_runner.h"

namespace seawind::gui {
namespace {

using State = QueueItem::State;

RunRequest request(const QTemporaryDir& home, const QString& name) {
  return {"/sets/" + name + ".yaml", home.path() + "/campaigns/" + name, 2, "4"};
}

QStringList names(const CampaignQueue& queue) {
  QStringList all;
  for (const QueueItem& item : queue.items()) all << QFileInfo(item.request.directory).fileName();
  return all;
}

struct Queue : testing::Test {
  QTemporaryDir home;
  QString file = home.path() + "/own/queue.json";
};

TEST_F(Queue, OrderCanBeChangedAndOutlivesTheWindow) {
  {
    CampaignQueue queue(file);
    const QAbstractItemModelTester tester(&queue,
                                          QAbstractItemModelTester::FailureReportingMode::Fatal);
    for (const char* name : {"a", "b", "c", "d"}) queue.add(request(home, name));
    EXPECT_TRUE(queue.move(3, -2));
    EXPECT_EQ(names(queue), (QStringList{"a", "d", "b", "c"}));
    EXPECT_TRUE(queue.move(0, 1));
    EXPECT_FALSE(queue.move(0, -1));
    EXPECT_FALSE(queue.move(3, 1));
    EXPECT_TRUE(queue.remove(2));
    queue.set_state(1, State::kFailed, "no space");
    queue.set_held(true);
    EXPECT_EQ(names(queue), (QStringList{"d", "a", "c"}));
  }
  const CampaignQueue queue(file);
  EXPECT_TRUE(queue.is_mine());
  EXPECT_TRUE(queue.is_held());
  EXPECT_EQ(names(queue), (QStringList{"d", "a", "c"}));
  EXPECT_EQ(queue.items()[0].request.test_set, "/sets/d.yaml");
  EXPECT_EQ(queue.items()[0].request.repetitions, 2);
  EXPECT_EQ(queue.items()[0].request.parallel, "4");
  EXPECT_EQ(queue.items()[1].state, State::kFailed);
  EXPECT_EQ(queue.items()[1].message, "no space");
}

TEST_F(Queue, TheRunningOneStaysInFront) {
  CampaignQueue queue(file);
  const QAbstractItemModelTester tester(&queue,
                                        QAbstractItemModelTester::FailureReportingMode::Fatal);
  for (const char* name : {"a", "b", "c"}) queue.add(request(home, name));
  queue.set_state(1, State::kRunning);
  EXPECT_EQ(names(queue), (QStringList{"b", "a", "c"}));
  EXPECT_FALSE(queue.move(1, -1));
  EXPECT_FALSE(queue.move(0, 1));
  EXPECT_FALSE(queue.remove(0));
  EXPECT_EQ(queue.running_row(), 0);
  EXPECT_EQ(queue.next_row(), 1);
}

TEST_F(Queue, BelongsToOneWindow) {
  CampaignQueue first(file);
  first.add(request(home, "a"));
  CampaignQueue second(file);
  EXPECT_FALSE(second.is_mine());
  EXPECT_EQ(names(second), QStringList{"a"});
  second.add(request(home, "b"));
  EXPECT_FALSE(second.remove(0));
  EXPECT_EQ(names(second), QStringList{"a"});
}

TEST_F(Queue, ADamagedFileIsKeptAside) {
  QDir().mkpath(home.path() + "/own");
  QFile broken(file);
  ASSERT_TRUE(broken.open(QIODevice::WriteOnly));
  broken.write("{\"version\": 1, \"ite");
  broken.close();
  CampaignQueue queue(file);
  EXPECT_TRUE(queue.items().isEmpty());
  EXPECT_TRUE(queue.error().contains(file)) << queue.error().toStdString();
  EXPECT_TRUE(QFile::exists(file + ".damaged"));
}

TEST_F(Queue, ADamagedFileThatCannotBeRenamedIsNotReplaced) {
  QDir().mkpath(file + ".damaged/taken");
  const QByteArray text = "{\"version\": 1, \"ite";
  QFile broken(file);
  ASSERT_TRUE(broken.open(QIODevice::WriteOnly));
  broken.write(text);
  broken.close();
  CampaignQueue queue(file);
  EXPECT_TRUE(queue.error().contains("nor renamed to")) << queue.error().toStdString();
  queue.add(request(home, "a"));
  EXPECT_EQ(names(queue), QStringList{"a"});
  EXPECT_TRUE(queue.error().contains("It stays as it is")) << queue.error().toStdString();
  ASSERT_TRUE(broken.open(QIODevice::ReadOnly));
  EXPECT_EQ(broken.readAll(), text);
}

TEST_F(Queue, AFileThatCannotBeOpenedIsNotReplaced) {
  QDir().mkpath(home.path() + "/own");
  ASSERT_EQ(mknod(file.toUtf8(), S_IFSOCK | 0600, 0), 0);
  CampaignQueue queue(file);
  EXPECT_TRUE(queue.error().contains("cannot be read")) << queue.error().toStdString();
  queue.add(request(home, "a"));
  EXPECT_TRUE(queue.error().contains("It stays as it is")) << queue.error().toStdString();
  struct stat now {};
  ASSERT_EQ(stat(file.toUtf8(), &now), 0);
  EXPECT_TRUE(S_ISSOCK(now.st_mode));
}

struct Runner : Queue {
  CampaignQueue queue{file};
  std::unique_ptr<QueueRunner> runner;
  QStringList started;
  QStringList problems;

  void use(const QString& program) {
    runner = std::make_unique<QueueRunner>(queue, program, "/configs");
    QObject::connect(runner.get(), &QueueRunner::started, runner.get(),
                     [this](const QString& d) { started << QFileInfo(d).fileName(); });
    QObject::connect(runner.get(), &QueueRunner::ended, runner.get(),
                     [this](const QString&, int, const QString& problem) {
                       if (!problem.isEmpty()) problems << problem;
                     });
  }
};

TEST_F(Runner, OneAfterTheOtherInOrder) {
  use("/bin/true");
  for (const char* name : {"a", "b", "c"}) queue.add(request(home, name));
  queue.move(2, -2);
  QCoreApplication::processEvents();
  EXPECT_TRUE(started.isEmpty());  // no scan has shown yet whether other campaigns run
  runner->take_scan({});
  ASSERT_TRUE(QTest::qWaitFor([this] { return queue.items().isEmpty(); }));
  EXPECT_EQ(started, (QStringList{"c", "a", "b"}));
  EXPECT_TRUE(problems.isEmpty());
}

TEST_F(Runner, WaitsForACampaignFromElsewhere) {
  use("/bin/true");
  queue.add(request(home, "a"));
  CampaignEntry other{
      .directory = "/elsewhere/x", .name = "x", .phase = RunState::kPaused, .total = 1};
  runner->take_scan({other});
  QCoreApplication::processEvents();
  EXPECT_TRUE(started.isEmpty());
  EXPECT_TRUE(runner->waits_for().contains("x")) << runner->waits_for().toStdString();
  other.phase = std::nullopt;
  runner->take_scan({other});
  ASSERT_TRUE(QTest::qWaitFor([this] { return queue.items().isEmpty(); }));
  EXPECT_EQ(started, QStringList{"a"});
}

TEST_F(Runner, AHeldQueueStartsNothing) {
  use("/bin/true");
  queue.set_held(true);
  queue.add(request(home, "a"));
  runner->take_scan({});
  QCoreApplication::processEvents();
  EXPECT_TRUE(started.isEmpty());
  EXPECT_TRUE(runner->waits_for().contains("held"));
  queue.set_held(false);
  ASSERT_TRUE(QTest::qWaitFor([this] { return queue.items().isEmpty(); }));
}

// `ls run /sets/a.yaml ...` prints a reason and ends with 2, as for an invalid test set.
TEST_F(Runner, AnInvalidAttemptKeepsItsReasonAndTheNextFollows) {
  use("/bin/ls");
  queue.add(request(home, "a"));
  queue.add(request(home, "b"));
  runner->take_scan({});
  ASSERT_TRUE(QTest::qWaitFor([this] { return problems.size() == 2; }));
  EXPECT_EQ(started, (QStringList{"a", "b"}));
  ASSERT_EQ(queue.items().size(), 2);
  EXPECT_EQ(queue.items()[0].state, State::kFailed);
  EXPECT_FALSE(queue.is_held());
  EXPECT_TRUE(problems[0].contains("not valid")) << problems[0].toStdString();
  // the program's own message
  EXPECT_TRUE(problems[0].contains("ls: ")) << problems[0].toStdString();
  EXPECT_TRUE(QFile::exists(home.path() + "/campaigns/a.log"));
}

TEST_F(Runner, AMissingProgramHoldsTheQueue) {
  use("/nowhere/seawind");
  queue.add(request(home, "a"));
  queue.add(request(home, "b"));
  runner->take_scan({});
  EXPECT_TRUE(started.isEmpty());
  EXPECT_TRUE(queue.is_held());
  EXPECT_EQ(queue.items()[0].state, State::kFailed);
  EXPECT_EQ(queue.items()[1].state, State::kWaiting);
  ASSERT_EQ(problems.size(), 1);
  EXPECT_TRUE(problems[0].contains("/nowhere/seawind"));
  EXPECT_TRUE(problems[0].contains("No such file"));
}

// The window was closed meanwhile: the running one is not a child of this one.
TEST_F(Runner, FindsOutWhatBecameOfTheOneItDidNotStart) {
  use("/bin/true");
  for (const char* name : {"a", "b"}) queue.add(request(home, name));
  queue.set_state(0, State::kRunning);
  CampaignEntry a{.directory = request(home, "a").directory,
                  .name = "a",
                  .phase = RunState::kRunning,
                  .done = 1,
                  .total = 2};
  for (int i = 0; i < 10; ++i) runner->take_scan({a});
  EXPECT_TRUE(started.isEmpty());
  a.phase = std::nullopt;
  a.done = 2;
  for (int i = 0; i < 5; ++i) runner->take_scan({a});
  ASSERT_TRUE(QTest::qWaitFor([this] { return queue.items().isEmpty(); }));
  EXPECT_EQ(started, QStringList{"b"});
}

TEST_F(Runner, AnUnfinishedOneOfAClosedWindowHoldsTheQueue) {
  use("/bin/true");
  for (const char* name : {"a", "b"}) queue.add(request(home, name));
  queue.set_state(0, State::kRunning);
  const CampaignEntry a{
      .directory = request(home, "a").directory, .name = "a", .done = 1, .total = 2};
  for (int i = 0; i < 5; ++i) runner->take_scan({a});
  QCoreApplication::processEvents();
  EXPECT_TRUE(started.isEmpty());
  EXPECT_TRUE(queue.is_held());
  EXPECT_EQ(queue.items()[0].state, State::kFailed);
  EXPECT_TRUE(queue.items()[0].message.contains("resume"));
}

TEST(CampaignProcess, ArgumentsAreThoseOfTheCommandLine) {
  EXPECT_EQ(
      arguments_of({"/s/a b.yaml", "/c/a; rm", 3, "auto", true}, "/cfg").join('|'),
      "run|/s/a b.yaml|-o|/c/a; rm|--configs|/cfg|--allow-changes|--repetitions|3|--parallel|auto");
  EXPECT_EQ(arguments_of({"/s/a.yaml", "/c/a", 0, {}}, "/cfg").join('|'),
            "run|/s/a.yaml|-o|/c/a|--configs|/cfg");
  EXPECT_EQ(arguments_of({"/s/a.yaml", "/c/a", 0, {}, false, "/l/lab.yaml"}, "/cfg").join('|'),
            "run|/s/a.yaml|-o|/c/a|--configs|/cfg|--lab|/l/lab.yaml");
  EXPECT_EQ(arguments_of({{}, "/c/a", 0, "2"}, "/cfg").join('|'), "resume|/c/a|--parallel|2");
}

TEST(CampaignProcess, ExitCodesSayWhatToDo) {
  for (const int fine : {0, 1, 130}) EXPECT_TRUE(explain_exit(fine, "/c", "x").isEmpty());
  EXPECT_TRUE(explain_exit(2, "/c", "e.yaml:3:1: error").contains("e.yaml:3:1: error"));
  EXPECT_TRUE(explain_exit(3, "/c", {}).contains("seawind doctor"));
  EXPECT_TRUE(explain_exit(137, "/c", {}).contains("signal 9"));
}

// `cat resume FIFO` blocks until a writer opens the FIFO.
TEST(CampaignProcess, LivesOnWithoutTheWindow) {
  const QTemporaryDir home;
  const QString fifo = home.path() + "/campaign";
  ASSERT_EQ(mkfifo(fifo.toLocal8Bit().constData(), 0600), 0);
  auto process = std::make_unique<CampaignProcess>();
  QString error;
  ASSERT_TRUE(process->start("/bin/cat", {{}, fifo, 0, {}}, "/cfg", error)) << error.toStdString();
  const pid_t pid = process->pid();
  process.reset();
  EXPECT_EQ(waitpid(pid, nullptr, WNOHANG), 0);  // it runs
  {
    const Fd writer(::open(fifo.toLocal8Bit().constData(), O_WRONLY));  // when it has come that far
    EXPECT_EQ(getsid(pid), pid);
    ASSERT_EQ(::write(writer.get(), "done\n", 5), 5);
  }
  EXPECT_EQ(waitpid(pid, nullptr, 0), pid);
  QFile log(fifo + ".log");
  ASSERT_TRUE(log.open(QIODevice::ReadOnly));
  EXPECT_TRUE(log.readAll().endsWith("done\n"));
}

}  // namespace
}  // namespace seawind::gui
