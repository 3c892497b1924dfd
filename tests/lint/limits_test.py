#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Every bound in the code (kMost..., kLargest..., kLongest..., kDeepest...) is either a row of
docs/reference/limits.md, with the value it has, or known to be none of the operator's business."""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs/reference/limits.md"
FOLDERS = ("common", "emulator", "workloads", "controller")
BOUND = re.compile(
    r"constexpr\s[^;=(]*?\b(k(?:Most|Largest|Longest|Deepest|Max)(?:[A-Z]\w*)?)\s*(?:=\s*|\{)([^;]+);")

# Where it stands, its value there, and words of the row that tells it.
TOLD = {
    "common/config/content.h kLargestContent": ("16 << 20", "16 MiB"),
    "common/config/laws.cc kMostNetemEntries": ("16'384", "16 384 entries"),
    "common/config/laws.cc kMostValues": ("1'000'000", "1 000 000 values"),
    "common/config/names.h kLongestName": ("64", "64 characters"),
    "common/config/tree.h kDeepest": ("32", "32 levels"),
    "common/config/tree.h kLargestFile": ("1 << 20", "a configuration file: 1 MiB"),
    "common/config/tree.h kMostNodes": ("100'000", "100 000 values"),
    "common/remove_tree.cc kDeepest": ("64", "64 directories"),
    "common/traces/netem_dist.h kMostNetemEntries": ("16384", "16 384 entries"),
    "common/traces/rate_csv.h kLongestTrace": ("366.0 * 24 * 3600 * 1e9", "366 days"),
    "controller/campaign/admission.h kMostSlots": ("1000", "1000 repetitions"),
    "common/event_log_reader.cc kMostPacked": ("1000", "1000 bytes from each"),
    "controller/campaign/live.h kLargestLiveFile": ("16 << 20", "`live.json`: 16 MiB"),
    "controller/cli/link_live.cc kLongest": ("1", "1 h between two lines"),
    "controller/export/selection.h kMostOpportunities": ("100'000'000", "100 000 000 delivery"),
    "controller/results/bounded_map.h kMostInLink": ("8'000'000", "8 000 000 packets"),
    "controller/results/byte_ranges.h kMostPieces": ("1'000'000", "1 000 000 gaps"),
    "controller/results/recipe.h kLargestRecipe": ("1 << 20", "a recipe: 1 MiB"),
    "controller/results/reference.h kLargestReference": ("4 << 20", "published values: 4 MiB"),
    "controller/results/reference.h kMostPublished": ("100'000", "100 000 published"),
    "controller/results/report.cc kMostSequences": ("20", "20 flows"),
    "controller/results/sqlite.cc kLargestValue": ("16 << 20", "a text of the store: 16 MiB"),
    "controller/results/tcp_half.cc kMostCopies": ("1'000", "1000 copies"),
    "controller/results/tcp_half.cc kMostHeld": ("4'000'000", "4 000 000 pairs"),
    "controller/results/tcp_half.cc kMostTimeouts": ("1'000", "1000 time-outs"),
    "controller/results/tcp_half.cc kMostUndecided": ("100'000", "100 000 retransmissions"),
    "controller/testset/check_generators.cc kMost": ("65'000", "65 000 B"),
    "controller/testset/check_generators.cc kMostPackets": ("100'000'000", "100 000 000 packets"),
    "controller/testset/plan.h kMostCases": ("20'000", "20 000 cases"),
    "controller/testset/plan.h kMostRuns": ("5'000'000", "5 000 000 runs"),
    "controller/testset/plan_upgrade.h kDeepest": ("100", "100 levels"),
    "controller/testset/plan_check.h kLargestPlan": ("256 << 20", "256 MiB"),
    "emulator/api/channel_rules.cc kMostBlocks": ("1000", "1000 spikes"),
    "emulator/api/channel_rules.cc kMostSkipped": ("1e6", "1 000 000 dwell times"),
    "emulator/api/channel_rules.cc kMostStates": ("256", "256 states"),
    "emulator/api/error_rules.cc kMostAttempts": ("1e5", "100 000 transmissions"),
    "emulator/api/rules_internal.h kMostEvents": ("1e6", "1 000 000 a second"),
    "emulator/daemon/control_server.cc kLargestMessage": ("64 << 20", "64 MiB"),
    "emulator/daemon/link_manager.cc kMostLinks": ("4096", "4096 links"),
    "emulator/daemon/report_watches.h kMost": ("1024", "1024 watchers"),
    "emulator/offline/capture_reader.h kLongestIp": ("40 + 65'535", "65 575 bytes"),
    "emulator/offline/preview.cc kMostChanges": ("1'000'000", "1 000 000 changes of state"),
    "emulator/offline/preview.cc kMostProbes": ("1'000'000", "1 000 000 probe packets"),
    "emulator/offline/pcapng_reader.h kLargestBlock": ("1 << 24", "a block: 16 MiB"),
    "emulator/offline/pcapng_reader.h kMostInterfaces": ("65'536", "65 536 interfaces"),
    "emulator/offline/replay.cc kLongest":
        ("std::int64_t{720} * 3600 * 1'000'000'000", "720 h"),
    "emulator/router/htb.h kMostHtbClasses": ("256", "255 classes"),
    "emulator/router/shape.h kMostClasses": ("255", "255 classes"),
    "emulator/router/shape.h kMostQueues": ("262'144", "262 144 queues"),
    "emulator/router/shape.h kMostQueuesOfLink": ("1'048'576", "1 048 576 queues"),
    "emulator/spec/hop_spec.cc kMostTimedChanges": ("10'000", "10 000 changes"),
    "workloads/agent/generator_arguments.cc kMost": ("65'000", "65 000 B"),
    "workloads/agent/service.cc kLongest": ("24LL * 3600 * 1'000'000'000", "24 h"),
    "workloads/agent/service.cc kMostWaiting": ("8", "8 calls"),
    "workloads/agent/supervisor.cc kLongest": ("1000", "1000 bytes"),
    "workloads/command.cc kMostProgramLog": ("kLargestProgramFile", "a program writes: 1 GiB"),
    "workloads/program.h kLargestProgramFile": ("1 << 30", "a program writes: 1 GiB"),
    "workloads/stream_sink.cc kMostStreamPackets": ("100'000'000", "100 000 000 packets"),
}

# Nobody meets these: they hold only against what no program of ours writes, bound what is shown,
# or are a part of a model that its page tells.
SILENT = {
    "common/answer_text.cc kMost",
    "common/diagnostics.cc kMostShown",
    "common/event_log_reader.cc kLargestValue",
    "common/event_log_reader.cc kLargestWindowLog",
    "common/pcapng_writer.cc kLongestOption",
    "common/traces/trace_text.h kMostProblems",
    "common/units.cc kLargest",
    "common/units.cc kMostDigits",
    "common/units.cc kMostExponent",
    "controller/campaign/control.cc kLongest",
    "controller/campaign/live.cc kMostTold",
    "controller/estimate/earlier.cc kLongestAttempt",
    "controller/estimate/earlier.cc kMostMeasured",
    "controller/estimate/schedule.h kMostSimulated",
    "controller/export/flent.cc kMostSteps",
    "controller/export/pcapng.cc kMostNotes",
    "controller/results/course_plots.h kMostSegments",
    "controller/results/query.cc kLargestMetric",
    "controller/results/query.h kMostComplaints",
    "controller/results/timeline.h kMaxBins",
    "controller/testbed/channel.cc kLongestMessage",
    "emulator/daemon/control_server.cc kLongestCall",
    "emulator/daemon/control_server.cc kMostThreads",
    "emulator/daemon/spin_budget.h kLongest",
    "emulator/link/background_channels.cc kMostWaiting",
    "emulator/link/background_load.cc kLargestBurst",
    "emulator/link/distribution.cc kLargest",
    "emulator/link/gates.cc kMostPassed",
    "emulator/ports/receive_buffer.h kMostReceiveBuffer",
    "emulator/ports/ring_port.cc kLargestSuperPacket",
    "workloads/aborted_download.cc kMost",
    "workloads/agent/service.cc kMostThreads",
    "workloads/agent/variant_applier.cc kMostMtuForWindow",
    "workloads/bulk_tcp.cc kMaxSize",
    "workloads/http.cc kMost",
    "workloads/tfrc_loss_history.h kMostDiscount",
    "workloads/tfrc_receiver.cc kLongestGap",
    "workloads/tfrc_receiver.cc kLongestToldRtt",
    "workloads/tfrc_receiver.cc kMostArrivals",
    "workloads/tfrc_receiver.cc kMostSequence",
    "workloads/tfrc_sender.cc kLongestSample",
    "workloads/tfrc_sender.h kMaxBackoff",
    "workloads/udp_socket.cc kLongest",
}


def bounds():
    for folder in FOLDERS:
        for file in sorted((ROOT / folder).rglob("*")):
            if file.suffix not in (".h", ".cc"):
                continue
            for name, value in BOUND.findall(file.read_text(encoding="utf-8")):
                yield f"{file.relative_to(ROOT)} {name}", " ".join(value.removesuffix("}").split())


def main():
    page = " ".join(PAGE.read_text(encoding="utf-8").split())
    wrong = []
    found = set()
    for place, value in bounds():
        found.add(place)
        if place in SILENT:
            continue
        if place not in TOLD:
            wrong.append(f"{place} = {value}: tell it in {PAGE.name}, and here")
            continue
        expected, words = TOLD[place]
        if value != expected:
            wrong.append(f"{place} is {value}, not {expected}: mend {PAGE.name} and this list")
        if words not in page:
            wrong.append(f"{place}: {PAGE.name} does not say `{words}`")
    for place in (set(TOLD) | SILENT) - found:
        wrong.append(f"{place} is not in the code any more")
    print("\n".join(wrong) if wrong else f"{len(found)} bounds, all known")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
