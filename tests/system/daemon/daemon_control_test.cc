// SPDX-License-Identifier: GPL-3.0-or-later
// The control interface of a running daemon, its start and its end.
#include <gmock/gmock.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <fstream>

#include "common/event_log.h"
#include "tests/system/daemon/daemon_fixture.h"

namespace seawind::test {
namespace {

using grpc::StatusCode;
using testing::AllOf;
using testing::HasSubstr;

HopSpec fast_hop() {
  return plain_hop(80'000'000, Duration());
}

TEST_F(DaemonTest, ReportsItsRightsAndLimits) {
  grpc::ClientContext context;
  Info info;
  ASSERT_TRUE(daemon_.control().GetInfo(&context, InfoRequest(), &info).ok());
  EXPECT_THAT(info.port_kinds(), testing::ElementsAre("ring", "super"));
  EXPECT_EQ(info.links(), 0U);
  EXPECT_EQ(info.realtime(), info.realtime_refused().empty());
  EXPECT_THAT(info.scheduling(),
              testing::ContainsRegex(info.realtime() ? "^SCHED_FIFO 10" : "^(nice -20|normal)"));
  EXPECT_THAT(daemon_.messages(), HasSubstr("scheduling=\"" + info.scheduling() + "\""));
}

TEST_F(DaemonTest, HasGivenUpWhatItDoesNotNeed) {
  std::ifstream in("/proc/" + std::to_string(daemon_.pid()) + "/status");
  const std::string status{std::istreambuf_iterator<char>(in), {}};
  EXPECT_THAT(status, HasSubstr("NoNewPrivs:\t1"));
  EXPECT_THAT(status, HasSubstr("Seccomp:\t2"));
  // NET_ADMIN, NET_RAW, SYS_NICE, and IPC_LOCK where memory is not locked without it.
  for (const char* set : {"CapPrm:\t", "CapEff:\t", "CapBnd:\t"}) {
    const auto at = status.find(set);
    ASSERT_NE(at, std::string::npos);
    EXPECT_EQ(std::stoull(status.substr(at + 8), nullptr, 16) & ~0x807000ULL, 0U) << set;
  }
}

// glibc reserves 64 MiB, aligned to its size, for each further heap; the part in use is writable.
TEST_F(DaemonTest, AllThreadsShareOneHeap) {
  constexpr std::uint64_t kHeap = 64U << 20U;
  ASSERT_TRUE(create(create_request(fast_hop())).ok());
  std::ifstream maps("/proc/" + std::to_string(daemon_.pid()) + "/maps");
  std::uint64_t used_begin = 0, used_end = 0;
  int regions = 0;
  for (std::string line; std::getline(maps, line); ++regions) {
    unsigned long long begin = 0, end = 0;
    char mode[5] = {};
    ASSERT_EQ(std::sscanf(line.c_str(), "%llx-%llx %4s", &begin, &end, mode), 3) << line;
    const bool rest_of_heap = mode == std::string("---p") && begin == used_end &&
                              used_begin % kHeap == 0 && end == used_begin + kHeap;
    EXPECT_FALSE(rest_of_heap) << line;
    used_begin = begin, used_end = end;
  }
  EXPECT_GT(regions, 10);
}

TEST_F(DaemonTest, TheSocketBelongsToOwnerAndGroup) {
  struct stat file {};
  ASSERT_EQ(::stat(daemon_.socket().c_str(), &file), 0);
  EXPECT_EQ(file.st_mode & 0777U, 0660U);
}

TEST_F(DaemonTest, ABadSpecIsRefusedWithAllItsProblemsAndNothingHappens) {
  HopSpec bad = fast_hop();
  bad.mutable_link()->mutable_downlink()->mutable_rate_base()->set_fixed(0);
  bad.mutable_link()->mutable_uplink()->set_queue_max_length(1);
  bad.mutable_link()->mutable_uplink()->mutable_error_probability()->set_fixed(2);
  CreateLinkRequest request = create_request(bad);
  request.set_event_log("refused.swlog");
  const grpc::Status status = create(request);
  EXPECT_EQ(status.error_code(), StatusCode::INVALID_ARGUMENT);
  EXPECT_THAT(status.error_message(),
              AllOf(HasSubstr("hop.link.downlink.rate_base: "),
                    HasSubstr("hop.link.uplink.error_probability: "),
                    HasSubstr("hop.link.uplink.queue_max_length: holds packets back, but there is "
                              "no router to queue them")));
  EXPECT_FALSE(std::filesystem::exists(directory_.root() / "refused.swlog"));

  ASSERT_TRUE(create(create_request(fast_hop())).ok());  // name and interfaces are free
  HopSpec moved = bad;
  moved.set_seed(2);
  const grpc::Status changed = change(moved);
  EXPECT_EQ(changed.error_code(), StatusCode::INVALID_ARGUMENT);
  EXPECT_THAT(changed.error_message(),
              AllOf(HasSubstr("hop.link.downlink.rate_base: "),
                    HasSubstr("hop.seed: the running link has 1; it cannot change")));
  const UdpSocket fixed(bed_.fixed, 1);
  const UdpSocket mobile(bed_.mobile, 2);
  fixed.send(2, 1000);
  EXPECT_TRUE(mobile.receive()) << "still at its old rate";
}

TEST_F(DaemonTest, NamesAndInterfacesAreUsedOnce) {
  ASSERT_TRUE(create(create_request(fast_hop())).ok());
  const grpc::Status same_name = create(create_request(fast_hop()));
  EXPECT_EQ(same_name.error_code(), StatusCode::ALREADY_EXISTS);
  EXPECT_EQ(same_name.error_message(), "there is a link named link already");

  CreateLinkRequest second = create_request(fast_hop());
  second.set_name("second");
  const grpc::Status same_ports = create(second);
  EXPECT_EQ(same_ports.error_code(), StatusCode::ALREADY_EXISTS);
  EXPECT_EQ(same_ports.error_message(), "cannot use interface fixed0: another link uses it");

  remove();
  second.set_mobile_interface("fixed0");
  EXPECT_EQ(create(second).error_code(), StatusCode::ALREADY_EXISTS);
  second.set_mobile_interface("nowhere0");
  const grpc::Status missing = create(second);
  EXPECT_EQ(missing.error_code(), StatusCode::NOT_FOUND);
  EXPECT_EQ(missing.error_message(), "cannot use interface nowhere0: no interface has this name");
  second.set_mobile_interface("mobile0");
  EXPECT_TRUE(create(second).ok());
}

TEST_F(DaemonTest, AnUnknownLinkIsNotFound) {
  EXPECT_EQ(change(fast_hop(), "none").error_code(), StatusCode::NOT_FOUND);
  grpc::ClientContext context;
  ReportsRequest request;
  Reports reports;
  request.set_name("none");
  const grpc::Status status = daemon_.control().GetReports(&context, request, &reports);
  EXPECT_EQ(status.error_code(), StatusCode::NOT_FOUND);
  EXPECT_EQ(status.error_message(), "there is no link named none");
}

TEST_F(DaemonTest, ALogThatCannotBeCreatedRefusesTheLink) {
  CreateLinkRequest request = create_request(fast_hop());
  request.set_event_log("missing/link.swlog");
  const grpc::Status status = create(request);
  EXPECT_EQ(status.error_code(), StatusCode::FAILED_PRECONDITION);
  EXPECT_THAT(status.error_message(),
              AllOf(HasSubstr("cannot create "), HasSubstr("missing/link.swlog: No such file")));
  request.clear_event_log();
  EXPECT_TRUE(create(request).ok());
}

/// A file system of one page, which is taken.
class FullDisk {
 public:
  explicit FullDisk(std::filesystem::path where) : where_(std::move(where)) {
    std::filesystem::create_directory(where_);
    mounted_ = ::mount("none", where_.c_str(), "tmpfs", 0, "size=4096") == 0;
    if (mounted_) std::ofstream(where_ / "page") << std::string(4096, 'x');
  }
  ~FullDisk() {
    if (mounted_) ::umount2(where_.c_str(), MNT_DETACH);
  }
  FullDisk(const FullDisk&) = delete;
  FullDisk& operator=(const FullDisk&) = delete;
  bool mounted() const { return mounted_; }

 private:
  std::filesystem::path where_;
  bool mounted_ = false;
};

TEST_F(DaemonTest, AFullDiskCostsTheLogAndIsReported) {
  const FullDisk disk(directory_.root() / "full");
  if (!disk.mounted()) {
    EXPECT_NE(getuid(), 0U) << "root may mount";
    return;
  }
  CreateLinkRequest request = create_request(fast_hop());
  request.set_event_log("full/link.swlog");
  const grpc::Status status = create(request);
  ASSERT_TRUE(status.ok()) << status.error_message();
  const UdpSocket fixed(bed_.fixed, 1);
  const UdpSocket mobile(bed_.mobile, 2);
  fixed.send(2, 100);
  EXPECT_TRUE(mobile.receive());
  EXPECT_THAT(remove().log_error(), AllOf(HasSubstr("cannot write the event log "),
                                          HasSubstr("No space left on device")));
}

TEST_F(DaemonTest, WatchSendsReportsUntilTheCallerHangsUp) {
  ASSERT_TRUE(create(create_request(fast_hop())).ok());
  grpc::ClientContext context;
  ReportsRequest request;
  request.set_interval_ns(10'000'000);
  const auto stream = daemon_.control().WatchReports(&context, request);
  Reports reports;
  std::int64_t previous = -1;
  for (int i = 0; i < 3; ++i) {
    ASSERT_TRUE(stream->Read(&reports));
    ASSERT_EQ(reports.links_size(), 1);
    EXPECT_GT(reports.links(0).link_time_ns(), previous);
    previous = reports.links(0).link_time_ns();
  }
  context.TryCancel();
  EXPECT_EQ(stream->Finish().error_code(), StatusCode::CANCELLED);

  grpc::ClientContext other;
  request.set_interval_ns(1);
  EXPECT_EQ(daemon_.control().WatchReports(&other, request)->Finish().error_code(),
            StatusCode::INVALID_ARGUMENT);
}

struct Watching {
  Watching(Emulator::Stub& control, Duration interval) {
    ReportsRequest request;
    request.set_interval_ns(interval.ns());
    stream = control.WatchReports(&context, request);
  }
  grpc::ClientContext context;
  std::unique_ptr<grpc::ClientReader<Reports>> stream;
};

// Many clients watch and none of them reads: all other calls are still served.
TEST_F(DaemonTest, WatchersDoNotBlockOtherCalls) {
  ASSERT_TRUE(create(create_request(fast_hop())).ok());
  std::vector<std::unique_ptr<Watching>> watching;
  Reports reports;
  for (int i = 0; i < 200; ++i) {
    watching.push_back(std::make_unique<Watching>(daemon_.control(), Duration::milliseconds(10)));
    ASSERT_TRUE(watching.back()->stream->Read(&reports));
  }
  for (int i = 0; i < 3; ++i) {
    remove();
    ASSERT_TRUE(create(create_request(fast_hop())).ok());
  }
  EXPECT_TRUE(watching.front()->stream->Read(&reports));
  daemon_.signal(SIGTERM);  // the watchers do not delay the end
  EXPECT_EQ(daemon_.wait_exit(), 0) << daemon_.messages();
}

TEST_F(DaemonTest, OneWatcherTooManyIsRefused) {
  std::vector<std::unique_ptr<Watching>> watching;
  Reports reports;
  for (int i = 0; i < 1024; ++i) {
    watching.push_back(std::make_unique<Watching>(daemon_.control(), Duration::seconds(3600)));
    ASSERT_TRUE(watching.back()->stream->Read(&reports));
  }
  const grpc::Status refused = Watching(daemon_.control(), Duration::seconds(1)).stream->Finish();
  EXPECT_EQ(refused.error_code(), StatusCode::RESOURCE_EXHAUSTED);
  EXPECT_EQ(refused.error_message(), "1024 clients watch reports, the maximum");
  EXPECT_TRUE(create(create_request(fast_hop())).ok());
}

TEST_F(DaemonTest, SighupChangesNothingAndSigtermEndsCleanly) {
  CreateLinkRequest request = create_request(fast_hop());
  request.set_event_log("link.swlog");
  ASSERT_TRUE(create(request).ok());
  const UdpSocket fixed(bed_.fixed, 1);
  const UdpSocket mobile(bed_.mobile, 2);
  daemon_.signal(SIGHUP);
  fixed.send(2, 100);
  EXPECT_TRUE(mobile.receive());
  EXPECT_EQ(report().downlink().delivered_packets(), 1U);

  daemon_.signal(SIGTERM);
  EXPECT_EQ(daemon_.wait_exit(), 0) << daemon_.messages();
  EXPECT_THAT(daemon_.messages(),
              AllOf(HasSubstr("ignored signal=SIGHUP"), HasSubstr("ending signal=SIGTERM"),
                    HasSubstr("link removed name=link releases=1")));
  EXPECT_FALSE(std::filesystem::exists(daemon_.socket()));
  EventLogReader log(directory_.root() / "link.swlog");
  int delivered = 0;
  while (const auto entry = log.next()) delivered += entry->event.kind == EventKind::kDelivered;
  EXPECT_EQ(delivered, 1);
  EXPECT_FALSE(log.truncated());
}

TEST_F(DaemonTest, ASecondDaemonNeitherTakesTheSocketNorTheInterfaces) {
  ASSERT_TRUE(create(create_request(fast_hop())).ok());
  DaemonProcess same_socket(bed_.relay, directory_.root(), "again", {"--socket", daemon_.socket()});
  EXPECT_EQ(same_socket.wait_exit(), 3);
  EXPECT_THAT(same_socket.messages(), HasSubstr("cannot serve " + daemon_.socket() +
                                                ": another seawindd is listening there"));

  DaemonProcess other(bed_.relay, directory_.root(), "other");
  ASSERT_TRUE(other.wait_ready()) << other.messages();
  grpc::ClientContext context;
  LinkStarted started;
  const grpc::Status status =
      other.control().CreateLink(&context, create_request(fast_hop()), &started);
  EXPECT_EQ(status.error_code(), StatusCode::ALREADY_EXISTS);
  EXPECT_THAT(status.error_message(), HasSubstr("interface fixed0"));
}

TEST_F(DaemonTest, TheSocketOfAKilledDaemonIsReplaced) {
  daemon_.signal(SIGKILL);
  EXPECT_EQ(daemon_.wait_exit(), 128 + SIGKILL);
  ASSERT_TRUE(std::filesystem::exists(daemon_.socket()));
  DaemonProcess next(bed_.relay, directory_.root(), "next", {"--socket", daemon_.socket()});
  EXPECT_TRUE(next.wait_ready()) << next.messages();
  next.signal(SIGINT);
  EXPECT_EQ(next.wait_exit(), 0);
}

struct Usage {
  std::vector<std::string> words;
  int code;
  const char* text;
};
class CommandLine : public testing::TestWithParam<Usage> {};

TEST_P(CommandLine, ReportsTheError) {
  const NetNamespace where;
  const TempTree directory;
  DaemonProcess daemon(where, directory.root(), "seawindd", GetParam().words);
  EXPECT_EQ(daemon.wait_exit(), GetParam().code);
  EXPECT_THAT(daemon.messages(), HasSubstr(GetParam().text));
}

INSTANTIATE_TEST_SUITE_P(
    Wrong, CommandLine,
    testing::Values(
        Usage{{"--nonsense"}, 2, "The following argument was not expected: --nonsense"},
        Usage{{"--rt-priority", "100"}, 2, "100 is neither 1 to 99 nor off"},
        Usage{{"--spin-before", "80"}, 2, "needs a unit"},
        Usage{{"--spin-before", "2ms"}, 2, "2ms is neither 0us to 1ms nor auto"},
        Usage{{"--max-spin-fraction", "1"}, 2, "--max-spin-fraction"},
        Usage{{"--cpu", "1023"}, 3, "cannot run the relay on processor 1023: Invalid argument"},
        Usage{{"--cpu", "0,1023"}, 3, "cannot run the relay on processor 1023: Invalid argument"},
        Usage{{"--threads", "64"}, 3, "cannot run 64 relay threads: the daemon may use "},
        Usage{{"--log-dir", "/nonexistent"},
              3,
              "cannot open the directory /nonexistent: No such file or directory"},
        Usage{{"--socket", "/nonexistent/socket"}, 3, "cannot serve /nonexistent/socket"}));

}  // namespace
}  // namespace seawind::test
