// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/controller/export/export_log.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <utility>

namespace seawind::test {

ExportItem ExportFolder::item(const SyntheticLog& log, const std::vector<FlowSpec>& flows) const {
  ExportItem item;
  item.campaign = "quick";
  item.case_name = "e0/tail-drop-20/baseline/w1";
  item.number = 7;
  item.seed = 99;
  item.flows = flows;
  item.rates[0] = item.rates[1] = 64000;
  item.states = {"good", "bad"};
  const auto file = path() / "events.zst";
  log.write(file, kEpoch);
  item.open_log = [file](EventLogReader::Progress progress) {
    return EventLogReader(file, std::move(progress));
  };
  return item;
}

SyntheticLog export_log() {
  SyntheticLog log;
  log.event(EventKind::kStateChange, kDown, 0, 0, 0, 0);
  log.pass(kDown, 0, {4000, 5001, 1000, kSyn}, 100 * kMs);
  log.pass(kUp, 100 * kMs, {5001, 4000, 9000, kSyn | kAck, 0, 0, 1001}, 100 * kMs);
  log.pass(kDown, 1000 * kMs, {4000, 5001, 1001, kAck, 500, 0, 9001}, 300 * kMs);
  log.event(EventKind::kStateChange, kDown, 1050 * kMs, 0, 0, 1);
  const auto lost = log.arrive(kDown, 1100 * kMs, {4000, 5001, 1501, kAck, 500, 0, 9001});
  log.drop(lost, 1150 * kMs, DropReason::kRouterFull);
  const auto marked = log.arrive(kDown, 1200 * kMs, {4000, 5001, 2001, kAck, 500, 0, 9001});
  log.event(EventKind::kMark, kDown, 1201 * kMs, 0, marked, 0);
  log.event(EventKind::kRetransmit, kDown, 1300 * kMs, 0, marked, 2);
  log.deliver(marked, 1500 * kMs);
  log.pass(kUp, 1300 * kMs, {5001, 4000, 9001, kAck, 0, 0, 1501}, 100 * kMs);
  log.pass(kUp, 1500 * kMs, {5001, 4000, 9001, kAck, 0, 0, 1501}, 100 * kMs);
  log.pass(kDown, 2000 * kMs, {4000, 5001, 1501, kAck, 500, 0, 9001}, 300 * kMs);
  log.pass(kUp, 2300 * kMs, {5001, 4000, 9001, kAck, 0, 0, 2501}, 100 * kMs);
  log.pass(kDown, 2500 * kMs, {4000, 5001, 2501, kFin | kAck, 0, 0, 9001}, 100 * kMs);
  log.pass(kUp, 2600 * kMs, {5001, 4000, 9001, kFin | kAck, 0, 0, 2502}, 100 * kMs);
  log.deliver(log.arrive_echo(kDown, 3000 * kMs, 8, 1), 3300 * kMs);
  log.deliver(log.arrive_echo(kUp, 3301 * kMs, 0, 1), 3700 * kMs);
  return log;
}

std::vector<FlowSpec> export_flows() {
  return {{"bulk1", false, true, 5001, 1500},
          {.name = "ping", .sink_port = 77, .kind = FlowKind::kRoundTrips}};
}

bool has_program(const std::string& name) {
  const char* path = std::getenv("PATH");
  std::string all = path == nullptr ? "/usr/bin" : path;
  for (std::size_t at = 0; at <= all.size();) {
    const auto end = std::min(all.find(':', at), all.size());
    if (access((all.substr(at, end - at) + "/" + name).c_str(), X_OK) == 0) return true;
    at = end + 1;
  }
  return false;
}

std::string output_of(const std::vector<std::string>& arguments) {
  int ends[2];
  if (pipe(ends) != 0) return {};
  const pid_t child = fork();
  if (child == 0) {
    dup2(ends[1], 1);
    close(ends[0]);
    close(ends[1]);
    std::vector<char*> argv;
    for (const auto& a : arguments) argv.push_back(const_cast<char*>(a.c_str()));
    argv.push_back(nullptr);
    execvp(argv[0], argv.data());
    _exit(127);
  }
  close(ends[1]);
  std::string out;
  char buffer[4096];
  for (ssize_t got; (got = read(ends[0], buffer, sizeof buffer)) > 0;)
    out.append(buffer, static_cast<std::size_t>(got));
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0)
      << arguments[0] << " ended with " << status << ": " << out;
  return out;
}

}  // namespace seawind::test
