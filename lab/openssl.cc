// SPDX-License-Identifier: GPL-3.0-or-later
#include "lab/openssl.h"

#include <openssl/err.h>

namespace seawind::lab {

Error crypto_error(const std::string& tried) {
  std::string reason;
  while (const unsigned long code = ERR_get_error()) {
    const char* const text = ERR_reason_error_string(code);
    reason = text != nullptr ? text : "error " + std::to_string(code);  // the last is the outermost
  }
  return Error("cannot " + tried + (reason.empty() ? "" : ": " + reason));
}

}  // namespace seawind::lab
