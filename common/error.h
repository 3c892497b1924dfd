// SPDX-License-Identifier: GPL-3.0-or-later
// Set-up errors: what was tried and the system's reason. Configuration errors are values instead
// (common/diagnostics.h); a packet path counts and never throws.
#pragma once

#include <stdexcept>
#include <string>

namespace seawind {

/// A set-up step that failed. what() reads "cannot <tried>: <reason>".
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A set-up step that failed with an errno.
class SystemError : public Error {
 public:
  SystemError(const std::string& what, int number) : Error(what), number_(number) {}
  int number() const { return number_; }  // errno; 0: not known

 private:
  int number_;
};

/// What the user named does not exist, or is not what it should be: exit code 2. what() has the
/// remedy.
class UsageError : public Error {
 public:
  using Error::Error;
};

/// An error from the current errno: "cannot <tried>: <strerror>".
SystemError system_error(const std::string& tried);
/// An error from `error_number`: "cannot <tried>: <strerror>".
SystemError system_error(const std::string& tried, int error_number);
/// "<strerror>" of `error_number`.
std::string error_words(int error_number);

}  // namespace seawind
