#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Every bound in the code (kMax..., kLargest..., kLongest..., kDeepest...) is either a row of
docs/reference/limits.md with its value, or listed here as one that users do not meet."""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs/reference/limits.md"
FOLDERS = ("common", "emulator", "workloads", "controller")
BOUND = re.compile(
    r"constexpr\s[^;=(]*?\b(k(?:Most|Largest|Longest|Deepest|Max)(?:[A-Z]\w*)?)\s*(?:=\s*|\{)([^;]+);")

# The place of the limit, its value there, and words of the table row that documents it.
DOCUMENTED = {
    "common/config/content.h kLargestContent": ("16 << 20", "16 MiB"),
    "common/config/laws.cc kMaxNetemEntries": ("16'384", "16 384 entries"),
    "common/config/laws.cc kMaxValues": ("1'000'000", "1 000 000 values"),
    "common/config/names.h kLongestName": ("64", "64 characters"),
    "common/config/tree.h kDeepest": ("32", "32 levels"),
    "common/config/tree.h kLargestFile": ("1 << 20", "a configuration file: 1 MiB"),
    "common/config/tree.h kMaxNodes": ("100'000", "100 000 values"),
    "common/remove_tree.cc kDeepest": ("64", "64 directories"),
    "common/traces/netem_dist.h kMaxNetemEntries": ("16384", "16 384 entries"),
    "common/traces/rate_csv.h kLongestTrace": ("366.0 * 24 * 3600 * 1e9", "366 days"),
    "controller/campaign/admission.h kMaxSlots": ("1000", "1000 repetitions"),
    "common/event_log_reader.cc kMaxPacked": ("200", "200 times its size"),
    "controller/campaign/live.h kLargestLiveFile": ("16 << 20", "`live.json`: 16 MiB"),
    "controller/exec/drain.cc kLongestDrain": ("10", "10 minutes in all"),
    "controller/exec/fixed_commands.cc kLongestWait": ("10", "`--wait-port`: 10 s"),
    "controller/exec/tcp_forwarder.h kMaxConnections": ("500", "500 connections"),
    "controller/cli/link_live.cc kLongest": ("1", "1 h between two lines"),
    "controller/export/selection.h kMaxOpportunities": ("100'000'000", "100 000 000 delivery"),
    "controller/measure/bounded_map.h kMaxInLink": ("8'000'000", "8 000 000 packets"),
    "controller/measure/byte_ranges.h kMaxPieces": ("1'000'000", "1 000 000 gaps"),
    "controller/report/recipe.h kLargestRecipe": ("1 << 20", "a recipe: 1 MiB"),
    "controller/report/reference.h kLargestReference": ("4 << 20", "published values: 4 MiB"),
    "controller/report/reference.h kMaxPublished": ("100'000", "(published values x cases): 100 000"),
    "controller/report/course_files.cc kLargestKept": ("32 << 20", "used again: 32 MiB"),
    "controller/report/course_data.h kMaxCourseFlows": ("20", "20 flows"),
    "controller/report/course_data.h kMaxCourseSegments": ("20'000", "20 000 events"),
    "controller/report/report.h kMostCourses": ("1000", "1000 valid repetitions"),
    "controller/store/sqlite.cc kLargestValue": ("16 << 20", "a text of the store: 16 MiB"),
    "controller/measure/tcp_half.cc kMaxCopies": ("1'000", "1000 copies"),
    "controller/measure/tcp_half.cc kMaxHeld": ("4'000'000", "4 000 000 pairs"),
    "controller/measure/tcp_half.cc kMaxTimeouts": ("1'000", "1000 time-outs"),
    "controller/measure/tcp_half.cc kMaxUndecided": ("100'000", "100 000 retransmissions"),
    "controller/testset/check_generators.cc kMax": ("65'000", "65 000 B"),
    "controller/testset/case_expression.h kLargest": ("2000", "2000 bytes"),
    "controller/testset/check_generators.cc kMaxPackets": ("100'000'000", "100 000 000 packets"),
    "controller/testset/plan.h kMaxCases": ("20'000", "20 000 cases"),
    "controller/testset/plan.h kMaxFlows": ("1000", "1000 flows"),
    "controller/testset/plan.h kMaxRuns": ("5'000'000", "5 000 000 runs"),
    "controller/testset/plan_check.cc kDeepest": ("100", "100 levels"),
    "controller/testset/plan_check.h kLargestPlan": ("256 << 20", "256 MiB"),
    "controller/testset/plan_check.h kMaxPlanObjects": ("5'000'000", "5 000 000 objects"),
    "emulator/api/channel_rules.cc kMaxBlocks": ("1000", "1000 spikes"),
    "emulator/api/channel_rules.cc kMaxSkipped": ("1e6", "1 000 000 dwell times"),
    "emulator/api/channel_rules.cc kMaxStates": ("256", "256 states"),
    "emulator/api/error_rules.cc kMaxAttempts": ("1e5", "100 000 transmissions"),
    "emulator/api/rules_internal.h kMaxEvents": ("1e6", "1 000 000 a second"),
    "emulator/daemon/control_server.cc kLargestMessage": ("64 << 20", "64 MiB"),
    "emulator/daemon/link_manager.cc kMaxLinks": ("4096", "4096 links"),
    "emulator/daemon/options.cc kMaxThreads": ("64", "64 relay threads"),
    "emulator/daemon/relay_threads.cc kMaxAutomatic": ("8", "at most 8"),
    "emulator/daemon/report_watches.h kMax": ("1024", "1024 watchers"),
    "emulator/offline/capture_reader.h kLongestIp": ("40 + 65'535", "65 575 bytes"),
    "emulator/offline/preview.cc kMaxChanges": ("1'000'000", "1 000 000 changes of state"),
    "emulator/offline/preview.cc kMaxProbes": ("1'000'000", "1 000 000 probe packets"),
    "emulator/offline/pcapng_reader.h kLargestBlock": ("1 << 24", "a block: 16 MiB"),
    "emulator/offline/pcapng_reader.h kMaxInterfaces": ("65'536", "65 536 interfaces"),
    "emulator/offline/replay.cc kLongest":
        ("std::int64_t{720} * 3600 * 1'000'000'000", "720 h"),
    "emulator/router/htb.h kMaxHtbClasses": ("256", "255 classes"),
    "emulator/router/shape.h kMaxClasses": ("255", "255 classes"),
    "emulator/router/shape.h kMaxQueues": ("262'144", "262 144 queues"),
    "emulator/router/shape.h kMaxQueuesOfLink": ("1'048'576", "1 048 576 queues"),
    "emulator/spec/hop_spec.cc kMaxTimedChanges": ("10'000", "10 000 changes"),
    "workloads/agent/generator_arguments.cc kMax": ("65'000", "65 000 B"),
    "workloads/agent/service.cc kLongest": ("24LL * 3600 * 1'000'000'000", "24 h"),
    "workloads/agent/service.cc kMaxWaiting": ("8", "8 calls"),
    "workloads/agent/supervisor.cc kLongest": ("1000", "1000 bytes"),
    "workloads/command.cc kMaxProgramLog": ("kLargestProgramFile", "a program writes: 1 GiB"),
    "workloads/program.h kLargestProgramFile": ("1 << 30", "a program writes: 1 GiB"),
    "workloads/program.h kLargestProgramMemory": ("std::uint64_t{4} << 30", "4 GiB of private memory"),
    "workloads/stream_sink.cc kMaxStreamPackets": ("100'000'000", "100 000 000 packets"),
}

# Limits that users do not meet. They reject only input that no Seawind program writes, bound what
# is displayed, or are part of a model that its page describes.
EXEMPT = {
    "common/answer_text.cc kMax",
    "common/diagnostics.cc kMaxShown",
    "common/json_ordered.h kDeepestOrdered",
    "common/json_ordered.h kMaxOrderedKeys",
    "common/event_log_reader.cc kLargestValue",
    "common/event_log_reader.cc kLargestWindowLog",
    "common/pcapng_writer.cc kLongestOption",
    "common/traces/trace_text.h kMaxProblems",
    "common/units.cc kLargest",
    "common/units.cc kMaxDigits",
    "common/units.cc kMaxExponent",
    "controller/campaign/control.cc kLongest",
    "controller/campaign/live.cc kMaxTold",
    "controller/estimate/earlier.cc kLongestAttempt",
    "controller/estimate/earlier.cc kMaxMeasured",
    "controller/estimate/schedule.h kMaxSimulated",
    "controller/export/flent.cc kMaxSteps",
    "controller/export/pcapng.cc kMaxNotes",
    "controller/report/report.cc kMostPoints",
    "emulator/daemon/options.cc kLongestSpin",
    "emulator/daemon/waiter.cc kMaxCheckedPorts",
    "emulator/daemon/wake_lead.h kMost",
    "emulator/ports/segments.cc kLargestPacket",
    "emulator/ports/segments.h kLargestHead",
    "emulator/ports/segments.h kMostPackets",
    "emulator/ports/super_port.cc kLargestFrame",
    "controller/store/query.cc kLargestMetric",
    "controller/store/query.cc kMaxFilled",
    "controller/store/query.h kMaxUncountedAttempts",
    "controller/measure/timeline.h kMaxBins",
    "controller/testbed/channel.cc kLongestMessage",
    "controller/testbed/channel.h kMaxFiles",
    "controller/testbed/gateway_journal.cc kLongest",
    "controller/exec/exec_plan.cc kLongestDescription",
    "controller/exec/fixed_commands.cc kLongestGuess",
    "controller/exec/fixed_commands.cc kLongestLine",
    "emulator/daemon/control_server.cc kLongestCall",
    "emulator/daemon/control_server.cc kMaxThreads",
    "emulator/daemon/spin_budget.h kLongest",
    "emulator/link/background_channels.cc kMaxWaiting",
    "emulator/link/background_load.cc kLargestBurst",
    "emulator/link/distribution.cc kLargest",
    "emulator/link/gates.cc kMaxPassed",
    "emulator/ports/receive_buffer.h kMaxReceiveBuffer",
    "emulator/ports/ring_port.cc kLargestSuperPacket",
    "workloads/aborted_download.cc kMax",
    "workloads/agent/service.cc kMaxThreads",
    "workloads/agent/variant_applier.cc kMaxMtuForWindow",
    "workloads/bulk_tcp.cc kMaxSize",
    "workloads/http.cc kMax",
    "workloads/tfrc_loss_history.h kMaxDiscount",
    "workloads/tfrc_receiver.cc kLongestGap",
    "workloads/tfrc_receiver.cc kLongestReportedRtt",
    "workloads/tfrc_receiver.cc kMaxArrivals",
    "workloads/tfrc_receiver.cc kMaxSequence",
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
        if place in EXEMPT:
            continue
        if place not in DOCUMENTED:
            wrong.append(f"{place} = {value}: document it in {PAGE.name} and list it here")
            continue
        expected, words = DOCUMENTED[place]
        if value != expected:
            wrong.append(f"{place} is {value}, not {expected}: mend {PAGE.name} and this list")
        if words not in page:
            wrong.append(f"{place}: {PAGE.name} does not say `{words}`")
    for place in (set(DOCUMENTED) | EXEMPT) - found:
        wrong.append(f"{place} is not in the code any more")
    print("\n".join(wrong) if wrong else f"{len(found)} bounds, all known")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
