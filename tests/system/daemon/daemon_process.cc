// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/system/daemon/daemon_process.h"

#include <fcntl.h>
#include <grpcpp/create_channel.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstring>
#include <fstream>

#include "common/error.h"

namespace seawind::test {
namespace {
constexpr int kPatience = 20'000;  // ms: a deadline, not a pause
}

DaemonProcess::DaemonProcess(const NetNamespace& where, const std::filesystem::path& directory,
                             const std::string& name, const std::vector<std::string>& more)
    : directory_(directory), name_(name), socket_(directory / (name + ".sock")) {
  const std::string notify_path = directory / (name + ".notify");
  notify_ = Fd(::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0));
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::strncpy(address.sun_path, notify_path.c_str(), sizeof address.sun_path - 1);
  if (::bind(notify_.get(), reinterpret_cast<sockaddr*>(&address), sizeof address) < 0) {
    throw system_error("bind " + notify_path);
  }
  std::vector<std::string> words{SEAWIND_BINARY_DIR "/bin/seawindd", "--die-with-parent"};
  const auto unless_given = [&](const std::string& option, const std::string& value) {
    if (std::find(more.begin(), more.end(), option) != more.end()) return;
    words.insert(words.end(), {option, value});
  };
  unless_given("--socket", socket_);
  unless_given("--log-dir", directory.string());
  words.insert(words.end(), more.begin(), more.end());
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  std::string notify_variable = "NOTIFY_SOCKET=" + notify_path;
  std::vector<char*> environment{notify_variable.data()};
  for (char** own = environ; *own != nullptr; ++own) environment.push_back(*own);
  environment.push_back(nullptr);
  const std::string errors = directory / (name + ".stderr");
  const Fd out(::open(errors.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644));
  where.run([&] {
    pid_ = ::fork();
    if (pid_ != 0) return;
    ::dup2(out.get(), STDERR_FILENO);
    ::execve(argv[0], argv.data(), environment.data());
    ::_exit(127);
  });
  if (pid_ < 0) throw system_error("start seawindd");
  pidfd_ = Fd(static_cast<int>(::syscall(SYS_pidfd_open, pid_, 0)));
}

DaemonProcess::~DaemonProcess() {
  if (pid_ < 0) return;
  ::kill(pid_, SIGKILL);
  ::waitpid(pid_, nullptr, 0);
}

bool DaemonProcess::wait_ready() {
  pollfd waiting[] = {{notify_.get(), POLLIN, 0}, {pidfd_.get(), POLLIN, 0}};
  if (::poll(waiting, 2, kPatience) <= 0 || (waiting[0].revents & POLLIN) == 0) return false;
  char text[256] = "";
  const ssize_t size = ::recv(notify_.get(), text, sizeof text - 1, 0);
  return size > 0 && std::string(text).find("READY=1") != std::string::npos;
}

void DaemonProcess::signal(int number) {
  ::kill(pid_, number);
}

int DaemonProcess::wait_exit() {
  pollfd waiting{pidfd_.get(), POLLIN, 0};
  if (::poll(&waiting, 1, kPatience) <= 0) return -1;
  int status = 0;
  ::waitpid(pid_, &status, 0);
  pid_ = -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

Emulator::Stub& DaemonProcess::control() {
  if (!stub_) {
    stub_ = Emulator::NewStub(
        grpc::CreateChannel("unix:" + socket_, grpc::InsecureChannelCredentials()));
  }
  return *stub_;
}

std::string DaemonProcess::messages() const {
  std::ifstream in(directory_ / (name_ + ".stderr"));
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace seawind::test
