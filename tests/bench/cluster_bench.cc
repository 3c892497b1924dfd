// SPDX-License-Identifier: GPL-3.0-or-later
// What the controller of a campaign on a cluster needs, on a simulated one:
//   cluster_bench FOLDER REPETITIONS NODES [CASES [METRICS]]
// makes the campaign FOLDER and prints the time that the controller worked (the simulation is not
// counted), its memory, and how long the reports' queries take. docs/scale.md has figures.
#include <fmt/format.h>
#include <sys/resource.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>

#include "controller/cluster/cluster_run.h"
#include "controller/store/query.h"
#include "tests/controller/cluster/sim_cluster.h"

namespace seawind::test {
namespace {

namespace fs = std::filesystem;
using Wall = std::chrono::steady_clock;

double seconds_since(Wall::time_point begun) {
  return std::chrono::duration<double>(Wall::now() - begun).count();
}

double megabytes_at_most() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

/// Of all folders in the campaign.
std::size_t most_entries(const fs::path& root) {
  std::size_t most = 0;
  const auto count = [&](const fs::path& folder) {
    const auto entries = std::distance(fs::directory_iterator(folder), fs::directory_iterator());
    most = std::max(most, static_cast<std::size_t>(entries));
  };
  count(root);
  for (const auto& entry : fs::recursive_directory_iterator(root))
    if (entry.is_directory()) count(entry.path());
  return most;
}

int run(const fs::path& root, int repetitions, int nodes, int cases, int metrics) {
  const Plan plan = plan_of(cases, repetitions / cases);
  SimClusterOptions sim;
  sim.nodes = nodes;
  sim.slots = 10;
  sim.seconds = 30;
  sim.deliver = 600;
  sim.flows = 3;
  sim.metrics = metrics;
  sim.task_dies = 0.02;
  sim.node_dies = 0.01;
  sim.lives_on = 0.1;
  sim.refused = 0.01;
  SimCluster batch(root, plan, sim, 1);
  Wall::duration simulated{};
  SteppingClock clock([&](SimCluster::Time now) {
    const auto begun = Wall::now();
    batch.advance(now);
    simulated += Wall::now() - begun;
  });
  cluster::ClusterOptions options;
  options.most_tasks = nodes;
  options.slots = sim.slots;
  options.task_seconds = 600;
  options.seconds.assign(static_cast<std::size_t>(cases), sim.seconds);
  auto begun = Wall::now();
  CampaignDirectory campaign = CampaignDirectory::create(root, plan, "bench.yaml");
  fmt::print("made the campaign in {:.1f} s\n", seconds_since(begun));
  begun = Wall::now();
  const auto virtual_begin = clock.now();
  const SchedulerResult result = cluster::run_on_cluster(
      campaign, batch, clock, options,
      {.report = [](const CampaignProgress&) {}, .control = [] { return ControlRequest::kRun; }},
      {});
  const double worked = seconds_since(begun) - std::chrono::duration<double>(simulated).count();
  fmt::print(
      "{} repetitions on {} nodes in {:.0f} s of virtual time, {} submissions, {} tasks or nodes "
      "lost: {}\n",
      repetitions, nodes, std::chrono::duration<double>(clock.now() - virtual_begin).count(),
      batch.submissions(), batch.deaths(),
      result.end == CampaignEnd::kComplete ? "complete" : result.message);
  fmt::print(
      "controller: {:.1f} s, {:.3f} ms a repetition; at most {:.0f} MB with the simulation\n",
      worked, 1e3 * worked / repetitions, megabytes_at_most());
  fmt::print("campaign.db: {:.0f} MB; most entries of a folder: {}\n",
             static_cast<double>(fs::file_size(root / "campaign.db")) / 1e6, most_entries(root));
  begun = Wall::now();
  campaign.store().progress();
  fmt::print("progress: {:.2f} s\n", seconds_since(begun));
  begun = Wall::now();
  const auto values = campaign.store().values(0, "flow1", "metric_1");
  fmt::print("one metric of a case, {} values: {:.2f} s\n", values.size(), seconds_since(begun));
  begun = Wall::now();
  load_overview(root);
  fmt::print("overview of the report: {:.2f} s\n", seconds_since(begun));
  return result.end == CampaignEnd::kComplete ? 0 : 1;
}

}  // namespace
}  // namespace seawind::test

int main(int argc, char** argv) {
  if (argc < 4) {
    fmt::print(stderr, "usage: cluster_bench FOLDER REPETITIONS NODES [CASES [METRICS]]\n");
    return 2;
  }
  return seawind::test::run(argv[1], std::atoi(argv[2]), std::atoi(argv[3]),
                            argc > 4 ? std::atoi(argv[4]) : 10, argc > 5 ? std::atoi(argv[5]) : 60);
}
