// SPDX-License-Identifier: GPL-3.0-or-later
// What a last-hop router is built from: plain values, already validated. The meaning of every field
// is in docs/reference/router.md; emulator/api/router.proto is the same thing as users write it.
//
// A value that is left out (a limit of neither bytes nor packets, nullopt) is scaled to the link by
// default_limit.h and default_burst.h.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "emulator/core/limit.h"
#include "emulator/router/aqm_config.h"
#include "emulator/router/filter_config.h"
#include "emulator/router/meter_config.h"

namespace seawind {

struct ClassConfig;
struct DisciplineConfig;

// ------------------------------------------------------------------------------- without classes

struct TailDropConfig {
  BufferLimit limit{};
  /// Admits while the content is below the limit: the last packet may reach over it.
  bool overfill = false;
};
struct HeadDropConfig {
  BufferLimit limit{};
};
/// Drops every packet it is given (DropReason::kClassified).
struct DiscardConfig {};

// ---------------------------------------------------------------------------------- with classes

/// Where a classful discipline has no `classes` but a number of flow queues: flows are sorted by
/// hash into `count` queues, each with a discipline of its own.
struct FlowQueues {
  std::uint32_t count = 0;  // 0: by classes
  std::shared_ptr<const DisciplineConfig> discipline{};
};

struct PriorityConfig {
  std::vector<ClassConfig> classes;
};
struct TokenBucketConfig {
  std::optional<std::int64_t> rate{};   // bit/s; none: the link's
  std::optional<std::int64_t> burst{};  // bytes
  std::optional<std::int64_t> peak_rate{};
  std::int64_t peak_burst = 1514;  // bytes
  bool police = false;             // drop instead of delay
  std::shared_ptr<const DisciplineConfig>
      discipline{};  // of what waits (or passes); none: tail drop
};
struct HtbConfig {
  std::optional<std::int64_t> rate{};   // bit/s of the whole tree; none: the link's
  std::optional<std::int64_t> burst{};  // bytes
  std::vector<ClassConfig> classes;
};
struct DrrConfig {
  std::vector<ClassConfig> classes;
  FlowQueues flows{};
  std::optional<std::int64_t> quantum{};  // bytes, of flow queues
};
struct WrrConfig {
  std::vector<ClassConfig> classes;
  FlowQueues flows{};
};
struct WfqConfig {
  std::vector<ClassConfig> classes;
  FlowQueues flows{};
};
struct Wf2qPlusConfig {
  std::vector<ClassConfig> classes;
  FlowQueues flows{};
};

struct DisciplineConfig
    : std::variant<TailDropConfig, HeadDropConfig, DiscardConfig, RedConfig, WredConfig,
                   CodelConfig, FqCodelConfig, PieConfig, FqPieConfig, DualPi2Config,
                   PriorityConfig, TokenBucketConfig, HtbConfig, DrrConfig, WrrConfig, WfqConfig,
                   Wf2qPlusConfig> {
  using variant::variant;
};

/// A class of a classful discipline. The first class one of whose filters matches takes the packet.
struct ClassConfig {
  std::string name{};
  std::uint8_t number = 0;             // traffic_class of its packets; make_router gives it
  std::vector<FilterConfig> match{};   // any of them; none: every packet
  std::optional<MeterConfig> meter{};  // on entry, before set_dscp
  std::optional<std::uint8_t> set_dscp{};

  double weight = 1;                      // WRR, WFQ, WF2Q+
  std::optional<std::int64_t> quantum{};  // bytes; DRR, HTB
  // HTB
  std::optional<std::int64_t> rate{};    // bit/s guaranteed; none: an equal share of the parent's
  std::optional<std::int64_t> ceil{};    // bit/s at most; none: the parent's
  std::optional<std::int64_t> burst{};   // bytes
  std::optional<std::int64_t> cburst{};  // bytes
  int prio = 0;                          // 0 borrows first
  std::vector<ClassConfig> classes{};    // inner class of an HTB; then `discipline` is not used

  DisciplineConfig discipline{};
};

struct RouterConfig {
  DisciplineConfig root{};
};

/// A router of one tail-drop queue.
inline std::shared_ptr<const RouterConfig> tail_drop_router(const BufferLimit& limit) {
  return std::make_shared<const RouterConfig>(RouterConfig{TailDropConfig{limit}});
}

}  // namespace seawind
