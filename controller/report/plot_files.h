// SPDX-License-Identifier: GPL-3.0-or-later
// Shared by the code that draws pictures: colours, the head of a script, data files.
#pragma once

#include <filesystem>
#include <fstream>
#include <string>

#include "controller/report/plots.h"

namespace seawind {

// Mid tones that are distinguishable on white, on black and in grey.
inline constexpr const char* kBlue = "#3b82c4";
inline constexpr const char* kOrange = "#d97a1d";
inline constexpr const char* kRed = "#d0393e";
inline constexpr const char* kGrey = "#8a8f98";
inline constexpr const char* kGreen = "#3a9a5b";
inline constexpr const char* kPurple = "#8b5fc7";
inline constexpr const char* kSeriesColours[] = {kBlue, kOrange, kGreen, kPurple, kRed, kGrey};

std::string terminal(const std::string& name, int width, int height);
std::ofstream open_data(const std::filesystem::path& file);
void close_data(std::ofstream& out, const std::filesystem::path& file);
Picture finish_picture(const std::filesystem::path& folder, const std::string& name,
                       const std::string& title, const std::string& script);

}  // namespace seawind
