// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/report/gnuplot.h"

#include <fmt/format.h>
#include <sys/wait.h>

#include <cstdio>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "common/error.h"
#include "controller/report/picture_program.h"

namespace seawind {
namespace {

std::string read_file(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) throw system_error("read " + file.string());
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

void write_file(const std::filesystem::path& file, const std::string& text) {
  std::ofstream out(file, std::ios::binary);
  out << text;
  out.close();
  if (!out) throw system_error("write " + file.string());
}

void replace_all(std::string& text, const std::string& from, const std::string& to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
}

int run_gnuplot_script(const std::filesystem::path& folder, const std::string& script,
                       const std::string& messages) {
  // -d: ignore start-up files of the user
  return run_picture_program(folder, {"gnuplot", "-d", "./" + script}, "/dev/null", messages,
                             "gnuplot-nox");
}

}  // namespace

void run_gnuplot(const std::filesystem::path& folder, const std::string& name,
                 const std::string& script) {
  if (name != picture_file(name)) throw std::logic_error("not a picture's file name: " + name);
  write_file(folder / (name + ".gp"), script);
  const auto picture = folder / (name + ".svg");
  std::filesystem::remove(picture);
  const std::string messages = name + ".messages";
  const int status = run_gnuplot_script(folder, name + ".gp", messages);
  const std::string said = read_file(folder / messages);
  const bool ended_well = WIFEXITED(status) && WEXITSTATUS(status) == 0;
  if (!ended_well || !std::filesystem::exists(picture))
    throw Error(fmt::format("cannot plot {}: gnuplot failed on {}: {}", name,
                            (folder / (name + ".gp")).string(),
                            said.empty() ? "it said nothing" : said));
  std::filesystem::remove(folder / messages);
}

void redraw(const std::filesystem::path& folder, const std::string& name,
            const std::filesystem::path& output) {
  const std::string ending = output.extension().string();
  if (ending != ".svg" && ending != ".png" && ending != ".pdf")
    throw Error(
        fmt::format("cannot draw {}: its name must end in .svg, .png or .pdf", output.string()));
  const auto target = std::filesystem::absolute(output);
  if (ending == ".svg") {
    std::filesystem::copy_file(folder / (name + ".svg"), target,
                               std::filesystem::copy_options::overwrite_existing);
    return;
  }
  // The second and third line of the script are its terminal and its output (plots.cc).
  std::istringstream lines(read_file(folder / (name + ".gp")));
  std::string script;
  for (std::string line; std::getline(lines, line);) {
    int width = 0;
    int height = 0;
    if (std::sscanf(line.c_str(), "set terminal svg size %d,%d", &width, &height) == 2)
      line = ending == ".png"
                 ? fmt::format("set terminal pngcairo size {},{} noenhanced font \"sans-serif,20\"",
                               2 * width, 2 * height)
                 : fmt::format(
                       "set terminal pdfcairo size {}in,{}in noenhanced font "
                       "\"sans-serif,11\"",
                       width / 96.0, height / 96.0);
    if (line.starts_with("set output ")) line = "set output " + gnuplot_string(target.string());
    script += line + "\n";
  }
  const std::string other = name + "-redrawn";
  write_file(folder / (other + ".gp"), script);
  const std::string messages = other + ".messages";
  const int status = run_gnuplot_script(folder, other + ".gp", messages);
  const std::string said = read_file(folder / messages);
  std::filesystem::remove(folder / messages);
  std::filesystem::remove(folder / (other + ".gp"));
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0 || !std::filesystem::exists(target))
    throw Error(fmt::format("cannot draw {}: gnuplot failed: {}", output.string(),
                            said.empty() ? "it said nothing" : said));
}

std::string picture_file(const std::string& text) {
  std::string out = text;
  for (char& c : out) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       c == '.' || c == '_' || c == '-' || (static_cast<unsigned char>(c) & 0x80U);
    if (!plain) c = '-';
  }
  if (out.empty() || out.front() == '.') out.insert(0, 1, '-');
  return out;
}

std::string gnuplot_string(const std::string& text) {
  std::string out = "'";
  for (const char c : text) {
    if (c == '\n') {
      out += "'.\"\\n\".'";
    } else if (c == '\'') {
      out += "'.\"'\".'";  // a doubled quote fails at the beginning (gnuplot 5.4)
    } else if (static_cast<unsigned char>(c) >= 0x20 && c != 0x7f) {
      out += c;
    }
  }
  return out + '\'';
}

std::string gnuplot_tic(const std::string& text) {
  std::string out = text;
  replace_all(out, "%", "%%");
  return gnuplot_string(out);
}

std::string inline_svg(const std::filesystem::path& file, const std::string& name,
                       const std::string& title_text) {
  std::string svg = read_file(file);
  const auto start = svg.find("<svg");
  if (start == std::string::npos) throw Error("cannot use " + file.string() + ": it is not an SVG");
  svg.erase(0, start);
  for (const char* id : {"gpPt", "gpDot", "gnuplot_canvas", "textbox", "greybox", "gnuplot_plot_"})
    replace_all(svg, id, name + "-" + id);
  replace_all(svg, "color=\"black\"", "");
  replace_all(svg, "\"black\"", "\"currentColor\"");
  replace_all(svg, "'black'", "'currentColor'");
  replace_all(svg, "rgb(  0,   0,   0)", "currentColor");
  const std::string title = "<title>Gnuplot</title>";
  if (const auto at = svg.find(title); at != std::string::npos)
    svg.replace(at, title.size(), "<title>" + escape_html(title_text) + "</title>");
  return svg.replace(0, 4, "<svg role=\"img\"");
}

std::string escape_html(const std::string& text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out += static_cast<unsigned char>(c) < 0x20 && c != '\n' ? ' ' : c;
    }
  }
  return out;
}

}  // namespace seawind
