// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace seawind {

/// Corrects what a process can inherit from its caller and then disturbs it. First call of main();
/// programs that this process executes do not inherit the corrections of descriptors and SIGXFSZ.
///  - A closed descriptor 0, 1 or 2 gets a file that can neither be read nor written. Otherwise
///    the next file of this process would get the number, and messages would be written to it.
///  - SIGCHLD is no longer ignored: the kernel would reap the children.
///  - A file beyond RLIMIT_FSIZE is an error of write(). SIGXFSZ would end the process.
void correct_inherited_state();

/// The signal no longer ends this process, unless it is ignored already. Unlike SIG_IGN, programs
/// that this process executes do not inherit this.
void continue_after(int signal_number);

}  // namespace seawind
