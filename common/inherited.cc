// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/inherited.h"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include "common/fds.h"

namespace seawind {
namespace {

extern "C" void do_nothing(int) {}

}  // namespace

void correct_inherited_state() {
  for (;;) {
    Fd lowest(open("/", O_PATH | O_CLOEXEC));
    if (!lowest || lowest.get() > STDERR_FILENO) break;
    (void)lowest.release();
  }
  signal(SIGCHLD, SIG_DFL);
  continue_after(SIGXFSZ);
}

void continue_after(int signal_number) {
  struct sigaction now {};
  if (sigaction(signal_number, nullptr, &now) != 0 || now.sa_handler == SIG_IGN) return;
  now.sa_handler = do_nothing;
  now.sa_flags = SA_RESTART;
  sigaction(signal_number, &now, nullptr);
}

}  // namespace seawind
