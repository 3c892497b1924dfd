// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <algorithm>

#include "common/traces/delivery_trace.h"
#include "controller/import/draft.h"
#include "controller/import/readers.h"

namespace seawind::importer {
namespace {

/// The queue of one direction of mm-link.
struct Queue {
  std::string type = "infinite";
  std::optional<Word> type_word, args;
};

struct Shells {
  Queue up, down;
  double delay = 0;  // ns, each way
  std::string delay_words;
  double loss_up = 0, loss_down = 0;
  std::string loss_up_words, loss_down_words;
};

class CommandReader {
 public:
  CommandReader(const std::vector<Source>& sources, Diagnostics& problems)
      : sources_(sources), problems_(problems) {}

  Shells read() {
    for (const Command& command : shell_commands(sources_[2], problems_)) {
      Words words(command, problems_);
      while (words.more() && problems_.empty()) shell(words);
    }
    return std::move(shells_);
  }

 private:
  void shell(Words& words) {
    const Word& word = words.take();
    if (word.text == "--") return;  // between a shell's options and the command in it
    if (word.text == "mm-link") {
      link(words);
    } else if (word.text == "mm-delay") {
      if (const auto ms = words.whole(0, 3'600'000, "milliseconds, one way: mm-delay 40")) {
        shells_.delay += static_cast<double>(*ms) * 1e6;
        shells_.delay_words +=
            fmt::format("{}mm-delay {}", shells_.delay_words.empty() ? "" : ", ", *ms);
      }
    } else if (word.text == "mm-loss") {
      loss(words);
    } else {
      problems_.add(word.at, fmt::format("`{}` is not understood; expected mm-link, mm-delay or "
                                         "mm-loss, without a program in them",
                                         word.text));
    }
  }

  void loss(Words& words) {
    const Word* way = words.need("`uplink` or `downlink`");
    if (way == nullptr) return;
    const bool up = way->text == "uplink";
    if (!up && way->text != "downlink")
      return problems_.add(way->at, fmt::format("`{}` is not a direction; expected `uplink` or "
                                                "`downlink`",
                                                way->text));
    const auto rate = words.number(0, 1, "a loss rate from 0 to 1: mm-loss uplink 0.01");
    if (!rate) return;
    double& all = up ? shells_.loss_up : shells_.loss_down;
    all = either(all, *rate);
    std::string& said = up ? shells_.loss_up_words : shells_.loss_down_words;
    said += fmt::format("{}mm-loss {} {:g}", said.empty() ? "" : ", ", way->text, *rate);
  }

  void link(Words& words) {
    std::size_t traces = 0;
    while (words.more() && !words.peek().text.starts_with("mm-") && words.peek().text != "--") {
      const Word& word = words.take();
      if (word.text.starts_with("--"))
        option(word, words);
      else if (traces < 2)
        trace(word, traces++);
      else
        return problems_.add(word.at, fmt::format("`{}` is not understood; expected options of "
                                                  "mm-link, mm-delay or mm-loss",
                                                  word.text));
    }
  }

  void trace(const Word& word, std::size_t number) {
    if (word.text == sources_[number].name) return;
    problems_.add(word.at, fmt::format("mm-link has the trace `{}` here; expected `{}`, which is "
                                       "argument {}",
                                       word.text, sources_[number].name, number + 1));
  }

  void option(const Word& word, Words& words) {
    const std::size_t cut = word.text.find('=');
    const std::string name = word.text.substr(0, cut);
    static const std::vector<std::string> kSilent = {"--meter-uplink", "--meter-uplink-delay",
                                                     "--meter-downlink", "--meter-downlink-delay",
                                                     "--meter-all"};
    if (std::find(kSilent.begin(), kSilent.end(), name) != kSilent.end()) return;
    if (name == "--once")
      return warn_not_represented(problems_, word.at, "--once: the trace begins again at its end");
    static const std::vector<std::string> kValued = {"--uplink-queue",      "--downlink-queue",
                                                     "--uplink-queue-args", "--downlink-queue-args",
                                                     "--uplink-log",        "--downlink-log"};
    if (std::find(kValued.begin(), kValued.end(), name) == kValued.end())
      return problems_.add(word.at, fmt::format("`{}` is not an option of mm-link", name),
                           did_you_mean(name, kValued));
    Word value = word;
    if (cut != std::string::npos) {
      value.text = word.text.substr(cut + 1);
      value.at.column += static_cast<int>(cut) + 1;
    } else if (const Word* next = words.need("a value of " + name)) {
      value = *next;
    } else {
      return;
    }
    if (name == "--uplink-log" || name == "--downlink-log") return;
    if (name == "--uplink-queue" || name == "--downlink-queue") {
      Queue& queue = name == "--uplink-queue" ? shells_.up : shells_.down;
      queue.type = value.text;
      queue.type_word = value;
    } else if (name == "--uplink-queue-args") {
      shells_.up.args = value;
    } else {
      shells_.down.args = value;
    }
  }

  const std::vector<Source>& sources_;
  Diagnostics& problems_;
  Shells shells_;
};

class Filler {
 public:
  explicit Filler(Diagnostics& problems) : problems_(problems) {}

  void fill(DirectionDraft& out, const Source& trace, const Queue& queue) {
    LinkDirection& values = out.values;
    values.mutable_delivery_trace()->set_file(trace.path);
    values.mutable_delivery_trace()->set_opportunity_bytes(1504);
    out.remark("delivery_trace", "mahimahi's opportunities of 1504 bytes");
    values.set_protocol_overhead_per_packet(4);
    out.remark("protocol_overhead_per_packet", "the TUN header, which mahimahi counts");
    values.set_frame_in_service_in_buffer(true);
    this->queue(out, queue);
    out.remark("frame_in_service_in_buffer", "a packet counts until its opportunity");
  }

  void delay_and_loss(DirectionDraft& out, const Shells& shells, double loss,
                      const std::string& words) {
    if (!shells.delay_words.empty()) {
      out.values.mutable_propagation_delay()->set_fixed(shells.delay);
      out.remark("propagation_delay", shells.delay_words + ", one way");
    }
    if (words.empty()) return;
    out.values.mutable_error_probability()->set_fixed(loss);
    out.remark("error_probability", words);
  }

 private:
  struct Limits {
    std::int64_t packets = 0, bytes = 0;  // 0: none
  };

  void queue(DirectionDraft& out, const Queue& queue) {
    static const std::vector<std::string> kRouters = {"codel", "pie", "red"};
    if (queue.type == "droptail" || queue.type == "drophead") {
      const Limits limits = read_limits(queue);
      if (!problems_.empty()) return;
      return queue.type == "droptail" ? drop_tail(out, queue, limits)
                                      : drop_head(out, queue, limits);
    }
    if (std::find(kRouters.begin(), kRouters.end(), queue.type) != kRouters.end()) {
      warn_not_represented(
          problems_, queue.type_word->at,
          fmt::format("the queue discipline {}, which a router has (`router:` of a test set)",
                      queue.type));
    } else if (queue.type != "infinite") {
      return problems_.add(queue.type_word->at,
                           fmt::format("`{}` is not a queue of mm-link; expected "
                                       "infinite, droptail, drophead, codel, "
                                       "pie or red",
                                       queue.type));
    } else if (queue.args) {
      return problems_.add(queue.args->at,
                           "an infinite queue has no arguments; expected the queue "
                           "`droptail` beside them");
    }
    out.values.mutable_link_send_buffer_size()->set_packets(kPacketsWithoutLimit);
    out.remark("link_send_buffer_size", queue.type + " queue: bounded by max_held_size alone");
  }

  Limits read_limits(const Queue& queue) {
    Limits limits;
    if (!queue.args) {
      problems_.add(queue.type_word->at,
                    fmt::format("{} has no limit; expected arguments of this queue: "
                                "`packets=100` (or bytes=)",
                                queue.type));
      return limits;
    }
    std::size_t begin = 0;
    for (const std::string& text = queue.args->text; begin <= text.size();) {
      const std::size_t end = std::min(text.find(',', begin), text.size());
      const std::size_t first = std::min(text.find_first_not_of(' ', begin), end);
      limit(*queue.args, first, text.substr(first, end - first), limits);
      begin = end + 1;
    }
    if (limits.packets == 0 && limits.bytes == 0 && problems_.empty())
      problems_.add(queue.args->at, "no limit; expected packets=N or bytes=N");
    return limits;
  }

  void limit(const Word& args, std::size_t offset, const std::string& text, Limits& limits) {
    const std::size_t cut = text.find('=');
    const std::string name = text.substr(0, cut);
    Location at = args.at;
    at.column += static_cast<int>(offset);
    at.width = std::max(static_cast<int>(text.size()), 1);
    if (cut == std::string::npos || (name != "packets" && name != "bytes"))
      return problems_.add(at,
                           fmt::format("`{}` is no limit; expected packets=N or bytes=N", text));
    const Command command = {{text.substr(cut + 1), at}};
    Words words(command, problems_);
    if (const auto value = words.whole(0, kCountBound, "a whole number from 0"))
      (name == "packets" ? limits.packets : limits.bytes) = *value;
  }

  /// Writes the limit that full packets reach first.
  void drop_tail(DirectionDraft& out, const Queue& queue, const Limits& limits) {
    Limit& size = *out.values.mutable_link_send_buffer_size();
    const bool by_bytes =
        limits.packets == 0 || (limits.bytes != 0 && limits.bytes / 1504 < limits.packets);
    if (by_bytes)
      size.set_bytes(limits.bytes);
    else
      size.set_packets(std::min(limits.packets, kPacketsWithoutLimit));
    out.remark("link_send_buffer_size", "droptail " + queue.args->text);
    if (limits.packets != 0 && limits.bytes != 0)
      warn_not_represented(
          problems_, queue.args->at,
          fmt::format("the limit in {} beside the one in {}", by_bytes ? "packets" : "bytes",
                      by_bytes ? "bytes" : "packets"));
  }

  /// The remark of a limit of the input queue, which has at least `least`.
  std::string behind_that_packet(const Queue& queue, bool fits, const char* least) {
    const std::string limit = "drophead " + queue.args->text;
    if (fits) return limit + ", less that packet";
    warn_not_represented(
        problems_, queue.args->at,
        fmt::format("a queue this small: here {} fits beside the packet that waits for its "
                    "opportunity",
                    least));
    return fmt::format("{}: {} beside that packet is the least", limit, least);
  }

  /// The packet in service is in the send buffer, the others are in the input queue.
  void drop_head(DirectionDraft& out, const Queue& queue, const Limits& limits) {
    out.values.mutable_link_send_buffer_size()->set_packets(1);
    out.remark("link_send_buffer_size", "the packet that waits for its opportunity");
    if (limits.packets != 0) {
      out.values.set_queue_max_length(std::clamp<std::int64_t>(limits.packets - 1, 1, 1'000'000));
      out.remark("queue_max_length", behind_that_packet(queue, limits.packets > 1, "1 packet"));
    } else {
      out.remark("queue_max_length", "bytes bound it");
    }
    if (limits.bytes != 0) {
      const std::int64_t bytes = limits.bytes - 1504;
      out.values.set_queue_max_size(std::max<std::int64_t>(bytes, 68));
      out.remark("queue_max_size", behind_that_packet(queue, bytes >= 68, "68B"));
    }
    out.values.set_queue_overflow_handling(LinkDirection::OVERFLOW_DROP);
    out.values.set_queue_drop_policy(LinkDirection::HEAD);
    out.remark("queue_overflow_handling", "drophead");
    out.remark("queue_drop_policy", "drophead");
    warn_not_represented(problems_, queue.args->at,
                         "drophead drops the packet that is next; here it drops the one behind it");
  }

  Diagnostics& problems_;
};

/// The mean rate of the trace's opportunities, for the description; 0 when there are problems.
double check_trace(const Source& source, Diagnostics& problems) {
  const auto trace = parse_delivery_trace(source.text);
  for (const TraceProblem& problem : trace.problems)
    problems.add({source.name, problem.line, problem.line == 0 ? 0 : 1}, problem.message);
  if (!trace.ok()) return 0;
  return delivery_rate(std::ssize(trace.value), 1504, trace.value.back()) / 1e6;
}

}  // namespace

void read_mahimahi(const std::vector<Source>& sources, Draft& draft, Diagnostics& problems) {
  const double up = check_trace(sources[0], problems);
  const double down = check_trace(sources[1], problems);
  Shells shells;
  if (sources.size() == 3) shells = CommandReader(sources, problems).read();
  if (!problems.empty()) return;
  Filler filler(problems);
  filler.fill(draft.downlink, sources[1], shells.down);
  filler.delay_and_loss(draft.downlink, shells, shells.loss_down, shells.loss_down_words);
  filler.fill(draft.uplink, sources[0], shells.up);
  filler.delay_and_loss(draft.uplink, shells, shells.loss_up, shells.loss_up_words);
  warn_not_represented(
      problems, {sources[1].name},
      "the beginning of the traces: mahimahi's run from the start of mm-link, here each runs from "
      "the first packet of its direction");
  draft.description =
      fmt::format("mahimahi traces {} (down, {:.3g} Mbit/s on average) and {} (up, {:.3g} Mbit/s)",
                  sources[1].name, down, sources[0].name, up);
}

}  // namespace seawind::importer
