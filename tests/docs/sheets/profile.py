# SPDX-License-Identifier: GPL-3.0-or-later
"""What a link profile states: distributions of its values, and the figures that follow from them by arithmetic.
Times in seconds, rates in bit/s, sizes in bytes."""
import bisect
import functools
import math
import statistics

from sheets import seawind

NS = 1e-9
PROBE = 100  # bytes of the probe at light load
FULL = 1500  # bytes of the probe that saturates
ROUTER = 11520  # bytes of tail-drop-20, which stands in front where the link needs a router


class Law:
    """A fixed or drawn value, as `seawind profiles show --json` has it, times `scale`."""

    def __init__(self, spec, scale=1.0):
        (self.kind, self.spec), = spec.items()
        self.scale = scale
        if self.kind == "fixed":
            self.low = self.high = self.mean = self.spec * scale
            self.deviation = 0.0
            return
        points = 4000
        values = [self.quantile((i + 0.5) / points) for i in range(points)]
        self.low, self.high = self.quantile(0.0), self.quantile(1.0)
        self.mean = statistics.fmean(values)
        self.deviation = statistics.pstdev(values)

    def fixed(self):
        return self.low == self.high

    def quantile(self, u):
        law = getattr(self, "_" + self.kind, None)
        if law is None:
            raise NotImplementedError(f"{__file__}: write the quantiles of the distribution `{self.kind}`")
        return self.scale * law(u)

    def _fixed(self, _):
        return self.spec

    def _uniform(self, u):
        return self.spec["min"] + u * (self.spec["max"] - self.spec["min"])

    def _between(self, u, cumulative, inverse):
        """A distribution whose values outside min and max are drawn again, or moved to the bound."""
        least, most = self.spec.get("min", 0.0), self.spec.get("max", math.inf)
        if self.spec.get("truncation") == "CLAMP":
            return min(max(inverse(u), least), most)
        below, above = cumulative(least), cumulative(most)
        return inverse(below + u * (above - below))

    def _exponential(self, u):
        mean = self.spec["mean"]
        return self._between(u, lambda x: 1 - math.exp(-x / mean),
                             lambda v: -mean * math.log(1 - v) if v < 1 else math.inf)

    def _lognormal(self, u):
        normal = statistics.NormalDist(math.log(self.spec["median"]), self.spec["sigma"])
        return self._between(u, lambda x: normal.cdf(math.log(x)) if x > 0 else 0.0,
                             lambda v: 0.0 if v <= 0 else math.inf if v >= 1 else math.exp(normal.inv_cdf(v)))

    def _mixture(self, u):
        parts = self.spec["parts"]
        total = sum(p["weight"] for p in parts)
        for part in parts:
            share = part["weight"] / total
            if u <= share or part is parts[-1]:
                return part["min"] + min(u / share, 1.0) * (part["max"] - part["min"])
            u -= share

    @staticmethod
    def _interpolated(values, u):
        at = u * (len(values) - 1)
        below = min(int(at), len(values) - 2)
        return values[below] + (at - below) * (values[below + 1] - values[below])

    def _empirical(self, u):
        return self._interpolated(self.spec["quantiles"], u)

    def _netem(self, u):
        table = self.spec["table"]
        entry = table[min(int(u * len(table)), len(table) - 1)]
        return max(0.0, self.spec["mean"] + self.spec["sigma"] * entry / 8192)


def law(way, key):
    """The distribution of a time, in seconds; None where the key is off."""
    return Law(way[key], NS) if key in way else None


def packets_in(limit, size):
    return int(limit["packets"]) if "packets" in limit else int(limit["bytes"]) // size


class Way:
    """One direction of a profile."""

    def __init__(self, profile, name):
        self.profile, self.name = profile, name
        self.spec = profile.spec[name]
        self.delay = self._over_states("propagation_delay", NS) if "propagation_delay" in self.spec else Law({"fixed": 0})
        self.allocation = law(self.spec, "allocation_delay")
        self.idle_timeout = law(self.spec, "link_idle_timeout")
        self.rate = self._rate()
        blocks = profile.spec.get("spikes", []) + profile.spec.get("outages", [])
        self.blocks = [b for b in blocks if b["affects"] in ("BOTH", name.upper())]

    # ------------------------------------------------------------------------------ rate

    def steps(self):
        """(from, rate) of the schedule, and its period or None."""
        schedule = self.spec["rate_schedule"]
        period = schedule.get("period")
        return ([(int(s.get("at", 0)) * NS, int(s["rate"])) for s in schedule["steps"]],
                int(period) * NS if period else None)

    def _over_states(self, key, scale):
        """The distribution of a value over time, of which each state can have its own."""
        states = self.spec.get("states", {})
        if not any(key in own for own in states.values()):
            return Law(self.spec[key], scale)
        values = []
        for state, share in self.profile.shares().items():
            own = Law(states.get(state, {}).get(key, self.spec[key]), scale)
            points = max(1, round(4000 * share))
            values += [own.quantile((i + 0.5) / points) for i in range(points)]
        return Law({"empirical": {"quantiles": sorted(values)}})

    def _rate(self):
        """The distribution of the rate in bit/s, over time."""
        if "delivery_trace" in self.spec:
            trace = self.spec["delivery_trace"]
            period = int(trace["at_ms"][-1]) / 1000
            # A packet of 1500 B takes one opportunity; what is left of it (4 B of 1504) is lost, or
            # carries the beginning of the next packet.
            return Law({"fixed": len(trace["at_ms"]) * int(trace["opportunity_bytes"]) * 8 / period})
        if "rate_schedule" in self.spec:
            steps, period = self.steps()
            if period is None:
                return Law({"fixed": steps[-1][1]})
            ends = [at for at, _ in steps[1:]] + [period]
            return Law({"fixed": sum(rate * (end - at) for (at, rate), end in zip(steps, ends)) / period})
        channels = int(self.spec["user_max_rate"])
        base = Law(self.spec["rate_base"])
        if "available_rate" not in self.spec:
            return self._over_states("rate_base", channels)
        available = Law(self.spec["available_rate"])
        draws = [min(round(available.quantile((i + 0.5) / 4000)), channels) for i in range(4000)]
        return Law({"empirical": {"quantiles": [d * base.mean for d in draws]}})

    def slowest(self):
        """The lowest rate that the schedule or the distribution admits."""
        if "rate_schedule" in self.spec:
            return min(rate for _, rate in self.steps()[0])
        return self.rate.low

    def fastest(self):
        if "rate_schedule" in self.spec:
            return max(rate for _, rate in self.steps()[0])
        return self.rate.high

    def rate_cycle(self):
        """The period of a rate that repeats exactly, or None."""
        if "delivery_trace" in self.spec:
            return int(self.spec["delivery_trace"]["at_ms"][-1]) / 1000
        return self.steps()[1] if "rate_schedule" in self.spec else None

    def redraws(self):
        """Mean time between two draws of the rate, or None if it is not drawn over time."""
        if "rate_change_interval" in self.spec:
            return law(self.spec, "rate_change_interval").mean
        states = self.profile.spec["channel"].get("states")
        if self.rate.fixed() or not states or "rate_base" not in self.spec:
            return None
        return statistics.fmean(Law(s["dwell"], NS).mean for s in states)

    def bits(self, size):
        """Bits on the air of one packet, first transmission."""
        size += int(self.spec["protocol_overhead_per_packet"])
        if self.spec["fragmentation"]:
            size += math.ceil(size / int(self.spec["fragment_size"])) * int(self.spec["link_overhead"])
        else:
            size += int(self.spec["link_overhead"])
        return size * 8

    def user_rate(self):
        """Mean rate of IP bytes of packets of 1500 B when nothing blocks, and no error takes capacity."""
        if self.spec["fragmentation"]:
            frame = int(self.spec["fragment_size"])
            return self.rate.mean * frame / (frame + int(self.spec["link_overhead"]))
        return self.rate.mean

    def transmission(self, size, rate=None):
        return self.bits(size) / (rate or self.rate.mean)

    def mean_transmission(self, size):
        """Of packets that find the link idle at instants that the rate does not depend on."""
        if "rate_schedule" in self.spec:
            steps, period = self.steps()
            if period is None:
                return self.transmission(size)
            ends = [at for at, _ in steps[1:]] + [period]
            return sum(self.transmission(size, rate) * (end - at) for (at, rate), end in zip(steps, ends)) / period
        points = 4000
        return statistics.fmean(self.transmission(size, self.rate.quantile((i + 0.5) / points)) for i in range(points))

    # ------------------------------------------------------------------------------ errors

    def error(self, state=None):
        """Probability that an attempt is corrupted, in a state."""
        way = {**self.spec, **self.spec.get("states", {}).get(state, {})}
        return Law(way["error_probability"]).mean if "error_probability" in way else 0.0

    def has_errors(self):
        states = [None, *self.spec.get("states", {})]
        return any(self.error(s) > 0 for s in states) or "loss_pattern" in self.spec

    def loses(self):
        """Whether a packet can be lost by errors or outages, with packets that do not fill a queue."""
        return self.has_errors() or any(b.get("discard") or b.get("queue_loss") for b in self.blocks)

    def largest_error_delay(self):
        """The most that emulated retransmissions delay a packet of UDP."""
        if self.spec["error_handling"] not in ("DELAY", "DELAY_ITERATE") or not self.has_errors():
            return 0.0
        each = law(self.spec, "error_delay_function").high
        threshold = int(self.spec["delay_drop_threshold"]) * NS if "delay_drop_threshold" in self.spec else math.inf
        for one in self.spec.get("persistency_classes", []):
            if "17" in one.get("protocols", []):
                threshold = int(one["persistency"]) * NS
        count = int(self.spec.get("max_retransmissions", 10**6))
        return min(count, (threshold + 1e-9) // each) * each if each else 0.0

    def largest_repetition(self, size):
        """The most that real retransmissions delay a packet."""
        if self.spec["error_handling"] != "RETRANSMIT" or not self.has_errors():
            return 0.0
        each = law(self.spec, "error_delay_function").high + self.transmission(size, self.slowest())
        return int(self.spec["max_retransmissions"]) * each

    def mean_error_delay(self):
        """Mean delay by emulated retransmissions of the packets that are delivered, in one state."""
        if self.spec["error_handling"] != "DELAY_ITERATE":
            return 0.0
        p, each = self.mean_error(), law(self.spec, "error_delay_function").mean
        count = range(1, round(self.largest_error_delay() / each) + 1 if each else 1)
        return sum(k * each * p**k * (1 - p) for k in count) / (1 - p ** (len(count) + 1))

    def mean_error(self):
        """Share of the first attempts that are corrupted, over time."""
        pattern = self.spec.get("loss_pattern", {}).get("gilbert_elliott")
        if pattern:
            bad = pattern["p"] / (pattern["p"] + pattern["r"])
            return bad * pattern.get("loss_bad", 1) + (1 - bad) * pattern.get("loss_good", 0)
        return sum(share * self.error(state) for state, share in self.profile.shares().items())

    def loss(self):
        """Share of the packets of 100 B that the channel loses in the long run; None: not in closed form."""
        if not self.has_errors():
            return 0.0
        how = self.spec["error_handling"]
        if how == "DROP":
            return self.mean_error()
        if how == "DELAY_ITERATE" and self.largest_error_delay() == 0:
            return self.mean_error()
        if len({self.error(state) for state in self.profile.shares()}) == 1 and how != "DELAY" and "delay_drop_threshold" not in self.spec:
            return self.mean_error() ** (int(self.spec["max_retransmissions"]) + 1)
        return None

    @functools.lru_cache(maxsize=None)
    def walked_rate(self):
        """Rate of packets of 1500 B that follow each other, over a schedule: each keeps the rate at which it began."""
        steps, period = self.steps()
        if period is None:
            return self.rate.mean
        begins = [begin for begin, _ in steps]
        at, packets = 0.0, 0
        while at < period or packets < 2000:
            step = bisect.bisect_right(begins, math.fmod(at + 1e-9, period)) - 1
            at += self.bits(FULL) / steps[step][1]
            packets += 1
        return packets * FULL * 8 / at

    def capacity(self):
        """Mean rate at which packets of 1500 B are delivered when they always wait: the rate, less what
        errors and blocks take; None: not in closed form."""
        if any("discard" in block for block in self.blocks) or "background_load" in self.spec or self.head_limit():
            return None
        if self.spec["link_layer_ack_emulation"] or self.spec["fragmentation"]:
            return None
        rate = self.walked_rate() if "rate_schedule" in self.spec else self.user_rate()
        if self.spec["error_handling"] in ("DROP", "RETRANSMIT"):
            rate *= 1 - self.mean_error()
        for block in self.blocks:
            # A transmission that has begun continues; the next one waits for the end of a block. The chance
            # that one is in progress, after an open link a transmission ago, as for exponential times.
            free, length = Law(block["interval"], NS).mean, Law(block["length"], NS).mean
            between = self.transmission(FULL)
            blocked = length / (free + length) * -math.expm1(-between * (1 / free + 1 / length))
            rate *= between / (between + blocked * length)
        return rate

    # ------------------------------------------------------------------------------ queues

    def head_limit(self):
        """Packets that a stage keeps in front of the send buffer, dropping from the head."""
        for stage in self.spec.get("stages", []):
            if "drop_from_head" in stage:
                return packets_in(stage["drop_from_head"]["limit"], FULL)
        return 0

    def unlimited(self):
        return "queue_max_length" not in self.spec and not self.head_limit()

    def places(self):
        """Where packets of 1500 B wait for transmission: (place, packets), the first place first. A packet
        that arrives last takes the last place of the first one; the others are ahead of it."""
        found = []
        input_queue = int(self.spec.get("queue_max_length", 0))
        if self.head_limit():
            found.append(("stage", self.head_limit()))
        if input_queue:
            found.append(("router", ROUTER // FULL))
            found.append(("adapter", int(self.spec["adapter_slots"])))
            found.append(("input queue", input_queue))
        found.append(("send buffer", packets_in(self.spec["link_send_buffer_size"], FULL)))
        if not self.spec["frame_in_service_in_buffer"]:
            found.append(("in service", 1))
        return found

    def ahead(self):
        """Packets of 1500 B for which a packet waits that takes the last free place."""
        return sum(count for _, count in self.places()) - 1

    def largest_wait(self, rate=None):
        """Queueing delay behind them; None: it has no bound."""
        if self.unlimited():
            return None
        stage = self.head_limit()
        if stage:
            # A packet that is not dropped gets nearer to the head with every departure and every drop: with
            # every arrival, which is twice the rate. Then it waits in the send buffer.
            each = self.transmission(FULL, rate)
            return stage * each / 2 + packets_in(self.spec["link_send_buffer_size"], FULL) * each
        return self.ahead() * self.bits(FULL) * self.user_rate_factor() / (rate or self.rate.mean)

    def user_rate_factor(self):
        """Share of a packet's bits that it really takes when the next one shares its last frame."""
        return FULL * 8 * self.rate.mean / self.user_rate() / self.bits(FULL)


class Profile:
    def __init__(self, name):
        self.name = name
        self.spec = seawind.show(name)
        self.description = self.spec["description"]
        self.ways = {name: Way(self, name) for name in ("downlink", "uplink")}

    def shares(self):
        """state -> share of the time; {None: 1} without states."""
        channel = self.spec["channel"]
        states = channel.get("states", [])
        if not states:
            return {None: 1.0}
        dwell = {s["name"]: Law(s["dwell"], NS).mean for s in states}
        if all("transitions" in s for s in states):
            visits = {name: 1 / len(states) for name in dwell}
            for _ in range(1000):
                after = dict.fromkeys(dwell, 0.0)
                for state in states:
                    for name, chance in state["transitions"].items():
                        after[name] += visits[state["name"]] * chance
                visits = after
        else:
            visits = dict.fromkeys(dwell, 0.0)
            for name in channel.get("cycle", [s["name"] for s in states]):
                visits[name] += 1
        total = sum(visits[name] * dwell[name] for name in dwell)
        return {name: visits[name] * dwell[name] / total for name in dwell}

    def __getitem__(self, way):
        return self.ways[way]
