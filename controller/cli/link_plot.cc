// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/cli/link_plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <vector>

#include "common/error.h"
#include "common/units.h"
#include "controller/report/gnuplot.h"

namespace seawind {
namespace {

using Json = nlohmann::ordered_json;

// Mid tones that are distinguishable on white, on black and in grey.
constexpr const char* kColours[] = {"#3b82c4", "#d97a1d"};  // downlink, uplink
constexpr const char* kGrey = "#8a8f98";
constexpr const char* kWays[] = {"downlink", "uplink"};

double seconds(const Json& ns) {
  return static_cast<double>(ns.get<std::int64_t>()) / 1e9;
}

/// The data file: named blocks, separated by two empty lines.
class Data {
 public:
  explicit Data(const std::filesystem::path& file) : file_(file), out_(file) {
    if (!out_) throw system_error("write " + file.string());
  }
  template <typename... Arguments>
  void line(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    out_ << fmt::format(format, std::forward<Arguments>(arguments)...) << '\n';
    ++lines_;
  }
  void begin(const std::string& name) {
    out_ << "# [" << name << "]\n";
    name_ = name;
    lines_ = 0;
  }
  /// Ends the block. Returns its index, or -1 when it is empty, because gnuplot fails on an empty
  /// block.
  int end() {
    if (lines_ == 0) return -1;
    out_ << "\n\n";
    return blocks_++;
  }
  void close() {
    out_.close();
    if (!out_) throw system_error("write " + file_.string());
  }

 private:
  std::filesystem::path file_;
  std::ofstream out_;
  std::string name_;
  int lines_ = 0;
  int blocks_ = 0;
};

struct Blocks {
  int rate[2], blocked[2], delay[2], cdf[2];
};

Blocks write_data(const Json& preview, const std::filesystem::path& file) {
  Data data(file);
  Blocks blocks{};
  const double end = seconds(preview["duration_ns"]);
  for (int w = 0; w < 2; ++w) {
    const Json& way = preview[kWays[w]];
    data.begin(fmt::format("{} rate: s kbit/s", kWays[w]));
    double last = 0;
    for (const Json& step : way["rate"]) {
      last = step[1].get<double>() / 1e3;
      data.line("{} {}", seconds(step[0]), last);
    }
    data.line("{} {}", end, last);
    blocks.rate[w] = data.end();
    data.begin(fmt::format("{} blocked: from s, to s", kWays[w]));
    for (const Json& b : way["blocked"]) {
      data.line("{} {}", seconds(b["from_ns"]), b["to_ns"].is_null() ? end : seconds(b["to_ns"]));
    }
    blocks.blocked[w] = data.end();
    const double every = seconds(preview["probe"]["interval_ns"]);
    data.begin(fmt::format("{} delay of the probe: sent s, ms", kWays[w]));
    std::vector<double> sorted;
    double sent = 0;
    for (const Json& delay : way["probe"]["delays_ns"]) {
      if (!delay.is_null()) {
        sorted.push_back(seconds(delay) * 1e3);
        data.line("{} {}", sent, sorted.back());
      }
      sent += every;
    }
    blocks.delay[w] = data.end();
    std::sort(sorted.begin(), sorted.end());
    data.begin(fmt::format("{} distribution: ms, share of the packets sent", kWays[w]));
    const auto of = static_cast<double>(way["probe"]["sent"].get<std::uint64_t>());
    if (!sorted.empty()) data.line("{} 0", sorted.front());
    for (std::size_t i = 0; i < sorted.size(); ++i) {
      data.line("{} {}", sorted[i], static_cast<double>(i + 1) / of);
    }
    blocks.cdf[w] = data.end();
  }
  data.close();
  return blocks;
}

/// Grey stripes for the states after the first one, and the states' names in the title line.
std::string state_boxes(const Json& preview) {
  std::string out;
  const Json& states = preview["states"];
  const double end = seconds(preview["duration_ns"]);
  const double most = std::max<double>(1, static_cast<double>(preview["state_names"].size()) - 1);
  for (std::size_t i = 0; i < states.size(); ++i) {
    const auto state = states[i][1].get<std::size_t>();
    if (state == 0) continue;
    const double from = seconds(states[i][0]);
    const double to = i + 1 < states.size() ? seconds(states[i + 1][0]) : end;
    out += fmt::format(
        "set object rectangle from {},graph 0 to {},graph 1 behind fs transparent solid {:.2f} "
        "noborder fc rgb \"{}\"\n",
        from, to, 0.1 + 0.3 * static_cast<double>(state) / most, kGrey);
  }
  return out;
}

std::string state_legend(const Json& preview) {
  std::string names;
  for (const Json& name : preview["state_names"]) {
    names += (names.empty() ? "states: " : ", ") + name.get<std::string>();
  }
  return names.empty() ? names : names + " (the first is white)";
}

std::string curves(const std::string& file, const int (&blocks)[2], const std::string& how,
                   bool titled) {
  std::string out;
  for (int w = 0; w < 2; ++w) {
    if (blocks[w] < 0) continue;
    out += fmt::format("{}\"{}\" index {} {} lc rgb \"{}\" {}", out.empty() ? "" : ", \\\n  ", file,
                       blocks[w], how, kColours[w],
                       titled ? fmt::format("title \"{}\"", kWays[w]) : "notitle");
  }
  return out;
}

std::string panels(const Json& preview, const Blocks& blocks, const std::string& file) {
  const double end = seconds(preview["duration_ns"]);
  const std::string probe = fmt::format(
      "probe: {} every {}", format_quantity(preview["probe"]["bytes"].get<double>(), BYTES),
      format_quantity(preview["probe"]["interval_ns"].get<double>(), DURATION));
  std::string out = fmt::format(
      "set multiplot layout 3,1\nset lmargin 11\nset rmargin 3\nset border 3 lc rgb \"{0}\"\n"
      "set tics nomirror out textcolor rgb \"black\"\nset grid lc rgb \"{0}\" lw 0.4\n"
      "set key top right horizontal\n",
      kGrey);
  out += fmt::format("set xrange [0:{}]\nset yrange [0:*]\nset offsets 0,0,graph 0.1,0\n", end);
  out += state_boxes(preview);
  out += fmt::format("set title {}\nset ylabel \"rate, kbit/s\"\n",
                     gnuplot_string(state_legend(preview)));
  out += "plot " + curves(file, blocks.rate, "using 1:2 with steps lw 2", true) + "\n";
  const std::string delays = curves(file, blocks.delay, "using 1:2 with points pt 7 ps 0.3", true);
  out += fmt::format("set title {}\nset ylabel \"delay, ms\"\nset xlabel \"link time, s\"\n",
                     gnuplot_string(probe));
  if (delays.empty()) {
    out +=
        "set label 1 \"no probe packet was delivered\" at graph 0.5,0.5 center\n"
        "plot [0:1][0:1] -1 notitle\nunset label 1\n";
    return out + "unset multiplot\n";
  }
  const std::string blocked =
      curves(file, blocks.blocked, "using 1:(0):($2-$1):(0) with vectors nohead lw 6", false);
  out += "plot " + delays + (blocked.empty() ? "" : ", \\\n  " + blocked) + "\n";
  out +=
      "unset object\nset xrange [*:*]\nset yrange [0:1]\nset offsets 0,0,0,0\nset title\n"
      "set xlabel \"delay, ms\"\nset ylabel \"share of probes sent\"\nset key bottom right\n";
  out += "plot " + curves(file, blocks.cdf, "using 1:2 with steps lw 2", true) + "\n";
  return out + "unset multiplot\n";
}

}  // namespace

void plot_link(const Json& preview, const std::filesystem::path& folder, const std::string& name) {
  const std::string data = name + ".dat";
  const Blocks blocks = write_data(preview, folder / data);
  const std::string drawing = panels(preview, blocks, data);
  std::string script = fmt::format(
      "# gnuplot {0}.gp  makes {0}.svg and {0}.png from the data beside this script\n", name);
  for (const auto& [terminal, end] : {std::pair("png size 900,900 noenhanced", "png"),
                                      std::pair("svg size 900,900 dynamic noenhanced font "
                                                "\"sans-serif,13\"",
                                                "svg")}) {
    script += fmt::format("reset\nset terminal {}\nset output \"{}.{}\"\n{}", terminal, name, end,
                          drawing);
  }
  run_gnuplot(folder, name, script);
}

}  // namespace seawind
