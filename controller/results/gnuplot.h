// SPDX-License-Identifier: GPL-3.0-or-later
// Runs gnuplot on a script that stays beside its data and picture, so that every picture of a
// report can be changed and go into a paper: `gnuplot NAME.gp` in that folder makes it again.
#pragma once

#include <filesystem>
#include <string>

namespace seawind {

/// Writes `script` to folder/NAME.gp and runs gnuplot in `folder`. The script must write NAME.svg.
/// `name` is one that picture_file() made. Throws Error: gnuplot missing, or failing, with what it
/// said.
void run_gnuplot(const std::filesystem::path& folder, const std::string& name,
                 const std::string& script);

/// Draws folder/NAME.gp once more into `output`: .svg, .png or .pdf. Throws Error: another ending,
/// or gnuplot fails.
void redraw(const std::filesystem::path& folder, const std::string& name,
            const std::filesystem::path& output);

/// A text as the name of a picture's files: ASCII other than letters, digits, `.`, `_` and `-`
/// becomes `-`, and it does not begin with a dot. Stands in scripts and as the ids' prefix in SVG.
std::string picture_file(const std::string& text);

/// A text as a gnuplot string: single quotes, in which gnuplot expands nothing (in double quotes it
/// runs what stands between backquotes). Line feeds become line breaks; other control characters
/// are left out.
std::string gnuplot_string(const std::string& text);
/// The same for the label of a tic, which gnuplot takes for a number format.
std::string gnuplot_tic(const std::string& text);

/// An SVG file of gnuplot made fit to stand in a page among others: no XML prolog, ids that begin
/// with `name`, black drawn in the colour of the page's text, `label` for screen readers.
std::string inline_svg(const std::filesystem::path& file, const std::string& name,
                       const std::string& label);

/// Text for HTML and XML: & < > " escaped; control characters become spaces.
std::string escape_html(const std::string& text);

}  // namespace seawind
