// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/daemon/cpu_latency.h"

#include <fcntl.h>

#include <cstdint>

#include "common/error.h"

namespace seawind {
namespace {

constexpr std::int32_t kWakeUp = 20;     // us
constexpr std::int32_t kNoRequest = -1;  // PM_QOS_DEFAULT_VALUE

void write_to(const Fd& device, std::int32_t latency) {
  if (!device) return;
  // An open descriptor of the device accepts every 32-bit value.
  [[maybe_unused]] const ssize_t ignored = ::write(device.get(), &latency, sizeof latency);
}

}  // namespace

CpuLatency::CpuLatency(const std::string& device)
    : device_(::open(device.c_str(), O_WRONLY | O_CLOEXEC)) {
  if (!device_) refused_ = system_error("open " + device).what();
}

void CpuLatency::begin() noexcept {
  const std::lock_guard lock(mutex_);
  if (links_++ == 0) write_to(device_, kWakeUp);
}

void CpuLatency::end() noexcept {
  const std::lock_guard lock(mutex_);
  if (--links_ == 0) write_to(device_, kNoRequest);
}

}  // namespace seawind
