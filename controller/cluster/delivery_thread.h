// SPDX-License-Identifier: GPL-3.0-or-later
// A task's thread for the campaign's file system: it delivers attempts, writes the state of the
// task, and reads the requests to the campaign. The task itself never waits for that file system.
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>

#include "controller/campaign/run_state.h"
#include "controller/cluster/delivery.h"
#include "controller/cluster/task_files.h"

namespace seawind::cluster {

class DeliveryThread {
 public:
  struct Intervals {
    std::chrono::milliseconds look{1000};            // between two readings of the requests
    std::chrono::milliseconds state{5'000};          // between two states
    std::chrono::milliseconds deliver{2'000};        // before the first delivery; each copies the
    std::chrono::milliseconds deliver_most{60'000};  // whole store, so later ones are rarer
  };
  /// As Delivery. Starts the thread.
  DeliveryThread(Directory own, Directory campaign, TaskRun run, TaskState state,
                 Intervals intervals);
  /// Ends the thread; what is not delivered stays.
  ~DeliveryThread();
  DeliveryThread(const DeliveryThread&) = delete;
  DeliveryThread& operator=(const DeliveryThread&) = delete;

  /// The state to be written next.
  void set_state(TaskState state);
  /// The request to the campaign, as last read.
  ControlRequest control() const;
  /// The first repetition of the case that is not needed, as last read.
  std::optional<int> first_unneeded(int case_index) const;
  /// Delivers everything, and then writes `last` as the task's state. Waits for the file system, at
  /// most `patience`. False: not all of it could be delivered; problem() has the reason.
  bool finish(TaskState last, std::chrono::seconds patience);
  std::string problem() const;

 private:
  void loop();
  bool deliver(bool due);
  void read_requests();

  const Intervals intervals_;
  const Directory campaign_;  // used by the thread alone, as are the next two
  const TaskRun run_;
  Delivery delivery_;
  mutable std::mutex mutex_;  // guards the members below
  std::condition_variable changed_;
  TaskState state_;
  std::string problem_;
  ControlRequest control_ = ControlRequest::kRun;
  Unneeded unneeded_;
  bool finishing_ = false;
  bool finished_ = false;
  bool ends_ = false;
  std::thread thread_;
};

}  // namespace seawind::cluster
