// SPDX-License-Identifier: GPL-3.0-or-later
// Access to a socket by user.
#include "common/peer_listener.h"

#include <gmock/gmock.h>
#include <grp.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <mutex>

#include "common/error.h"
#include "tests/support/temp_tree.h"

namespace seawind {
namespace {

Fd call(const std::string& path) {
  Fd out(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::strncpy(address.sun_path, path.c_str(), sizeof address.sun_path - 1);
  if (connect(out.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0)
    out.reset();
  return out;
}

/// What the other end writes before it ends; it has 20 s.
std::string read_text(const Fd& connection) {
  std::string out;
  char byte = 0;
  pollfd ready{connection.get(), POLLIN, 0};
  while (poll(&ready, 1, 20'000) == 1 && read(connection.get(), &byte, 1) == 1) out += byte;
  return out;
}

class PeerListenerTest : public testing::Test {
 protected:
  PeerListenerTest() { chmod(tree_.root().c_str(), 0755); }
  std::string path() const { return tree_.root() / "socket"; }
  PeerListener::Options greeter() {
    return {
        .path = path(),
        .program = "greeter",
        // A caller that only checks for a listener has already closed the connection.
        .accepted = [](Fd connection) { (void)!send(connection.get(), "hello", 5, MSG_NOSIGNAL); },
        .refused =
            [this](const std::string& words) {
              const std::lock_guard lock(mutex_);
              lines_.push_back(words);
            }};
  }
  std::vector<std::string> lines() {
    const std::lock_guard lock(mutex_);
    return lines_;
  }

  const test::TempTree tree_;
  std::mutex mutex_;
  std::vector<std::string> lines_;
};

TEST_F(PeerListenerTest, ItsOwnUserIsServed) {
  const PeerListener listener(greeter());
  struct stat file {};
  ASSERT_EQ(stat(path().c_str(), &file), 0);
  EXPECT_EQ(file.st_mode, S_IFSOCK | 0660U);
  EXPECT_EQ(read_text(call(path())), "hello");
  EXPECT_THAT(lines(), testing::IsEmpty());
}

// The file's mode is opened on purpose, because it is not the protection under test.
TEST_F(PeerListenerTest, ConnectionsOfOtherUsersAreClosedAndReportedOnce) {
  if (geteuid() != 0) {
    EXPECT_TRUE(setuid(65534) != 0) << "nobody else to call as";
    return;
  }
  const PeerListener listener(greeter());
  ASSERT_EQ(chmod(path().c_str(), 0666), 0);
  const pid_t other = fork();
  if (other == 0) {
    if (setresuid(65534, 65534, 65534) != 0) _exit(2);
    for (int i = 0; i < 3; ++i) {
      const Fd connection = call(path());
      if (!connection || !read_text(connection).empty()) _exit(1);
    }
    _exit(0);
  }
  int status = 0;
  ASSERT_EQ(waitpid(other, &status, 0), other);
  EXPECT_EQ(status, 0);
  EXPECT_EQ(read_text(call(path())), "hello") << "we are served still";
  EXPECT_THAT(lines(),
              testing::ElementsAre("rejected a connection of user 65534 (process " +
                                   std::to_string(other) + "): only root and user 0 may connect"));
}

// The file's group is that of this process.
TEST_F(PeerListenerTest, ThePermittedGroupIsServedAndOthersAreNot) {
  if (geteuid() != 0) {
    EXPECT_TRUE(setuid(65534) != 0) << "nobody else to call as";
    return;
  }
  PeerListener::Options options = greeter();
  options.group = true;
  const PeerListener listener(options);
  ASSERT_EQ(chmod(path().c_str(), 0666), 0);
  struct Caller {
    gid_t group;
    std::vector<gid_t> supplementary;
    std::string answer;
  };
  const gid_t own = getegid();
  for (const Caller& caller : {Caller{own, {}, "hello"}, Caller{65534, {4711, own}, "hello"},
                               Caller{65534, {4711}, ""}, Caller{65534, {}, ""}}) {
    const pid_t other = fork();
    if (other == 0) {
      if (setgroups(caller.supplementary.size(), caller.supplementary.data()) != 0 ||
          setresgid(caller.group, caller.group, caller.group) != 0 ||
          setresuid(65534, 65534, 65534) != 0)
        _exit(2);
      _exit(read_text(call(path())) == caller.answer ? 0 : 1);
    }
    int status = 0;
    ASSERT_EQ(waitpid(other, &status, 0), other);
    EXPECT_EQ(status, 0) << "group " << caller.group;
  }
  ASSERT_EQ(lines().size(), 1U);
  EXPECT_THAT(lines()[0], testing::EndsWith("only root and user 0 and group " +
                                            std::to_string(own) + " may connect"));
}

TEST_F(PeerListenerTest, OneThatIsServedIsNotTakenOver) {
  const PeerListener listener(greeter());
  try {
    const PeerListener second(greeter());
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(std::string(error.what()),
              "cannot serve " + path() + ": another greeter is listening there");
  }
  EXPECT_EQ(read_text(call(path())), "hello");
}

TEST_F(PeerListenerTest, AFileLeftBehindIsReplacedAndOthersAreNot) {
  {
    const PeerListener gone(greeter());
    std::filesystem::rename(path(), path() + "-kept");
  }
  std::filesystem::rename(path() + "-kept", path());
  {
    const PeerListener next(greeter());
    EXPECT_EQ(read_text(call(path())), "hello");
  }
  EXPECT_FALSE(std::filesystem::exists(path()));
  std::ofstream(path()) << "mine";
  EXPECT_THROW(PeerListener{greeter()}, Error);
  EXPECT_EQ(std::filesystem::file_size(path()), 4U);
}

TEST_F(PeerListenerTest, KeepsAFileThatReplacedItsSocket) {
  {
    const PeerListener listener(greeter());
    std::filesystem::remove(path());
    std::ofstream(path()) << "another's";
  }
  EXPECT_TRUE(std::filesystem::is_regular_file(path()));
}

TEST_F(PeerListenerTest, APathThatIsTooLongIsSaid) {
  auto options = greeter();
  options.path = tree_.root() / std::string(120, 'x');
  EXPECT_THROW(PeerListener{options}, Error);
}

}  // namespace
}  // namespace seawind
