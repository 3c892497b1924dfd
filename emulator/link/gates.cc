// SPDX-License-Identifier: GPL-3.0-or-later
#include "emulator/link/gates.h"

#include <algorithm>
#include <limits>
#include <string>
#include <utility>
#include <variant>

#include "emulator/link/draws.h"

namespace seawind {
namespace {

using BlockConfig = std::variant<std::monostate, SpikeProcess, Outage>;  // monostate: removed

Affects affects(const BlockConfig& config) {
  if (const auto* spike = std::get_if<SpikeProcess>(&config)) return spike->affects;
  return std::get<Outage>(config).affects;
}

bool affects(const BlockConfig& config, Direction direction) {
  const Affects who = affects(config);
  return who == Affects::kBoth ||
         (who == Affects::kDownlink) == (direction == Direction::kDownlink);
}

// A process with this many consecutive blocks of length 0 is taken to have no other blocks.
constexpr int kMaxPassed = 100'000;

constexpr Direction kBothDirections[] = {Direction::kDownlink, Direction::kUplink};

}  // namespace

// One spike process or outage. The next block is planned as soon as the previous one has ended, so
// that open_at() is correct regardless of the order of events within an instant.
class Gates::Process {
 public:
  /// `number`: of its streams.
  Process(bool outage, std::size_t number, std::uint64_t seed)
      : outage_(outage),
        intervals_(seed, name(outage, number, "interval")),
        lengths_(seed, name(outage, number, "length")) {}

  bool lasts(Direction direction, Time now) const {
    return begins_ <= now && now < ends_ && affects(config_, direction);
  }

  /// Sets begins_ and ends_ of the first block after `now`; plan_next() does so for the block after
  /// the one that has ended.
  void plan_first(Time start, Time now) {
    begins_ = ends_ = Time::max();
    if (const auto* spike = std::get_if<SpikeProcess>(&config_)) {
      plan(now + interval(spike->interval), spike->length);
    } else if (const auto* outage = std::get_if<Outage>(&config_)) {
      if (outage->at && start + *outage->at >= now) {
        plan(start + *outage->at, outage->length);
      } else if (outage->interval) {
        plan(now + interval(*outage->interval), outage->length);
      } else if (!outage->at) {
        plan(now, outage->length);
      }
    }
  }
  void plan_next() {
    const Time began = std::exchange(begins_, Time::max());
    const Time ended = std::exchange(ends_, Time::max());
    if (began == Time::max()) return;
    if (const auto* spike = std::get_if<SpikeProcess>(&config_)) {
      plan(ended + interval(spike->interval), spike->length);
    } else if (const auto* outage = std::get_if<Outage>(&config_); outage && outage->interval) {
      plan(ended + interval(*outage->interval), outage->length);
    }
  }

  bool outage_;
  std::size_t position_ = 0;  // in the list of its kind, the last one
  bool listed_ = true;
  BlockConfig config_{};
  Draws intervals_;
  Draws lengths_;
  std::uint32_t generation_ = 0;
  bool reported_blocked_ = false;  // kBlocked was emitted and kUnblocked was not
  Time begins_ = Time::max();
  Time ends_ = Time::max();

 private:
  static std::string name(bool outage, std::size_t number, const char* what) {
    return (outage ? "outage/" : "spike/") + std::to_string(number) + "/" + what;
  }
  // A free time takes at least one nanosecond, so that time advances.
  Duration interval(const ValueConfig& law) {
    return std::max(intervals_.duration(law), Duration::nanoseconds(1));
  }
  void plan(Time begin, const ValueConfig& length) {
    begins_ = begin;
    ends_ = begin + lengths_.duration(length);
  }
};

Gates::Gates(const std::vector<SpikeProcess>& spikes, const std::vector<Outage>& outages,
             std::uint64_t seed, Scheduler& scheduler, LinkObserver& observer,
             BlockListener& listener)
    : seed_(seed),
      start_(scheduler.now()),
      scheduler_(scheduler),
      observer_(observer),
      listener_(listener) {
  reconfigure(spikes, outages);
}

Gates::~Gates() = default;

Time Gates::latest_end(Direction direction, Time now) const {
  Time open = now;
  for (const Process& process : processes_) {
    if (process.lasts(direction, now)) open = std::max(open, process.ends_);
  }
  return open;
}

Time Gates::earliest_loss(Direction direction, Time arrival, Time now) const {
  Time earliest = Time::max();
  for (const Process& process : processes_) {
    const auto* outage = std::get_if<Outage>(&process.config_);
    if (outage == nullptr || !outage->discard || !process.lasts(direction, now)) continue;
    earliest = std::min(earliest, std::max(arrival, process.begins_) + outage->persistency);
  }
  return earliest;
}

void Gates::reconfigure(const std::vector<SpikeProcess>& spikes,
                        const std::vector<Outage>& outages) {
  const auto taken_by_spikes = processes_for(false, spikes);
  const auto taken_by_outages = processes_for(true, outages);
  for (Process& process : processes_)
    if (!process.listed_) replace(process, BlockConfig{});
  for (std::size_t i = 0; i < spikes.size(); ++i)
    replace(processes_[taken_by_spikes[i]], spikes[i]);
  for (std::size_t i = 0; i < outages.size(); ++i)
    replace(processes_[taken_by_outages[i]], outages[i]);
  none_ = processes_.empty();
}

/// Indices of the processes that continue as these entries: one with an equal entry, preferably of
/// the same position, else that of the position, else a new one.
template <typename Config>
std::vector<std::size_t> Gates::processes_for(bool outage, const std::vector<Config>& entries) {
  constexpr auto kNone = std::numeric_limits<std::size_t>::max();
  std::vector<std::size_t> chosen(entries.size(), kNone);
  for (Process& process : processes_)
    if (process.outage_ == outage) process.listed_ = false;
  const auto choose = [&](const auto& suits) {
    for (std::size_t i = 0; i < entries.size(); ++i) {
      if (chosen[i] != kNone) continue;
      const auto found = std::ranges::find_if(processes_, [&](const Process& process) {
        return process.outage_ == outage && !process.listed_ && suits(process, i);
      });
      if (found == processes_.end()) continue;
      found->listed_ = true;
      chosen[i] = static_cast<std::size_t>(found - processes_.begin());
    }
  };
  const auto equal = [&](const Process& process, std::size_t i) {
    return process.config_ == BlockConfig(entries[i]);
  };
  choose([&](const Process& p, std::size_t i) { return p.position_ == i && equal(p, i); });
  choose(equal);
  choose([](const Process& p, std::size_t i) { return p.position_ == i; });
  for (std::size_t i = 0; i < entries.size(); ++i) {
    if (chosen[i] == kNone) {
      const auto number = std::ranges::count(processes_, outage, &Process::outage_);
      chosen[i] = processes_.size();
      processes_.emplace_back(outage, static_cast<std::size_t>(number), seed_);
    }
    processes_[chosen[i]].position_ = i;
  }
  return chosen;
}

template <typename Config>
void Gates::replace(Process& process, const Config& config) {
  if (process.config_ == BlockConfig(config)) return;
  ++process.generation_;
  if (process.reported_blocked_) {
    emit(process, false);
    scheduler_.at(scheduler_.now(), [this] {
      for (const Direction direction : kBothDirections) listener_.block_ended(direction);
    });
  }
  process.config_ = config;
  process.plan_first(start_, scheduler_.now());
  schedule(process);
}

// Schedules the beginning of the planned block; skips blocks of length 0.
void Gates::schedule(Process& process) {
  for (int passed = 0; process.begins_ != Time::max() && process.begins_ == process.ends_;
       ++passed) {
    if (passed == kMaxPassed) process.begins_ = process.ends_ = Time::max();
    process.plan_next();
  }
  if (process.begins_ == Time::max()) return;
  const std::uint64_t handle = handle_of(process);
  scheduler_.at(process.begins_, [this, handle] { begin(handle); });
}

std::uint64_t Gates::handle_of(const Process& process) const {
  const auto index = static_cast<std::uint64_t>(&process - processes_.data());
  return index << 32U | process.generation_;
}

Gates::Process* Gates::process_of(std::uint64_t handle) {
  Process& process = processes_[handle >> 32U];
  return process.generation_ == (handle & 0xffffffffU) ? &process : nullptr;
}

void Gates::begin(std::uint64_t handle) {
  Process* process = process_of(handle);
  if (process == nullptr) return;
  emit(*process, true);
  scheduler_.at(process->ends_, [this, handle] { end(handle); });
  const BlockConfig config = process->config_;  // a copy: the listener may reconfigure
  for (const Direction direction : kBothDirections) {
    if (affects(config, direction)) {
      listener_.block_began(direction, std::get_if<Outage>(&config));
    }
  }
}

void Gates::end(std::uint64_t handle) {
  Process* process = process_of(handle);
  if (process == nullptr) return;
  emit(*process, false);
  const BlockConfig config = process->config_;
  process->plan_next();
  schedule(*process);
  for (const Direction direction : kBothDirections) {
    if (affects(config, direction)) listener_.block_ended(direction);
  }
}

void Gates::emit(Process& process, bool begins) {
  process.reported_blocked_ = begins;
  const BlockReason reason = process.outage_ ? BlockReason::kOutage : BlockReason::kSpike;
  for (const Direction direction : kBothDirections) {
    if (!affects(process.config_, direction)) continue;
    EventEmitter(direction, scheduler_, observer_).blocked(begins, reason);
  }
}

}  // namespace seawind
