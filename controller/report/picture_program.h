// SPDX-License-Identifier: GPL-3.0-or-later
// Runs a program that makes pictures (node, rsvg-convert) as a child process that cannot start
// programs. No text from a file is a command for these programs: they read data as JSON and SVG.
// This is the second line of defence: a command needs a new process, which the kernel refuses
// (seccomp; threads are allowed).
//
// The program's input and output are in memory, and its folder is /. It would otherwise open files
// by paths through the folders of a campaign, whose owner can exchange them meanwhile, and Node.js
// would read every package.json on the way.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "common/program_output.h"

namespace seawind {

struct PictureProgram {
  std::vector<std::string> arguments;  // the program first, searched in the system's folders
  std::string_view input;              // standard input
  std::string_view data{};             // of the file kPictureData
  std::string package;                 // the Debian package that has the program
};

/// The name under which the program opens its data.
inline constexpr auto kPictureData = "/proc/self/fd/3";

/// Runs the program without a shell. The child inherits no descriptors, no environment except HOME,
/// and no capabilities. On a kernel without seccomp it runs without the filter. Throws Error when
/// the program cannot be run.
ProgramOutput run_picture_program(const PictureProgram& program);

}  // namespace seawind
