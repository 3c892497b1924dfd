// SPDX-License-Identifier: GPL-3.0-or-later
// Slurm as a batch system, by its commands sbatch, squeue and scancel in PATH. A submission is a
// job array.
#pragma once

#include "controller/cluster/batch_system.h"
#include "controller/testset/engines.pb.h"

namespace seawind::cluster {

class Slurm : public BatchSystem {
 public:
  explicit Slurm(SlurmEngine settings) : settings_(std::move(settings)) {}

  std::string script(const Submission& submission) const override;
  std::string submit(const Submission& submission) override;
  std::string find(const std::string& name) override;
  std::vector<ActiveTask> active(const std::string& job) override;
  void cancel(const std::string& name, Which which) override;

 private:
  SlurmEngine settings_;
};

/// The tasks in the output of squeue. Lines of another form are skipped.
std::vector<ActiveTask> parse_queue(const std::string& output);

}  // namespace seawind::cluster
