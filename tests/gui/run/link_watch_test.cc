// SPDX-License-Identifier: GPL-3.0-or-later
// The links of a campaign whose daemon reports, but does not answer other calls.
#include <grpcpp/server_builder.h>

#include <QTest>
#include <atomic>
#include <thread>

#include "emulator/api/emulator.grpc.pb.h"
#include "gui/run/directory_source.h"
#include "tests/gui/run/campaign_fixture.h"

namespace seawind::gui {
namespace {

/// Less than the time that a call waits for an answer, 5 s.
constexpr int kAtOnce = 2000;  // ms

class SilentDaemon : public Emulator::Service {
 public:
  explicit SilentDaemon(const std::string& socket) {
    grpc::ServerBuilder builder;
    builder.AddListeningPort("unix:" + socket, grpc::InsecureServerCredentials());
    builder.RegisterService(this);
    server_ = builder.BuildAndStart();
  }
  ~SilentDaemon() override {
    ends_ = true;
    server_->Shutdown();
  }
  SilentDaemon(const SilentDaemon&) = delete;
  SilentDaemon& operator=(const SilentDaemon&) = delete;

  /// Calls that wait for the configuration of a link.
  int waiting() const { return waiting_; }

 private:
  grpc::Status WatchReports(grpc::ServerContext* context, const ReportsRequest*,
                            grpc::ServerWriter<Reports>* writer) override {
    Reports reports;
    reports.add_links()->set_link_time_ns(1);
    writer->Write(reports);
    wait_for_end_of(*context);
    return grpc::Status::CANCELLED;
  }
  grpc::Status GetLink(grpc::ServerContext* context, const LinkRequest*,
                       LinkConfiguration*) override {
    ++waiting_;
    wait_for_end_of(*context);
    --waiting_;
    return grpc::Status::CANCELLED;
  }
  void wait_for_end_of(const grpc::ServerContext& context) const {
    while (!context.IsCancelled() && !ends_)
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }

  std::atomic<bool> ends_ = false;
  std::atomic<int> waiting_ = 0;
  std::unique_ptr<grpc::Server> server_;
};

class LinkWatchTest : public CampaignFixture {
 protected:
  LinkWatchTest() {
    live_.relay = (home_.path() + "/relay").toStdString();
    daemon_ = std::make_unique<SilentDaemon>(live_.relay);
    run();
    std::filesystem::create_directories(to_path(directory_) / "work/x");
    source_ = std::make_unique<DirectorySource>(directory_, places_.configs);
  }
  [[nodiscard]] bool calls_wait(int number) {
    return QTest::qWaitFor([&] { return daemon_->waiting() == number; });
  }

  std::unique_ptr<SilentDaemon> daemon_;
  std::unique_ptr<DirectorySource> source_;
  QElapsedTimer took_;
};

TEST_F(LinkWatchTest, AnotherSlotIsChosenWithoutWaitingForTheDaemon) {
  source_->watch_link(1);
  ASSERT_TRUE(calls_wait(1));
  took_.start();
  source_->watch_link(-1);
  EXPECT_LT(took_.elapsed(), kAtOnce);
}

TEST_F(LinkWatchTest, ChangesAreMadeOneAfterTheOther) {
  for (const char* rate : {"32kbit/s", "64kbit/s"})
    source_->change_link(1, {.set = {{"downlink.rate_base", rate}}});
  ASSERT_TRUE(calls_wait(1));
  EXPECT_FALSE(QTest::qWaitFor([&] { return daemon_->waiting() > 1; }, 300));
  daemon_.reset();
  QThreadPool::globalInstance()->waitForDone();
}

TEST_F(LinkWatchTest, ACampaignIsClosedWithoutWaitingForTheDaemon) {
  source_->watch_link(1);
  source_->change_link(1, {.set = {{"downlink.rate_base", "32kbit/s"}}});
  ASSERT_TRUE(calls_wait(2));
  took_.start();
  source_.reset();
  EXPECT_LT(took_.elapsed(), kAtOnce);
  daemon_.reset();
  QThreadPool::globalInstance()->waitForDone();
}

}  // namespace
}  // namespace seawind::gui
