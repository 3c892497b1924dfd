// SPDX-License-Identifier: GPL-3.0-or-later
// Calls of programs that do not exist, or that accept the connection and never answer.
#include "controller/testbed/call_limit.h"

#include <grpcpp/create_channel.h>
#include <grpcpp/security/credentials.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/un.h>

#include <cstring>

#include "common/fds.h"
#include "emulator/api/emulator.grpc.pb.h"
#include "namespaces/socket_wait.h"
#include "tests/support/temp_tree.h"

namespace seawind {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kShort{20};
constexpr milliseconds kLong{60'000};

class CallLimitTest : public testing::Test {
 protected:
  Fd listening() const {
    Fd out(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::strncpy(address.sun_path, socket_.c_str(), sizeof address.sun_path - 1);
    EXPECT_EQ(::bind(out.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
    EXPECT_EQ(::listen(out.get(), 8), 0);
    return out;
  }

  grpc::StatusCode call(milliseconds most) const {
    const auto stub = Emulator::NewStub(
        grpc::CreateChannel("unix:" + socket_.string(), grpc::InsecureChannelCredentials()));
    grpc::ClientContext context;
    const CallLimit limit(context, most);
    Reports reports;
    return limit.status_of(stub->GetReports(&context, ReportsRequest(), &reports)).error_code();
  }

  test::TempTree tree_;
  const std::filesystem::path socket_ = tree_.root() / "socket";
};

TEST_F(CallLimitTest, AProgramThatDoesNotAnswerIsGivenUp) {
  const Fd mute = listening();
  EXPECT_EQ(call(kShort), grpc::StatusCode::DEADLINE_EXCEEDED);
  // A later call with an earlier end is not kept waiting by the first one.
  grpc::ClientContext other;
  const CallLimit longer(other, kLong);
  EXPECT_EQ(call(kShort), grpc::StatusCode::DEADLINE_EXCEEDED);
  EXPECT_EQ(longer.status_of(grpc::Status::CANCELLED).error_code(), grpc::StatusCode::CANCELLED);
}

TEST_F(CallLimitTest, AProgramThatIsNotThereIsUnavailableAtOnce) {
  EXPECT_EQ(call(kLong), grpc::StatusCode::UNAVAILABLE);
}

TEST_F(CallLimitTest, WaitsUntilAProgramListens) {
  EXPECT_FALSE(wait_until_listening(socket_, kShort, {}));
  std::stop_source stopped;
  stopped.request_stop();
  EXPECT_FALSE(wait_until_listening(socket_, kLong, stopped.get_token()));
  const Fd listener = listening();
  EXPECT_TRUE(wait_until_listening(socket_, kLong, {}));
  EXPECT_TRUE(wait_until_listening(socket_, kLong, stopped.get_token()));
}

}  // namespace
}  // namespace seawind
