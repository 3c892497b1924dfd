// SPDX-License-Identifier: GPL-3.0-or-later
// The configuration a hop is built from: plain, validated values. docs/reference/link.md defines
// every field; emulator/api/link.proto is the same configuration as users write it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "common/time.h"
#include "common/wire/embedded_ipv4.h"
#include "emulator/core/limit.h"
#include "emulator/core/value_config.h"
#include "emulator/router/router_config.h"

namespace seawind {

// ---------------------------------------------------------------------------------------- channel

struct ChannelStateConfig {
  std::string name;
  ValueConfig dwell;  // ns
  /// Probability of each state (by index) to be the next one; sums to 1. Empty, then in every
  /// state: the next state follows `cycle`.
  std::vector<double> next{};
  bool operator==(const ChannelStateConfig&) const = default;
};
struct ChannelConfig {
  std::vector<ChannelStateConfig> states;  // empty: one state that never changes
  /// The order in which states are visited, repeatedly, as indices into `states`; a state may occur
  /// more than once (experiments D11). Empty: the order listed. Not together with `next`.
  std::vector<std::size_t> cycle{};
  Duration lead_in;
  bool operator==(const ChannelConfig&) const = default;
};

struct GilbertElliott {  // per frame; netem `loss gemodel p r 1-h 1-k`
  double p = 0;          // good -> bad
  double r = 1;          // bad -> good
  double loss_bad = 1;   // 1-h
  double loss_good = 0;  // 1-k
  bool operator==(const GilbertElliott&) const = default;
};
struct FourStateLoss {  // per frame; netem `loss state p13 p31 p32 p23 p14`
  double p13 = 0, p31 = 1, p32 = 0, p23 = 1, p14 = 0;
  bool operator==(const FourStateLoss&) const = default;
};
struct PositionPattern {  // frame numbers from 1; period 0: not repeated
  std::vector<std::uint64_t> positions;
  std::uint64_t period = 0;
  bool operator==(const PositionPattern&) const = default;
};
struct TimePattern {  // [from, to) in link time; period 0: not repeated
  std::vector<std::pair<Duration, Duration>> intervals;
  Duration period;
  bool operator==(const TimePattern&) const = default;
};
/// Corruption of first attempts by a chain (GilbertElliott, FourStateLoss), by frame number or by
/// time, for comparison with other tools and for exact tests. It adds to error_probability.
using LossPattern =
    std::variant<std::monostate, GilbertElliott, FourStateLoss, PositionPattern, TimePattern>;

// ------------------------------------------------------------------------------------------- rate

/// Rate steps in link time (or from the first packet): a schedule in YAML or a CSV trace. A frame
/// keeps the rate it started with. No frame starts while the rate is 0.
struct RateSchedule {
  struct Step {
    Duration at;            // ascending, the first is 0
    std::int64_t rate = 0;  // bit/s
    bool operator==(const Step&) const = default;
  };
  std::vector<Step> steps;
  Duration period;  // repetition period; 0: not repeated, the last rate stays
  bool from_first_packet = false;
  bool operator==(const RateSchedule&) const = default;
};
/// A mahimahi packet-delivery trace with mahimahi's byte accounting (link.md, delivery_trace). It
/// starts at the first packet.
struct DeliveryTrace {
  std::vector<std::int64_t> at_ms;  // non-decreasing, last > 0; the period is the last value
  std::int64_t opportunity_bytes = 1504;
  bool operator==(const DeliveryTrace&) const = default;
};
/// monostate: rate_base of the state times the channels available.
using RateSource = std::variant<std::monostate, std::shared_ptr<const RateSchedule>,
                                std::shared_ptr<const DeliveryTrace>>;

/// Other users of the same channels (bgl_*).
struct BackgroundLoad {
  enum class Type { kConstant, kOnOff, kPoisson, kPareto };
  enum class Priority { kLow, kEqual, kHigh };  // of the measured user on a shared channel
  enum class Output {
    kAccount,  // its packets only take transmission time
    kWrite     // they also leave the link
  };
  std::int64_t users = 0;  // 0: no background load
  Type type = Type::kConstant;
  std::int64_t average_rate = 0;  // bit/s of one user
  std::int64_t max_users_per_channel = 1;
  Priority priority = Priority::kEqual;
  Output output = Output::kAccount;
  std::int64_t packet_size = 576;  // bytes
  std::int64_t overhead = 0;       // bytes that the link adds to each, transmission time only
  ValueConfig on{};                // ns, type on/off
  ValueConfig off{};
  double pareto_shape = 1.5;
  bool operator==(const BackgroundLoad&) const = default;
};

// -------------------------------------------------------------------------------- error handling

enum class ErrorUnit { kUnit, kBit };
/// kRetransmit transmits the frame again on the link (RLP, RLC), one error_delay after the
/// corrupted attempt, and takes capacity. kDelay and kDelayIterate emulate delays that take no
/// capacity.
enum class ErrorHandling { kDrop, kDelay, kDelayIterate, kRetransmit };
enum class AckRelease { kCumulative, kSelective };

/// Flow-adaptive persistency (experiments B1.5.4): the link-layer persistency of a packet, by
/// class.
struct PersistencyClass {
  std::vector<std::uint8_t> dscp;       // DSCPs of this class
  std::vector<std::uint8_t> protocols;  // IP protocols of packets whose DSCP is in no class
  Duration persistency;                 // replaces delay_drop_threshold
  bool in_order = true;                 // false: a packet leaves as soon as it is complete
};

/// The parameters that may differ between channel states.
struct StateParameters {
  ValueConfig rate = 1;                               // bit/s of one channel (rate_base)
  std::int64_t user_max_rate = 1;                     // channels
  std::optional<ValueConfig> available_rate{};        // channels; none: user_max_rate
  std::optional<ValueConfig> rate_change_interval{};  // ns; none: drawn once per state
  ValueConfig propagation_delay{};                    // ns
  ValueConfig error_probability{};                    // drawn when a state begins
  ErrorUnit error_unit = ErrorUnit::kUnit;
  ErrorHandling error_handling = ErrorHandling::kDrop;
  ValueConfig error_delay{};  // ns
  std::optional<Duration> delay_drop_threshold{};
  std::optional<std::int64_t> max_retransmissions{};  // limit on repetitions
  double duplicate_probability = 0;
  double random_delay_probability = 0;
  ValueConfig random_delay_length{};              // ns
  std::optional<ValueConfig> allocation_delay{};  // ns; none: no allocation
  ValueConfig link_idle_timeout{};                // ns
  bool operator==(const StateParameters&) const = default;
};

// --------------------------------------------------------------------------------------- queues

enum class OverflowHandling { kFlowControl, kDrop };
enum class DropPolicy { kTail, kHead };
struct InputQueueConfig {
  std::int64_t adapter_slots = 0;       // packets
  BufferLimit limit{};                  // queue_max_length and queue_max_size; 0 packets: no queue
  std::optional<Duration> max_delay{};  // maximum age; older packets are dropped
  OverflowHandling overflow = OverflowHandling::kFlowControl;
  DropPolicy drop = DropPolicy::kTail;

  bool none() const { return limit.packets == 0; }
};

struct Framing {
  std::optional<std::int64_t> fragment_size{};  // IP bytes per frame; none: one frame per packet
  bool byte_stream = false;        // a frame is filled up with bytes of the next packets
  bool reassembly = true;          // see docs/reference/link.md
  std::int64_t link_overhead = 0;  // bytes per frame, transmission time only
  std::int64_t protocol_overhead_per_packet = 0;  // bytes per packet, transmission time only
  bool link_reset = false;  // a frame beyond its persistency resets the link and flushes both
                            // directions
};

/// Loss at the exit, after the link.
struct OutputDropper {
  double probability = 0;
  PositionPattern list{};
  bool operator==(const OutputDropper&) const = default;
};

/// Release of a packet that waited for an earlier one. kSpaced: it follows that packet by at least
/// its own transmission time (experiments D15, ns-2). kInOrder: at the same instant. kNone: no
/// waiting, packets leave as they arrive (`reordering: true`).
enum class ReleaseOrder { kInOrder, kSpaced, kNone };

// ---------------------------------------------------------------------------------------- stages

/// Functions of the base station (experiments B1.5). Each is configured in one direction and may
/// inspect packets of the other.
struct PacketControl {  // configured in the data direction; ACKs are filtered in the other
  bool ack_filter = true;
  bool data_filter = true;
  std::int64_t threshold = 3;  // N duplicate ACKs, of which 3 are forwarded, evenly spaced
};
struct FastReset {};           // a RST of the other direction discards queued packets of this one
struct LifetimeDiscard {       // Lifetime Packet Discard
  bool headercasting = false;  // stale packets with treatment `truncate` are cut to their headers
};
struct DropFromHead {  // keeps at most `limit` in the router and the link's input queue
  BufferLimit limit;
};
/// Elements of the path in front of the direction; packets of both directions pass them.
struct MtuBlackHole {
  std::uint32_t size = 0;  // of the largest packet that passes, bytes
  bool answers = false;    // with an ICMP error
};
struct Firewall {
  enum class Protocol : std::uint8_t { kUdp, kTcp, kIcmp, kAll };
  enum class Answer : std::uint8_t { kNone, kIcmp, kReset };
  Protocol protocol = Protocol::kUdp;
  std::vector<std::uint16_t> ports{};  // of the fixed host; empty: all
  Answer answer = Answer::kNone;
};
struct Nat {
  enum class Mapping : std::uint8_t { kEndpointIndependent, kSymmetric };
  enum class Filtering : std::uint8_t { kAddressAndPort, kAddress, kEndpointIndependent };
  Mapping mapping = Mapping::kEndpointIndependent;
  Filtering filtering = Filtering::kAddressAndPort;
  Duration udp_timeout = Duration::seconds(30);
  Duration tcp_timeout = Duration::seconds(2 * 3600);
  Duration tcp_transitory_timeout = Duration::seconds(4 * 60);
  Duration icmp_timeout = Duration::seconds(60);
  std::uint8_t pool = 0;         // its addresses begin at 100.64.POOL.1
  std::uint16_t addresses = 16;  // 1 to 254
  std::uint16_t first_port = 1024, last_port = 65535;
  std::uint32_t ports_per_host = 0;  // mappings of an internal address at most; 0: no limit
  bool change_at_handover = false;
  std::string network{};  // the profile's name: a change to another one is a handover
};
struct Nat64 {
  Nat nat{};  // its external side
  EmbeddedIpv4 prefix{};
  std::uint32_t mtu = 1500;  // of the IPv6 network, 1280 to 65535 bytes
};
using StageConfig = std::variant<PacketControl, FastReset, LifetimeDiscard, DropFromHead,
                                 MtuBlackHole, Firewall, Nat, Nat64>;

// ------------------------------------------------------------------------------- direction and hop

/// Memory overhead per held packet in bytes, counted by DirectionConfig::max_held_size.
inline constexpr std::int64_t kHeldOverhead = 256;

struct DirectionConfig {
  std::int64_t max_packet_size = 2048;
  std::int64_t max_held_size = 256'000'000;  // bytes, including kHeldOverhead per packet
  std::vector<StageConfig> stages{};
  std::shared_ptr<const RouterConfig> router{};  // none: no router in front
  InputQueueConfig input{};
  BufferLimit send_buffer;
  BufferLimit receive_buffer;  // neither set: as large as the send buffer
  bool frame_in_service_in_buffer = false;
  bool drop_on_shrink = false;  // a reduced limit drops the excess at once, from the tail
  Framing framing{};
  RateSource rate_source{};
  BackgroundLoad background{};
  LossPattern loss_pattern{};
  std::vector<PersistencyClass> persistency_classes{};
  bool link_layer_acks = false;
  AckRelease ack_release = AckRelease::kCumulative;
  std::optional<Duration> delay_redraw_interval{};  // none: every frame draws its own delay
  ReleaseOrder release = ReleaseOrder::kInOrder;
  OutputDropper output{};
  std::vector<StateParameters> states;  // one per channel state; one entry for a channel without
                                        // states
};

enum class Affects { kDownlink, kUplink, kBoth };

/// Delay spikes (experiments D6): no transmission starts during a spike; frames on the link are not
/// affected. With kBoth the same event blocks both directions.
struct SpikeProcess {
  ValueConfig interval;  // ns, free time
  ValueConfig length;    // ns, blocked time
  Affects affects = Affects::kBoth;
  bool operator==(const SpikeProcess&) const = default;
};
/// Link outages (experiments D3, D9, D12): block as a spike does, and may also drop waiting
/// packets.
struct Outage {
  std::optional<Duration> at{};           // link time of the first; none: see gates.h
  std::optional<ValueConfig> interval{};  // ns from the end of one to the next; none: not repeated
  ValueConfig length;                     // ns
  Affects affects = Affects::kBoth;
  bool discard = false;   // true: packets that wait longer than persistency are dropped
  Duration persistency;   // with discard: the longest wait of a packet; 0: none. Not that of ARQ
  double queue_loss = 0;  // share of the waiting packets dropped at the beginning
  bool operator==(const Outage&) const = default;
};

struct HopConfig;
/// The hop applies `config` at link time `at`, as Hop::reconfigure() does.
struct TimedChange {
  Time at;
  std::shared_ptr<const HopConfig> config;  // its own `changes` are ignored
};

struct HopConfig {
  ChannelConfig channel;
  DirectionConfig downlink;
  DirectionConfig uplink;
  std::vector<SpikeProcess> spikes{};
  std::vector<Outage> outages{};
  bool shared_delay =
      false;  // both directions use the same delay of each delay_redraw_interval (experiments D2)
  bool shared_allocation = false;  // both directions allocate one channel (allocation_gate.h)
  std::uint64_t seed = 0;
  Duration time_of_day{};              // UTC at link time 0, for absolute lifetimes
  std::vector<TimedChange> changes{};  // ascending; read only at the hop's construction
};

}  // namespace seawind
