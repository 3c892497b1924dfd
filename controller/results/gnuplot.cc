// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/results/gnuplot.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <fstream>
#include <sstream>

#include "common/error.h"

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

class FileActions {
 public:
  FileActions() { posix_spawn_file_actions_init(&actions_); }
  ~FileActions() { posix_spawn_file_actions_destroy(&actions_); }
  FileActions(const FileActions&) = delete;
  FileActions& operator=(const FileActions&) = delete;
  posix_spawn_file_actions_t* get() { return &actions_; }

 private:
  posix_spawn_file_actions_t actions_;
};

/// The wait status of `gnuplot -d script`, run in `folder` with its messages in `messages`.
int spawn_and_wait(const std::filesystem::path& folder, std::string script,
                   const std::string& messages) {
  FileActions actions;
  posix_spawn_file_actions_addchdir_np(actions.get(), folder.c_str());
  posix_spawn_file_actions_addopen(actions.get(), 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(actions.get(), 1, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addopen(actions.get(), 2, messages.c_str(), O_WRONLY | O_CREAT | O_TRUNC,
                                   0644);
  std::string program = "gnuplot";
  std::string defaults = "-d";  // the user's own start-up files must not change our pictures
  std::array<char*, 4> arguments = {program.data(), defaults.data(), script.data(), nullptr};
  pid_t child = 0;
  const int failed =
      posix_spawnp(&child, "gnuplot", actions.get(), nullptr, arguments.data(), environ);
  if (failed != 0)
    throw Error(fmt::format("{}; install the package gnuplot-nox",
                            system_error("run gnuplot for the plots", failed).what()));
  int status = 0;
  while (waitpid(child, &status, 0) < 0)
    if (errno != EINTR) throw system_error("wait for gnuplot");
  return status;
}

void replace_all(std::string& text, const std::string& from, const std::string& to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
}

}  // namespace

void run_gnuplot(const std::filesystem::path& folder, const std::string& name,
                 const std::string& script) {
  write_file(folder / (name + ".gp"), script);
  const auto picture = folder / (name + ".svg");
  std::filesystem::remove(picture);
  const std::string messages = name + ".messages";
  const int status = spawn_and_wait(folder, name + ".gp", messages);
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
  // The script's second and third lines are its terminal and its output (plots.cc).
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
  const int status = spawn_and_wait(folder, other + ".gp", messages);
  const std::string said = read_file(folder / messages);
  std::filesystem::remove(folder / messages);
  std::filesystem::remove(folder / (other + ".gp"));
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0 || !std::filesystem::exists(target))
    throw Error(fmt::format("cannot draw {}: gnuplot failed: {}", output.string(),
                            said.empty() ? "it said nothing" : said));
}

std::string gnuplot_string(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    if (c == '\n') {
      out += "\\n";
    } else if (static_cast<unsigned char>(c) >= 0x20) {
      out += c;
    }
  }
  return out + '"';
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
