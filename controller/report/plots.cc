// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/report/plots.h"

#include <fmt/format.h>
#include <fmt/ostream.h>

#include <algorithm>
#include <fstream>
#include <tuple>

#include "common/error.h"
#include "controller/report/gnuplot.h"
#include "controller/report/plot_files.h"

namespace seawind {
std::string terminal(const std::string& name, int width, int height) {
  return fmt::format(
      "# gnuplot {0}.gp  makes {0}.svg from the data beside this script\n"
      "set terminal svg size {1},{2} dynamic noenhanced font \"sans-serif,13\"\n"
      "set output \"{0}.svg\"\n",
      name, width, height);
}

std::ofstream open_data(const std::filesystem::path& file) {
  std::ofstream out(file);
  if (!out) throw system_error("write " + file.string());
  return out;
}

void close_data(std::ofstream& out, const std::filesystem::path& file) {
  out.close();
  if (!out) throw system_error("write " + file.string());
}

Picture finish_picture(const std::filesystem::path& folder, const std::string& name,
                       const std::string& title, const std::string& script) {
  run_gnuplot(folder, name, script);
  return {name, title, inline_svg(folder / (name + ".svg"), name, title)};
}

Picture plot_boxes(const std::filesystem::path& folder, const std::string& name,
                   const std::string& title, const std::string& unit, const std::vector<Box>& boxes,
                   const std::string& settings) {
  const auto data = folder / (name + ".dat");
  auto out = open_data(data);
  out << "# position min q1 median q3 max\n";
  std::string tics;
  std::size_t longest = 0;
  std::size_t lines = 1;
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    const Statistics& s = boxes[i].statistics;
    fmt::print(out, "{} {} {} {} {} {}\n", i + 1, s.min, s.q1, s.median, s.q3, s.max);
    tics += fmt::format("{}{} {}", i ? ", " : "", gnuplot_tic(boxes[i].label), i + 1);
    const auto& text = boxes[i].label;
    longest = std::max(longest, text.size());
    lines =
        std::max(lines, 1 + static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')));
  }
  out << "\n\n# position value\n";
  for (std::size_t i = 0; i < boxes.size(); ++i)
    for (const double value : boxes[i].values) fmt::print(out, "{} {}\n", i + 1, value);
  out << "\n\n# position published\n";
  bool published = false;
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    if (!boxes[i].published) continue;
    fmt::print(out, "{} {}\n", i + 1, *boxes[i].published);
    published = true;
  }
  close_data(out, data);

  const bool rotate = boxes.size() > 5;
  const std::size_t margin = rotate ? std::min<std::size_t>(3 + longest * 2 / 3, 16) : 1 + lines;
  std::string script = terminal(name, 400, rotate ? 400 : 320);
  script += fmt::format(
      "set border 3 lc rgb \"{0}\"\nset tics nomirror out textcolor rgb \"black\"\n"
      "set bmargin {5}\nset grid ytics lc rgb \"{0}\" lw 0.4\n"
      "unset key\nset ylabel {1}\nset format y \"%g\"\n"
      "set xrange [0.4:{2}.6]\nset offsets 0,0,graph 0.06,graph 0.06\n"
      "set xtics {3} ({4}) scale 0\n",
      kGrey, gnuplot_string(unit), boxes.size(), rotate ? "rotate by -60" : "", tics, margin);
  script += settings;
  script += fmt::format(
      "w = 0.22\n"
      "plot \"{0}.dat\" index 0 using 1:2:(0):($3-$2) with vectors nohead dt 3 lw 1.4 lc rgb "
      "\"{1}\", \\\n"
      "     \"\" index 0 using 1:5:(0):($6-$5) with vectors nohead dt 3 lw 1.4 lc rgb \"{1}\", \\\n"
      "     \"\" index 0 using ($1-w/2):2:(w):(0) with vectors nohead dt 3 lw 1.4 lc rgb \"{1}\", "
      "\\\n"
      "     \"\" index 0 using ($1-w/2):6:(w):(0) with vectors nohead dt 3 lw 1.4 lc rgb \"{1}\", "
      "\\\n"
      "     \"\" index 0 using 1:4:($1-w):($1+w):3:5 with boxxyerror fs transparent solid 0.18 "
      "border lc rgb \"{1}\" lw 1.4 lc rgb \"{1}\", \\\n"
      "     \"\" index 0 using ($1-w):4:(2*w):(0) with vectors nohead lw 2.4 lc rgb \"{1}\", \\\n"
      "     \"\" index 1 using 1:2 with points pt 7 ps 0.3 lc rgb \"{2}\"\n",
      name, kBlue, kOrange);
  if (published) {
    script.back() = ',';
    script += fmt::format(
        " \\\n     \"\" index 2 using 1:2 with points pt 4 ps 1.1 lw 1.6 lc rgb \"{}\"\n", kRed);
  }
  return finish_picture(folder, name, title, script);
}

namespace {

std::vector<StateSpan> state_spans(const std::vector<TimelineBin>& bins, double width) {
  std::vector<StateSpan> spans;
  for (std::size_t i = 0; i < bins.size(); ++i) {
    const double from = static_cast<double>(i) * width;
    if (bins[i].state < 0) continue;
    if (!spans.empty() && spans.back().state == bins[i].state &&
        spans.back().to >= from - width / 2)
      spans.back().to = from + width;
    else
      spans.push_back({from, from + width, bins[i].state});
  }
  return spans;
}

/// Blocks of NAME.dat: downlink levels, uplink levels, drops of both, states.
struct TimelineData {
  std::array<bool, 2> congestion{};
  std::array<bool, 2> errors{};
  std::array<bool, 2> router{};  // whether the router queue was ever used
  std::array<bool, 2> average{};
  std::array<bool, 2> marks{};
  double end = 0;
};

TimelineData write_timeline(const std::filesystem::path& folder, const std::string& name,
                            const std::vector<TimelineBin>& bins, double width,
                            const std::vector<StateSpan>& spans) {
  TimelineData facts;
  facts.end = static_cast<double>(bins.size()) * width;
  for (std::size_t d = 0; d < 2; ++d) {
    const auto file = folder / (name + (d == 0 ? "-downlink.dat" : "-uplink.dat"));
    auto out = open_data(file);
    out << "# seconds router_bytes send_buffer_bytes congestion_drops error_drops average marks\n";
    std::tuple<std::int64_t, std::int64_t, std::int64_t> shown{-1, -1, -1};
    for (std::size_t i = 0; i < bins.size(); ++i) {
      const TimelineBin& b = bins[i];
      const double t = static_cast<double>(i) * width;
      const auto text = [](std::int64_t drops) {
        return drops ? fmt::format("{}", drops) : std::string("NaN");
      };
      const std::tuple high(b.router[d].max, b.send_buffer[d].max, b.average[d].max);
      const std::tuple low(b.router[d].min, b.send_buffer[d].min, b.average[d].min);
      const bool drops = b.congestion_drops[d] + b.error_drops[d] + b.marks[d] > 0;
      // Levels are drawn as steps, so an unchanged level needs no point.
      if (high != shown || drops || i + 1 == bins.size())
        fmt::print(out, "{:.6f} {} {} {} {} {} {}\n", t, b.router[d].max, b.send_buffer[d].max,
                   text(b.congestion_drops[d]), text(b.error_drops[d]), b.average[d].max,
                   text(b.marks[d]));
      if (low != high)
        fmt::print(out, "{:.6f} {} {} NaN NaN {} NaN\n", t + width / 2, b.router[d].min,
                   b.send_buffer[d].min, b.average[d].min);
      shown = low;
      facts.congestion[d] |= b.congestion_drops[d] > 0;
      facts.errors[d] |= b.error_drops[d] > 0;
      facts.router[d] |= b.router[d].max > 0;
      facts.average[d] |= b.average[d].max > 0;
      facts.marks[d] |= b.marks[d] > 0;
    }
    close_data(out, file);
  }
  if (spans.empty()) return facts;
  const auto file = folder / (name + "-states.dat");
  auto out = open_data(file);
  out << "# from to state\n";
  for (const auto& s : spans) fmt::print(out, "{:.6f} {:.6f} {}\n", s.from, s.to, s.state);
  close_data(out, file);
  return facts;
}

std::string state_panel(const std::string& name, const std::vector<std::string>& states) {
  std::string tics;
  for (std::size_t i = 0; i < states.size(); ++i)
    tics += fmt::format("{}{} {}", i ? ", " : "", gnuplot_tic(states[i]), i);
  return fmt::format(
      "set tmargin at screen 0.98\nset bmargin at screen 0.88\nset ylabel \"\"\n"
      "set yrange [-0.6:{0}]\nset ytics ({1}) scale 0\nunset grid\nset format x \"\"\n"
      "plot \"{2}-states.dat\" using 1:($3-0.35):1:2:($3-0.35):($3+0.35) with boxxyerror "
      "fs solid 0.75 noborder lc rgb \"{3}\" notitle\n",
      static_cast<double>(states.size()) - 0.4, tics, name, kGrey);
}

/// The style of a mark or line, and its entry in the key.
std::string looks(const char* style, const char* colour, const char* title) {
  return fmt::format("{} lc rgb \"{}\" title \"{}\"", style, colour, title);
}

/// The downlink's panel has the key of both panels.
std::string level_panel(const std::string& name, std::size_t d, const TimelineData& facts,
                        double top, double bottom) {
  const char* direction = d == 0 ? "downlink" : "uplink";
  const std::string lost = looks("points pt 2 ps 0.7", kRed, "lost on the channel");
  const std::string full = looks("points pt 9 ps 0.7", kRed, "dropped: queue full");
  std::string script = fmt::format(
      "set tmargin at screen {:.3f}\nset bmargin at screen {:.3f}\n"
      "set ylabel \"{}, bytes\"\nset yrange [0:*]\nset ytics autofreq\n"
      "set offsets 0,0,graph {},0\nset grid ytics lc rgb \"{}\" lw 0.4\n"
      "set format x \"{}\"\n{}\n",
      top, bottom, direction, d == 0 ? 0.2 : 0.05, kGrey, d == 0 ? "" : "%g s",
      d == 0 ? "set key top right horizontal samplen 1.5" : "unset key");
  script += fmt::format("plot \"{}-{}.dat\" using 1:3 with {}", name, direction,
                        looks("steps lw 1", kOrange, "send buffer"));
  if (facts.router[d])
    script += ", \\\n     \"\" using 1:2 with " + looks("steps lw 1.2", kBlue, "router queue");
  if (facts.average[d])
    script += ", \\\n     \"\" using 1:6 with " + looks("steps lw 1.6", kGrey, "its average");
  if (facts.marks[d])
    script += ", \\\n     \"\" using ($7>0?$1:NaN):(0) with " +
              looks("points pt 1 ps 0.7", kGrey, "marked CE");
  if (facts.congestion[d]) script += ", \\\n     \"\" using ($4>0?$1:NaN):(0) with " + full;
  if (facts.errors[d]) script += ", \\\n     \"\" using ($5>0?$1:NaN):(0) with " + lost;
  if (d == 0 && !facts.router[0] && facts.router[1])
    script += ", \\\n     keyentry with " + looks("lines lw 1.2", kBlue, "router queue");
  if (d == 0 && !facts.congestion[0] && facts.congestion[1])
    script += ", \\\n     keyentry with " + full;
  if (d == 0 && !facts.errors[0] && facts.errors[1]) script += ", \\\n     keyentry with " + lost;
  return script + "\n";
}

}  // namespace

Picture plot_timeline(const std::filesystem::path& folder, const std::string& name,
                      const std::string& title, const Timeline& timeline,
                      const std::vector<std::string>& states, const std::string& settings) {
  const auto bins = timeline.bins(static_cast<int>(states.size()));
  const double width = static_cast<double>(timeline.bin_width_ns()) / 1e9;
  const auto spans = states.size() < 2 ? std::vector<StateSpan>{} : state_spans(bins, width);
  const TimelineData facts = write_timeline(folder, name, bins, width, spans);

  std::string script = terminal(name, 1000, 520);
  script += fmt::format(
      "set multiplot\nset border 3 lc rgb \"{}\"\nset tics nomirror out textcolor rgb \"black\"\n"
      "set lmargin at screen 0.085\nset rmargin at screen 0.985\nset xrange [0:{}]\n",
      kGrey, facts.end);
  script += settings;
  if (!spans.empty()) script += state_panel(name, states);
  const double top = spans.empty() ? 0.98 : 0.84;
  script += level_panel(name, 0, facts, top, 0.39);
  script += level_panel(name, 1, facts, 0.34, 0.07);
  script += "unset multiplot\n";
  return finish_picture(folder, name, title, script);
}

}  // namespace seawind
