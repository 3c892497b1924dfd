// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/daemon/link_disposal.h"

#include <pthread.h>

#include <utility>

#include "common/concurrently.h"

namespace seawind {
namespace {
constexpr std::size_t kWaitingLinks = 256;
constexpr std::size_t kThreads = 32;
}  // namespace

LinkDisposal::LinkDisposal() {
  thread_ = std::thread([this] {
    ::pthread_setname_np(::pthread_self(), "disposal");
    loop();
  });
}

LinkDisposal::~LinkDisposal() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
    changed_.notify_all();
  }
  thread_.join();
}

void LinkDisposal::add(std::unique_ptr<RelayLink> link) {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return waiting_.size() < kWaitingLinks; });
  waiting_.push_back(std::move(link));
  changed_.notify_all();
}

void LinkDisposal::loop() {
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [this] { return stop_ || !waiting_.empty(); });
    if (waiting_.empty()) return;
    auto links = std::exchange(waiting_, {});
    changed_.notify_all();
    lock.unlock();
    concurrently(links.size(), kThreads, [&](std::size_t i) { links[i].reset(); });
    lock.lock();
  }
}

}  // namespace seawind
