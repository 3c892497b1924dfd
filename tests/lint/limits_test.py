#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Every bound in the code (kMax..., kMost..., kLargest..., kLongest..., kDeepest...) is either named in a comment of the row of
docs/reference/limits.md that has its value, or listed here as one that users do not meet."""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs/reference/limits.md"
FOLDERS = ("common", "namespaces", "lab", "emulator", "workloads", "controller")
BOUND = re.compile(
    r"constexpr\s[^;=(]*?\b(k(?:Most|Largest|Longest|Deepest|Max)(?:[A-Z]\w*)?)\s*(?:=\s*|\{)([^;]+);")
ROW = re.compile(r"^\| (.*?) <!-- (.*?) --> \|", re.MULTILINE)
UNITS = {1 << 10: "KiB", 1 << 20: "MiB", 1 << 30: "GiB", 3600 * 10**9: "h", 24 * 3600 * 10**9: "days"}

# Limits that users do not meet. They reject only input that no Seawind program writes, bound what
# is displayed, or are part of a model that its page describes.
EXEMPT = {
    "common/answer_text.cc kMax",
    "common/diagnostics.cc kMaxShown",
    "common/event_log_reader.cc kLargestValue",
    "common/event_log_reader.cc kLargestWindowLog",
    "common/json_ordered.h kDeepestOrdered",
    "common/json_ordered.h kMaxOrderedKeys",
    "common/pcapng_writer.cc kLongestOption",
    "common/permitted_programs.cc kMost",
    "common/traces/trace_text.h kMaxProblems",
    "common/units.cc kLargest",
    "controller/import/rattan.cc kLongestDelay",
    "controller/import/rattan.cc kMostParts",
    "common/units.cc kMaxDigits",
    "common/units.cc kMaxExponent",
    "controller/campaign/control.cc kLongest",
    "controller/campaign/live.cc kMaxNumber",
    "controller/campaign/live.cc kMostNamed",
    "controller/cli/check_lab.cc kMostText",
    "controller/cli/lab_link_test.cc kLargestLog",
    "controller/cli/lab_link_test.cc kMostAdded",
    "controller/cluster/cluster_run.cc kMostRead",
    "controller/cluster/cluster_run.cc kMostShown",
    "controller/cluster/slurm.cc kMostOutput",
    "controller/cluster/task_files.cc kLongestText",
    "controller/cluster/task_files.cc kMostCounted",
    "controller/estimate/earlier.cc kLongestAttempt",
    "controller/estimate/earlier.cc kMaxMeasured",
    "controller/estimate/schedule.h kMaxSimulated",
    "controller/exec/exec_plan.cc kLongestDescription",
    "controller/exec/fixed_commands.cc kLongestGuess",
    "controller/exec/fixed_commands.cc kLongestLine",
    "controller/export/flent.cc kMaxSteps",
    "controller/export/pcapng.cc kMaxNotes",
    "controller/measure/timeline.h kMaxBins",
    "controller/report/report.cc kMostPoints",
    "controller/store/query.cc kLargestMetric",
    "controller/store/query.cc kMaxFilled",
    "controller/store/query.h kMaxUncountedAttempts",
    "controller/store/sqlite.cc kMostChecked",
    "controller/testbed/gateway_journal.cc kLongest",
    "emulator/daemon/control_server.cc kLongestCall",
    "emulator/daemon/control_server.cc kMaxThreads",
    "emulator/daemon/options.cc kLongestSpin",
    "emulator/daemon/time_budget.h kLongest",
    "emulator/daemon/waiter.cc kMaxCheckedPorts",
    "emulator/daemon/wake_lead.h kMost",
    "emulator/link/background_channels.cc kMaxWaiting",
    "emulator/link/background_users.cc kLargestBurst",
    "emulator/core/distribution.cc kLargest",
    "emulator/link/gates.cc kMaxPassed",
    "emulator/link/stages/nat64.cc kLargestIpv4WithoutDf",
    "emulator/ports/kernel_buffer.h kMaxReceiveRing",
    "emulator/ports/segments.cc kLargestPacket",
    "emulator/ports/segments.h kLargestHead",
    "emulator/ports/segments.h kMostPackets",
    "emulator/ports/super_port.cc kLargestFrame",
    "emulator/router/token_bucket.h kDeepest",
    "emulator/router/htb.h kMaxHtbClasses",
    "lab/certificate.cc kLongestName",
    "lab/enrolment.h kLongestLine",
    "lab/host/examination.cc kMostBytes",
    "lab/host/host_parts.cc kMostProbes",
    "lab/host/host_parts.cc kMostSlots",
    "lab/host/lab_host_server.cc kMaxThreads",
    "lab/private_file.cc kLargest",
    "lab/tls_client.cc kLongestGreeting",
    "namespaces/message_channel.cc kLongestMessage",
    "namespaces/message_channel.h kMaxFiles",
    "namespaces/vxlan.h kLargestTunnelId",
    "workloads/aborted_download.cc kMax",
    "workloads/agent/service.cc kMaxThreads",
    "workloads/agent/variant_applier.cc kMaxMtuForWindow",
    "workloads/bulk_tcp.cc kMaxSize",
    "workloads/http.cc kMax",
    "workloads/api/handover_notice.h kMaxRtt",
    "workloads/tfrc_loss_history.h kMaxDiscount",
    "workloads/tfrc_receiver.cc kLongestGap",
    "workloads/tfrc_receiver.cc kLongestReportedRtt",
    "workloads/tfrc_receiver.cc kMaxArrivals",
    "workloads/tfrc_receiver.cc kMaxLost",
    "workloads/tfrc_receiver.cc kMaxSequence",
    "workloads/tfrc_sender.cc kLongestSample",
    "workloads/tfrc_sender.h kMaxBackoff",
}


def bounds():
    """"FILE NAME" -> its value in C++."""
    found = {}
    for folder in FOLDERS:
        for file in sorted((ROOT / folder).rglob("*")):
            if file.suffix in (".h", ".cc"):
                for name, value in BOUND.findall(file.read_text(encoding="utf-8")):
                    found[f"{file.relative_to(ROOT)} {name}"] = value.removesuffix("}")
    return found


def number(value, found):
    """The value of a C++ expression of literals, or of another bound."""
    for place, other in found.items():
        if place.split()[1] == value:
            return number(other, found)
    value = re.sub(r"std::u?int64_t\{(\d+)\}", r"\1", value).replace("'", "")
    return eval(re.sub(r"(?<=\d)[UL]+\b", "", value), {})  # pylint: disable=eval-used


def texts(value):
    """How the page may write the value."""
    whole = int(value)
    return dict.fromkeys([f"{whole:,}".replace(",", " "), str(whole),
                          *(f"{whole // unit} {name}" for unit, name in UNITS.items() if whole % unit == 0)])


def main():
    found = bounds()
    named = [(place, words) for words, places in ROW.findall(PAGE.read_text(encoding="utf-8"))
             for place in places.split(", ")]
    wrong = [f"{place} is in {PAGE.name} or EXEMPT, and not in the code"
             for place in {place for place, _ in named} | EXEMPT if place not in found]
    wrong += [f"{place} = {value}: name it in the row of {PAGE.name} about it, or in EXEMPT"
              for place, value in found.items() if place not in EXEMPT and place not in dict(named)]
    for place, words in named:
        if place in found:
            shown = texts(number(found[place], found))
            if not any(re.search(rf"(?<![\d.]){text}(?!\d)", words) for text in shown):
                wrong.append(f"{place} is {' or '.join(shown)}, and the row says: {words}")
    print("\n".join(wrong) if wrong else f"{len(found)} bounds, all known")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
