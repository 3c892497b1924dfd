// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/exec/fixed_commands.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cinttypes>
#include <cstdio>
#include <filesystem>
#include <set>
#include <utility>
#include <vector>

#include "common/error.h"
#include "common/pidfd.h"
#include "common/print_error.h"
#include "common/printable.h"
#include "namespaces/socket_table.h"

namespace seawind {
namespace {

namespace fs = std::filesystem;
using std::chrono::steady_clock;

constexpr std::chrono::seconds kLongestWait{10};  // for a requested port
constexpr std::chrono::seconds kLongestGuess{1};  // for any port
constexpr std::chrono::milliseconds kProgramStep{10};
constexpr std::chrono::seconds kGrace{2};  // between SIGTERM and SIGKILL
constexpr std::size_t kKeptLines = 20;
constexpr std::size_t kLongestLine = 4096;  // bytes; a longer one is printed in parts
constexpr std::size_t kPart = 65536;        // bytes of output, read at once

/// Whether the mobile host can reach the socket.
bool listens(const TcpSocket& socket) {
  return socket.state == TCP_LISTEN && !socket.loopback;
}

bool listens(const std::vector<TcpSocket>& sockets, std::uint16_t port) {
  return std::any_of(sockets.begin(), sockets.end(), [port](const TcpSocket& socket) {
    return listens(socket) && socket.port == port;
  });
}

bool listens_in_host(const std::vector<TcpSocket>& sockets, std::uint16_t port) {
  return std::any_of(sockets.begin(), sockets.end(), [port](const TcpSocket& socket) {
    return socket.state == TCP_LISTEN && socket.loopback && socket.port == port;
  });
}

/// Whether any port is open besides those of `own`.
bool listens_beside(const std::vector<TcpSocket>& sockets, const std::vector<std::uint16_t>& own) {
  return std::any_of(sockets.begin(), sockets.end(), [&](const TcpSocket& socket) {
    return listens(socket) && std::find(own.begin(), own.end(), socket.port) == own.end();
  });
}

/// The processes of a session that have not ended, as far as they can be found.
std::vector<Process> processes_of_session(pid_t session) {
  std::vector<Process> found;
  for (const pid_t pid : listed_processes()) {
    if (getsid(pid) != session) continue;  // again below: the pid may be reused
    Fd handle(pidfd_open(pid, 0));
    if (handle && getsid(pid) == session && !ended_within(handle, std::chrono::milliseconds(0)))
      found.push_back({pid, std::move(handle)});
  }
  return found;
}

void keep(std::string line, std::deque<std::string>& last) {
  last.push_back(std::move(line));
  if (last.size() > kKeptLines) last.pop_front();
}

/// The inodes of the sockets of a session's processes.
std::set<std::uint64_t> sockets_of_session(pid_t session) {
  std::set<std::uint64_t> inodes;
  std::error_code ended;
  for (const Process& process : processes_of_session(session)) {
    fs::directory_iterator file(fmt::format("/proc/{}/fd", process.pid), ended);
    for (; file != fs::directory_iterator(); file.increment(ended)) {
      const std::string target = fs::read_symlink(file->path(), ended);
      std::uint64_t inode = 0;
      if (std::sscanf(target.c_str(), "socket:[%" SCNu64, &inode) == 1) inodes.insert(inode);
    }
  }
  return inodes;
}

}  // namespace

FixedCommands::FixedCommands(const LocalTestBed::Namespaces& hosts, const HostCommand& context,
                             const std::vector<std::string>& commands, bool quiet)
    : quiet_(quiet), stop_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
  if (!stop_) throw system_error("run programs at the fixed host");
  for (const std::string& text : commands) {
    HostCommand command = context;
    command.arguments = {"/bin/sh", "-c", text};
    Pipe output = open_pipe();
    const std::string number =
        commands.size() > 1 ? fmt::format(" {}", programs_.size() + 1) : std::string();
    programs_.push_back({.text = text,
                         .prefix = fmt::format("fixed{}: ", number),
                         .process = start_in_fixed_host(hosts, command, output.write_end.get()),
                         .output = std::move(output.read_end)});
    fcntl(programs_.back().output.get(), F_SETFL, O_NONBLOCK);
  }
  relay_ = std::thread([this] { relay(); });
}

FixedCommands::~FixedCommands() {
  // The first process of a session and its group are known. The others are searched for, which
  // takes descriptors and rights that may be missing.
  const auto end_all = [this](int signal) {
    bool any = false;
    for (const Program& program : programs_) {
      const pid_t session = program.process.pid;
      any = any || !ended_within(program.process.handle, std::chrono::milliseconds(0));
      kill(-session, signal);
      for (const Process& process : processes_of_session(session)) {
        any = true;
        if (getpgid(process.pid) != session)
          pidfd_send_signal(process.handle.get(), signal, nullptr, 0);
      }
    }
    return any;
  };
  const auto until = steady_clock::now() + kGrace;
  if (end_all(SIGTERM))
    while (end_all(0) && steady_clock::now() < until) std::this_thread::sleep_for(kProgramStep);
  end_all(SIGKILL);
  for (const Program& program : programs_)
    if (reapable_within(program.process.pid, kGrace)) reap(program.process.pid);
  eventfd_write(stop_.get(), 1);
  relay_.join();
}

void FixedCommands::wait_until_ready(const NetworkTables& sockets,
                                     const std::vector<std::uint16_t>& ports,
                                     const std::vector<std::uint16_t>& own,
                                     const std::stop_token& stop) {
  const auto begun = steady_clock::now();
  for (;;) {
    const auto look = steady_clock::now();
    const auto found = tcp_sockets(sockets);
    const auto missing = std::find_if(ports.begin(), ports.end(),
                                      [&](std::uint16_t port) { return !listens(found, port); });
    const std::string why = ports.empty() ? not_ready(found, own) : "";
    if (missing == ports.end() && why.empty()) return;
    if (stop.stop_requested()) return;
    for (Program& program : programs_) {
      if (!has_ended(program) || program.status == 0) continue;
      program.reported = true;
      throw Error(failure_of(program));
    }
    const auto waited = steady_clock::now() - begun;
    if (ports.empty() && waited > kLongestGuess) {
      if (!quiet_) print_error("seawind: {}; --wait-port PORT waits for one\n", why);
      return;
    }
    if (waited > kLongestWait)
      throw Error(fmt::format(
          "no program listens on port {} of the fixed host within {} s{}", *missing,
          kLongestWait.count(),
          listens_in_host(found, *missing) ? "; one listens at its loopback interface only" : ""));
    pause_between_reads(look, kProgramStep);
  }
}

std::string FixedCommands::not_ready(const std::vector<TcpSocket>& found,
                                     const std::vector<std::uint16_t>& own) {
  if (!listens_beside(found, own)) return "no TCP port of the fixed host is open yet";
  if (programs_.size() == 1) return {};
  for (Program& program : programs_) {
    if (has_ended(program)) continue;
    const auto its = sockets_of_session(program.process.pid);
    if (std::none_of(found.begin(), found.end(), [&its](const TcpSocket& socket) {
          return listens(socket) && its.contains(socket.inode);
        }))
      return fmt::format("`{}` at the fixed host has opened no TCP port yet",
                         printable(program.text));
  }
  return {};
}

void FixedCommands::report_failures() {
  for (Program& program : programs_) {
    if (!has_ended(program) || program.status == 0 || std::exchange(program.reported, true))
      continue;
    print_error("seawind: {}\n", failure_of(program));
  }
}

bool FixedCommands::has_ended(Program& program) {
  if (program.status) return true;
  siginfo_t how{};
  // Not reaped before the destructor, so that no other process group gets the number meanwhile.
  if (waitid(P_PID, static_cast<id_t>(program.process.pid), &how, WEXITED | WNOHANG | WNOWAIT) !=
          0 ||
      how.si_pid == 0)
    return false;
  program.status = how.si_code == CLD_EXITED ? how.si_status << 8 : how.si_status;
  return true;
}

std::string FixedCommands::failure_of(Program& program) {
  read_rest(program);
  std::string text = fmt::format("`{}` at the fixed host {}", printable(program.text),
                                 describe_end(program.status.value_or(0)));
  const std::scoped_lock lock(mutex_);
  for (const std::string& line : program.last) text += fmt::format("\n  {}", line);
  return text;
}

void FixedCommands::relay() {
  std::vector<pollfd> ready;
  for (const Program& program : programs_)
    ready.push_back({.fd = program.output.get(), .events = POLLIN, .revents = 0});
  ready.push_back({.fd = stop_.get(), .events = POLLIN, .revents = 0});
  while (poll(ready.data(), ready.size(), -1) >= 0 || errno == EINTR) {
    for (std::size_t i = 0; i < programs_.size(); ++i) {
      if (ready[i].revents == 0) continue;
      read_output(programs_[i]);
      if ((ready[i].revents & POLLIN) == 0) ready[i].fd = -1;  // closed
    }
    if (ready.back().revents != 0) break;
  }
  for (Program& program : programs_) read_rest(program);
}

void FixedCommands::read_rest(Program& program) {
  // At most what the pipe, which the program may have enlarged, holds now: others may still write.
  const int held = fcntl(program.output.get(), F_GETPIPE_SZ);
  for (std::size_t left = held < 0 ? 0 : static_cast<std::size_t>(held);;) {
    const std::size_t length = read_output(program);
    if (length == 0 || length >= left) break;
    left -= length;
  }
  std::string line;
  {
    const std::scoped_lock lock(mutex_);
    line = printable(std::exchange(program.begun, {}));
    if (quiet_ && !line.empty()) keep(line, program.last);
  }
  if (!quiet_ && !line.empty()) print_error("{}{}\n", program.prefix, line);
}

std::size_t FixedCommands::read_output(Program& program) {
  std::vector<std::string> lines;
  ssize_t length = 0;
  {
    const std::scoped_lock lock(mutex_);
    std::vector<char> part(kPart);  // once: a program may write faster than its lines are printed
    length = read(program.output.get(), part.data(), part.size());
    for (ssize_t i = 0; i < length; ++i) {
      const char c = part[static_cast<std::size_t>(i)];
      if (c != '\n') program.begun += c;
      if (c == '\n' || program.begun.size() == kLongestLine)
        lines.push_back(printable(std::exchange(program.begun, {})));
    }
    if (quiet_) {
      for (std::string& line : lines) keep(std::move(line), program.last);
    }
  }
  if (!quiet_)
    for (const std::string& line : lines) print_error("{}{}\n", program.prefix, line);
  return static_cast<std::size_t>(std::max<ssize_t>(length, 0));
}

}  // namespace seawind
