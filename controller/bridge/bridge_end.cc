// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/bridge/bridge_end.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <linux/magic.h>
#include <linux/nsfs.h>
#include <net/if.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <optional>
#include <sstream>
#include <utility>
#include <vector>

#include "common/error.h"
#include "common/pidfd.h"
#include "common/printable.h"
#include "common/process.h"
#include "common/program_output.h"
#include "common/to_number.h"
#include "controller/testset/bridge_file.h"

namespace seawind {
namespace {

constexpr std::string_view kNamed = "netns:";
constexpr auto kNamedFolder = "/run/netns/";
constexpr std::size_t kAnswerBytes = 1 << 20;  // bytes; one line per container
constexpr std::chrono::seconds kTimeout{20};

/// What follows `prefix` in `text`.
std::optional<std::string> after(const std::string& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return {};
  return text.substr(prefix.size());
}

Fd open_namespace(const std::string& path, const std::string& missing) {
  Fd out(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  struct statfs system {};
  // `ip netns add` creates the file before it mounts the namespace there.
  if (out ? ::fstatfs(out.get(), &system) == 0 && system.f_type != NSFS_MAGIC : errno == ENOENT)
    throw UsageError(missing);
  if (!out) throw system_error("open the network namespace " + path);
  return out;
}

BridgeEnd of_process(const std::string& text, const std::string& pid) {
  const std::string missing = fmt::format("{}: there is no process {}", text, pid);
  const int number = to_number<int>(pid).value_or(0);
  if (number < 1) throw UsageError(missing);
  Fd process(pidfd_open(number, 0));
  if (!process && errno == ESRCH) throw UsageError(missing);
  if (!process) throw system_error("follow the process " + pid);
  return {.kind = BridgeEnd::Kind::kNamespace,
          .text = text,
          .network_namespace = open_namespace(fmt::format("/proc/{}/ns/net", pid), missing),
          .process = std::move(process)};
}

struct Answer {
  bool there = false;  // the program is installed
  int status = 0;      // of waitpid()
  std::string text;    // without the last end of line
};

/// Runs a program that prints few lines.
Answer run_program(const std::vector<std::string>& arguments) {
  std::optional<ProgramOutput> answer;
  try {
    answer = program_output({.arguments = arguments}, kTimeout, kAnswerBytes);
  } catch (const SystemError& error) {
    if (error.number() == ENOENT) return {};
    throw;
  }
  if (!answer)
    throw Error(fmt::format("`{}` does not answer within {} s", fmt::join(arguments, " "),
                            kTimeout.count()));
  Answer out{.there = true, .status = answer->status, .text = std::move(answer->output)};
  if (out.text.ends_with('\n')) out.text.pop_back();
  return out;
}

constexpr std::array kEngines{"docker", "podman"};

/// The pid of `name` in the answer of `program`.
int pid_in(const Answer& answer, const char* program, const std::string& name) {
  const auto pid = to_number<int>(answer.text);
  if (!pid)
    throw Error(
        fmt::format("{} has no pid of {}: `{}`", program, printable(name), printable(answer.text)));
  return *pid;
}

/// The network namespace of the container of `engine` with this name or identifier; none: there is
/// no such container.
std::optional<BridgeEnd> container_of(const char* engine, const std::string& text,
                                      const std::string& name) {
  const Answer answer =
      run_program({engine, "container", "inspect", "--format", "{{.State.Pid}}", "--", name});
  if (!answer.there || answer.status != 0) return {};
  const int pid = pid_in(answer, engine, "the container " + name);
  if (pid == 0)
    throw UsageError(
        fmt::format("{0}: the container does not run; `{1} start {2}`", text, engine, name));
  return of_process(text, std::to_string(pid));
}

[[noreturn]] void throw_no_container(const std::string& text, const char* problem) {
  bool any = false;
  std::string failing;
  for (const char* engine : kEngines) {
    const Answer answer = run_program({engine, "ps", "--quiet", "--last", "1"});
    if (!answer.there) continue;
    any = true;
    if (answer.status != 0)
      failing += fmt::format("; `{0}` fails: does `{0} ps` work for this user?", engine);
  }
  if (!any) throw UsageError(text + ": neither `docker` nor `podman` is installed");
  throw UsageError(fmt::format("{}: {}{}", text, problem, failing));
}

BridgeEnd of_container(const std::string& text, const std::string& name) {
  for (const char* engine : kEngines)
    if (auto found = container_of(engine, text, name)) return std::move(*found);
  throw_no_container(text, "Docker and Podman have no such container of this user");
}

/// The Unix time of the local time that begins the text (2026-10-25 02:30:00.5 +0200 CEST), in
/// seconds; 0: the text has another form.
double unix_time_of(const std::string& text) {
  std::tm local{};
  double seconds = 0;
  int offset = 0;  // hours and minutes, +0200
  if (std::sscanf(text.c_str(), "%d-%d-%d %d:%d:%lf %d", &local.tm_year, &local.tm_mon,
                  &local.tm_mday, &local.tm_hour, &local.tm_min, &seconds, &offset) != 7)
    return 0;
  local.tm_year -= 1900;
  local.tm_mon -= 1;
  return static_cast<double>(timegm(&local) - offset / 100 * 3600 - offset % 100 * 60) + seconds;
}

/// The id in the line `TIME ID` with the latest time. Docker lists the newest container first,
/// Podman the oldest.
std::string newest(const std::string& containers) {
  std::istringstream lines(containers);
  std::pair<double, std::string> last;
  for (std::string line; std::getline(lines, line);)
    last = std::max(last, {unix_time_of(line), line});
  return last.second.substr(last.second.rfind(' ') + 1);
}

/// The newest running container of a service, by the labels that Docker Compose and podman-compose
/// give it.
BridgeEnd of_service(const std::string& text, const std::string& name) {
  const std::size_t colon = name.find(':');
  constexpr auto kFilter = "label=com.docker.compose.{}={}";
  for (const char* engine : kEngines) {
    const Answer answer =
        run_program({engine, "ps", "--no-trunc", "--format", "{{.CreatedAt}} {{.ID}}", "--filter",
                     fmt::format(kFilter, "project", name.substr(0, colon)), "--filter",
                     fmt::format(kFilter, "service", name.substr(colon + 1))});
    if (!answer.there || answer.status != 0 || answer.text.empty()) continue;
    if (auto found = container_of(engine, text, newest(answer.text))) return std::move(*found);
  }
  throw_no_container(text,
                     "no container of this service runs; `docker compose up -d`, or "
                     "`podman-compose up -d`");
}

/// The newest ready pod of this name that the runtime of this machine's Kubernetes node lists.
BridgeEnd of_pod(const std::string& text, const std::string& name) {
  constexpr auto kProgram = "crictl";
  const std::size_t slash = name.find('/');
  const auto exactly = [](const std::string& words) {  // crictl takes regular expressions
    std::string out = "^";
    for (const char c : words) out += c == '.' ? std::string("[.]") : std::string(1, c);
    return out + "$";
  };
  const Answer found = run_program({kProgram, "pods", "-q", "--no-trunc", "--latest", "--state",
                                    "ready", "--namespace", exactly(name.substr(0, slash)),
                                    "--name", exactly(name.substr(slash + 1))});
  if (!found.there) throw UsageError(text + ": `crictl` is not installed");
  if (found.status != 0)
    throw UsageError(text + ": `crictl` fails; does `crictl pods` work for this user?");
  if (found.text.empty()) throw UsageError(text + ": no such pod of this node is ready");
  const Answer answer = run_program(
      {kProgram, "inspectp", "--output", "go-template", "--template", "{{.info.pid}}", found.text});
  return of_process(text, std::to_string(pid_in(answer, kProgram, "the pod " + name)));
}

/// The user namespace that owns a network namespace.
Fd owner_of(int network_namespace) {
  Fd out(::ioctl(network_namespace, NS_GET_USERNS));
  if (!out) throw system_error("find the owner of a network namespace");
  return out;
}

}  // namespace

BridgeEnd open_bridge_end(const std::string& text) {
  if (text == "nat") return {.kind = BridgeEnd::Kind::kNetwork, .text = text};
  if (const std::string problem = bridge_end_problem(text); !problem.empty())
    throw UsageError(problem);
  if (const auto name = after(text, kNamed))
    return {.kind = BridgeEnd::Kind::kNamespace,
            .text = text,
            .network_namespace = open_namespace(
                kNamedFolder + *name,
                fmt::format("{}: there is no such network namespace; see `ip netns`", text))};
  if (const auto name = after(text, "container:")) return of_container(text, *name);
  if (const auto name = after(text, "compose:")) return of_service(text, *name);
  if (const auto name = after(text, "pod:")) return of_pod(text, *name);
  if (const auto pid = after(text, "pid:")) return of_process(text, *pid);
  const auto devices = interface_of_devices(text);
  const std::string interface = devices.value_or(text);
  if (::if_nametoindex(interface.c_str()) != 0)
    return {.kind = devices ? BridgeEnd::Kind::kDevices : BridgeEnd::Kind::kInterface,
            .text = text,
            .interface = interface};
  throw UsageError(fmt::format("`{}`: there is no such interface (see `ip link`)", interface) +
                   (devices ? "" : fmt::format(", and it is none of {}", kNamedEnds)));
}

bool has_gone(const BridgeEnd& end) {
  if (end.process) return ended_within(end.process, std::chrono::milliseconds(0));
  if (!end.text.starts_with(kNamed)) return false;
  const Fd now(
      ::open((kNamedFolder + end.text.substr(kNamed.size())).c_str(), O_RDONLY | O_CLOEXEC));
  return !now || !same_namespace(now, end.network_namespace);
}

bool same_namespace(const Fd& one, const Fd& other) {
  struct stat a {};
  struct stat b {};
  return ::fstat(one.get(), &a) == 0 && ::fstat(other.get(), &b) == 0 && a.st_dev == b.st_dev &&
         a.st_ino == b.st_ino;
}

void enter_owner_of(const BridgeEnd& fixed, const BridgeEnd& mobile) {
  if (::geteuid() == 0) return;
  for (const BridgeEnd* end : {&fixed, &mobile})
    if (end->kind != BridgeEnd::Kind::kNamespace)
      throw Error(fmt::format("cannot use `{}`: that needs root", end->text));
  const Fd owner = owner_of(fixed.network_namespace.get());
  if (!same_namespace(owner, owner_of(mobile.network_namespace.get())))
    throw Error(fmt::format("cannot join {} and {}: their user namespaces differ, which needs root",
                            fixed.text, mobile.text));
  const auto user = std::to_string(::getuid());
  const auto group = std::to_string(::getgid());
  // The network namespace of the caller belongs to another user namespace, from which the process
  // could not return to it. Podman mounts its storage, which needs a mount namespace.
  if (::setns(owner.get(), CLONE_NEWUSER) != 0 || ::setresgid(0, 0, 0) != 0 ||
      ::setresuid(0, 0, 0) != 0 || ::unshare(CLONE_NEWNET | CLONE_NEWNS) != 0)
    throw Error(fmt::format("cannot join {} and {} by an interface: that needs root ({})",
                            fixed.text, mobile.text, error_words(errno)));
  // Podman sets these for its own processes there; with them it finds the containers of the user.
  ::setenv("_CONTAINERS_USERNS_CONFIGURED", "done", 1);
  ::setenv("_CONTAINERS_ROOTLESS_UID", user.c_str(), 1);
  ::setenv("_CONTAINERS_ROOTLESS_GID", group.c_str(), 1);
}

}  // namespace seawind
