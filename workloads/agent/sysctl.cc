// SPDX-License-Identifier: GPL-3.0-or-later
#include "workloads/agent/sysctl.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cerrno>

#include "common/error.h"
#include "common/fds.h"

namespace seawind {

bool valid_sysctl_name(std::string_view name) {
  return !name.empty() && std::all_of(name.begin(), name.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
  });
}

std::string normalise_sysctl(std::string_view value) {
  std::string out;
  bool gap = false;
  for (const char c : value) {
    if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
      gap = !out.empty();
      continue;
    }
    if (gap) out += ' ';
    gap = false;
    out += c;
  }
  return out;
}

std::optional<std::string> SysctlTree::read(const std::string& name) const {
  assert(valid_sysctl_name(name));
  const Fd file(open((root_ / name).c_str(), O_RDONLY | O_CLOEXEC));
  if (!file && errno == ENOENT) return std::nullopt;
  if (!file) throw system_error("read net.ipv4." + name);
  std::array<char, 4096> text;
  const ssize_t n = ::read(file.get(), text.data(), text.size());
  if (n < 0) throw system_error("read net.ipv4." + name);
  return normalise_sysctl({text.data(), static_cast<std::size_t>(n)});
}

int SysctlTree::write(const std::string& name, const std::string& value) const {
  assert(valid_sysctl_name(name));
  const Fd file(open((root_ / name).c_str(), O_WRONLY | O_TRUNC | O_CLOEXEC));
  if (!file) return errno;
  // One write, because the kernel applies a setting as a whole or rejects it.
  const ssize_t n = ::write(file.get(), value.data(), value.size());
  if (n < 0) return errno;
  return n == static_cast<ssize_t>(value.size()) ? 0 : EINVAL;
}

}  // namespace seawind
