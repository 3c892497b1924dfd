// SPDX-License-Identifier: GPL-3.0-or-later
// The configuration a last-hop router is built from: plain, validated values.
// docs/reference/router.md defines every field; emulator/api/router.proto is the same configuration
// as users write it.
//
// A missing value (an empty limit, nullopt) is scaled to the link by default_limit.h and
// default_burst.h.
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
  /// Admits packets while the occupancy is below the limit; the last packet may exceed it.
  bool overfill = false;
};
struct HeadDropConfig {
  BufferLimit limit{};
};
/// Drops every packet (DropReason::kClassified).
struct DiscardConfig {};

// ---------------------------------------------------------------------------------- with classes

/// The flow queues of a classful discipline without `classes`: flows are distributed by hash over
/// `count` queues, each with a discipline of its own.
struct FlowQueues {
  std::uint32_t count = 0;  // 0: classes are used
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
  bool police = false;             // drop instead of delaying
  std::shared_ptr<const DisciplineConfig>
      discipline{};  // for packets that wait (or pass); none: tail drop
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

/// A class of a classful discipline. A packet belongs to the first class with a matching filter.
struct ClassConfig {
  std::string name{};
  std::uint8_t number = 0;             // traffic_class of its packets; assigned by LastHopRouter
  std::vector<FilterConfig> match{};   // any of these; empty: every packet
  std::optional<MeterConfig> meter{};  // applied on entry, before set_dscp
  std::optional<std::uint8_t> set_dscp{};

  double weight = 1;                      // WRR, WFQ, WF2Q+
  std::optional<std::int64_t> quantum{};  // bytes; DRR, HTB
  // HTB
  std::optional<std::int64_t> rate{};    // bit/s, guaranteed; none: an equal share of the parent's
  std::optional<std::int64_t> ceil{};    // bit/s, maximum; none: the parent's
  std::optional<std::int64_t> burst{};   // bytes
  std::optional<std::int64_t> cburst{};  // bytes
  int prio = 0;                          // lower values borrow first
  std::vector<ClassConfig> classes{};    // inner class of an HTB; `discipline` is then ignored

  DisciplineConfig discipline{};
};

struct RouterConfig {
  DisciplineConfig root{};
};

/// `given`, or tail drop of the default limit.
inline const DisciplineConfig& or_tail_drop(const std::shared_ptr<const DisciplineConfig>& given) {
  static const DisciplineConfig kTailDrop = TailDropConfig{};
  return given ? *given : kTailDrop;
}

}  // namespace seawind
