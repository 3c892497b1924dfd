// SPDX-License-Identifier: GPL-3.0-or-later
// Runs gnuplot on a script that is kept beside its data and picture, so that users can edit
// pictures of a report for publication: `gnuplot NAME.gp` in that folder draws the picture again.
#pragma once

#include <filesystem>
#include <string>

namespace seawind {

/// Writes `script` to folder/NAME.gp and runs gnuplot in `folder`. The script must write NAME.svg.
/// `name` must come from picture_file(). Throws Error when gnuplot is missing or fails, with its
/// output.
void run_gnuplot(const std::filesystem::path& folder, const std::string& name,
                 const std::string& script);

/// Draws folder/NAME.gp again into `output`: .svg, .png or .pdf. Throws Error for another suffix or
/// when gnuplot fails.
void redraw(const std::filesystem::path& folder, const std::string& name,
            const std::filesystem::path& output);

/// Converts a text to the name of a picture's files. ASCII other than letters, digits, `.`, `_` and
/// `-` becomes `-`; the name does not begin with a dot. The name is used in scripts and as the
/// prefix of ids in SVG.
std::string picture_file(const std::string& text);

/// Converts a text to a gnuplot string in single quotes, in which gnuplot expands nothing. (In
/// double quotes gnuplot executes text between backquotes.) Line feeds become line breaks; other
/// control characters are removed.
std::string gnuplot_string(const std::string& text);
/// The same for the label of a tic, which gnuplot interprets as a number format.
std::string gnuplot_tic(const std::string& text);

/// Converts an SVG file of gnuplot for inclusion in a page: no XML prolog, ids that begin with
/// `name`, the page's text colour instead of black, `label` for screen readers.
std::string inline_svg(const std::filesystem::path& file, const std::string& name,
                       const std::string& label);

/// Escapes text for HTML and XML: & < > ". Control characters become spaces.
std::string escape_html(const std::string& text);

}  // namespace seawind
