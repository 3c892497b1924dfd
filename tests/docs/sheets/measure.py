# SPDX-License-Identifier: GPL-3.0-or-later
"""What a user of a profile measures, in virtual time: two probes for each direction.

Light: 100 B at most at 5 % of the rate, for two hours at least. Full: 1500 B at twice the rate, of which the
second half gives the rate. A direction that releases its channel gets a third one, after every silence."""
import dataclasses
import functools
import math
import statistics

from sheets import seawind
from sheets.profile import FULL, NS, PROBE, Law, Profile

SEED = 1
LIGHT_PACKETS = 8000
LIGHT_INTERVAL = 0.907  # s; with 8000 packets two hours
IDLE_PACKETS = 200
WARM_UP = 100  # packets that the light probe leaves out: the first one meets a released channel
FULL_PACKETS = 4000


@dataclasses.dataclass
class Light:
    interval: float
    idles: bool  # each probe packet meets a released channel
    delays: list  # of the packets delivered
    loss: float
    burst: float  # mean length of a run of lost packets; 0 without loss
    drops: dict

    @property
    def least(self):
        return min(self.delays)

    @property
    def median(self):
        return statistics.median(self.delays)

    @property
    def p95(self):
        return sorted(self.delays)[math.ceil(0.95 * len(self.delays)) - 1]

    @property
    def most(self):
        return max(self.delays)


@dataclasses.dataclass
class Full:
    interval: float
    duration: float
    seeds: int
    rate: float
    most: float  # largest one-way delay
    sent: int
    overtaken: float  # share of the packets delivered that a packet sent later overtook
    drops: dict


@dataclasses.dataclass
class Idle:
    interval: float
    extra: list  # delay less the median delay of the light probe


@functools.lru_cache(maxsize=8)
def _probe(name, size, interval_ns, duration_ns, seed):
    return seawind.probe(name, size, interval_ns, duration_ns, seed)


def probe(way, size, interval, duration, seed=SEED):
    """The probe of one direction; delays in seconds, None for a packet that was lost."""
    interval_ns = round(interval * 1e9)
    found = _probe(way.profile.name, size, interval_ns, math.ceil(duration * 1e9), seed)[way.name]["probe"]
    if found["held"]:
        raise RuntimeError(f"{way.profile.name} {way.name}: {found['held']} packets are still in the link")
    return [d if d is None else d / 1e9 for d in found["delays_ns"]], found["drops"]


def prime_ms(seconds):
    """The next prime number of milliseconds: a probe that does not step with a cycle of the link."""
    ms = math.ceil(seconds * 1000)
    while any(ms % d == 0 for d in range(2, math.isqrt(ms) + 1)):
        ms += 1
    return ms / 1000


def light_interval(way):
    """(interval, whether the channel is released between two packets)"""
    transmission = way.transmission(PROBE)
    calm = prime_ms(max(LIGHT_INTERVAL, transmission / 0.05))
    if way.allocation is None:
        return calm, False
    held = way.transmission(PROBE, way.fastest()) + way.idle_timeout.low
    if calm < held:
        return calm, False
    # The channel is held only if the next packet comes sooner. That is more than 5 %; it queues nothing
    # where every transmission takes the same time.
    sooner = math.floor(held * 1e3 - 1e-6) / 1e3
    if transmission / sooner <= 0.5 or not (way.blocks or "rate_schedule" in way.spec):
        return sooner, False
    return calm, True


def light(way):
    interval, idles = light_interval(way)
    delays, drops = probe(way, PROBE, interval, interval * LIGHT_PACKETS)
    if way.allocation is not None and not idles:
        delays = delays[WARM_UP:]
    lost = [d is None for d in delays]
    runs = sum(1 for i, l in enumerate(lost) if l and (i == 0 or not lost[i - 1]))
    return Light(interval, idles, [d for d in delays if d is not None], sum(lost) / len(lost),
                 sum(lost) / runs if runs else 0.0, drops)


def full_span(way):
    """(duration, number of seeds): enough packets, and enough periods of whatever changes."""
    interval = way.transmission(FULL) * way.user_rate_factor() / 2
    most = 400_000 * interval
    wanted = max(max(FULL_PACKETS, 6 * way.ahead()) * interval, 50 * (way.delay.high - way.delay.low))
    cycle = way.rate_cycle()
    if cycle:
        return 2 * cycle * max(math.ceil(wanted / 2 / cycle), min(10, int(most / 2 / cycle))), 1
    for block in way.blocks:
        if "interval" in block:
            wanted = max(wanted, 40 * (Law(block["interval"], NS).mean + Law(block["length"], NS).mean))
    states = way.profile.spec["channel"].get("states", [])
    if states and way.has_errors() and way.redraws() is None:
        wanted = max(wanted, 600)
    redraws = way.redraws()
    if redraws:
        if 20 * redraws > most:  # a run sees less than one draw: one draw a seed
            return max(2000, 6 * way.ahead()) * interval, 20
        wanted = max(wanted, 60 * redraws)
    return min(wanted, most), 1


def overtaken(delays, interval):
    """Share of the packets delivered that a packet sent later overtook."""
    arrivals = [i * interval + d for i, d in enumerate(delays) if d is not None]
    earliest, count = math.inf, 0
    for at in reversed(arrivals):
        count += at > earliest + 1e-12
        earliest = min(earliest, at)
    return count / len(arrivals)


def full(way):
    interval = round(way.transmission(FULL) * way.user_rate_factor() / 2 * 1e9) / 1e9
    duration, seeds = full_span(way)
    rates, most, late, drops, sent = [], 0.0, [], {}, 0
    for seed in range(SEED, SEED + seeds):
        delays, dropped = probe(way, FULL, interval, duration, seed)
        sent += len(delays)
        # Packets that arrive later leave a queue into which no more come.
        got = [(i * interval + d, d) for i, d in enumerate(delays)
               if d is not None and i * interval + d <= duration]
        rates.append(sum(1 for at, _ in got if at > duration / 2) * FULL * 8 / (duration / 2))
        most = max(most, max(d for _, d in got))
        late.append(overtaken(delays, interval))
        for reason, count in dropped.items():
            drops[reason] = drops.get(reason, 0) + count
    return Full(interval, duration, seeds, statistics.fmean(rates), most, sent, statistics.fmean(late), drops)


def idle(way, base):
    """The first packet after a silence longer than link_idle_timeout; None where nothing is released."""
    if way.allocation is None or base.idles:
        return None
    interval = prime_ms(1.1 * (way.idle_timeout.high + way.allocation.high + way.transmission(PROBE)))
    delays, _ = probe(way, PROBE, interval, interval * IDLE_PACKETS)
    return Idle(interval, [d - base.median for d in delays if d is not None])


@dataclasses.dataclass
class Measured:
    light: Light
    full: Full
    idle: Idle

    def queueing(self, way):
        """Largest queueing delay: the largest delay when saturated, less the median delay of the light probe
        and less what a packet of 1500 B takes longer at the measured rate."""
        longer = (way.bits(FULL) - way.bits(PROBE)) / way.bits(FULL) * FULL * 8 / self.full.rate
        return self.full.most - self.light.median - longer


def measure(way):
    base = light(way)
    return Measured(base, full(way), idle(way, base))


@functools.lru_cache(maxsize=None)
def everything():
    """[(profile, direction -> Measured)] of all profiles."""
    profiles = [Profile(name) for name in seawind.names()]
    return [(profile, {name: measure(way) for name, way in profile.ways.items()}) for profile in profiles]
