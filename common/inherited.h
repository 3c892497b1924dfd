// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace seawind {

/// Corrects state inherited from the caller that would disturb this process. First call of main().
/// Programs that this process executes do not inherit the corrections of descriptors and SIGXFSZ.
///  - A closed descriptor 0, 1 or 2 gets a file that can neither be read nor written. Otherwise
///    the next file of this process would get the number, and messages would be written to it.
///  - SIGCHLD is no longer ignored: the kernel would reap the children.
///  - A file beyond RLIMIT_FSIZE is an error of write(). SIGXFSZ would end the process.
void correct_inherited_state();

/// Installs a handler that does nothing, so that the signal no longer ends this process; an ignored
/// signal stays ignored. Unlike SIG_IGN, executed programs do not inherit the handler.
void continue_after(int signal_number);

}  // namespace seawind
