// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/link/stages/lifetime_option.h"

namespace seawind {
namespace {

using Bytes = std::span<const std::uint8_t>;

constexpr std::int64_t kDayMs = 86'400'000;

std::optional<LifetimeOption> read(Bytes option) {
  const LifetimeOption out = read_lifetime_option(option);
  if (out.absolute() && out.lifetime - kAbsoluteLifetime >= kDayMs) return {};
  return out;
}

}  // namespace

std::optional<LifetimeOption> lifetime_option(const Packet& packet) {
  if (packet.ip().version != 4 || packet.ip().header_bytes == 20) return {};
  const Bytes options = packet.ip_bytes().subspan(20, packet.ip().header_bytes - std::size_t{20});
  for (std::size_t at = 0; at < options.size();) {
    if (options[at] == 0) return {};  // end of options
    if (options[at] == 1) {           // no-operation
      ++at;
      continue;
    }
    if (at + 2 > options.size()) return {};
    const std::size_t length = options[at + 1];
    if (length < 2 || at + length > options.size()) return {};
    if (options[at] == kLifetimeOption) {
      if (length != kLifetimeOptionBytes) return {};
      return read(options.subspan(at, length));
    }
    at += length;
  }
  return {};
}

Duration remaining(const LifetimeOption& option, Duration waited, Duration of_day) {
  if (!option.absolute()) return Duration::milliseconds(option.lifetime) - waited;
  constexpr std::int64_t kDay = kDayMs * 1'000'000;
  const std::int64_t end = std::int64_t{option.lifetime - kAbsoluteLifetime} * 1'000'000;
  std::int64_t left = (end - of_day.ns()) % kDay;
  if (left > kDay / 2) left -= kDay;
  if (left <= -kDay / 2) left += kDay;
  return Duration::nanoseconds(left);
}

}  // namespace seawind
