// SPDX-License-Identifier: GPL-3.0-or-later
// Names in a campaign directory, shared by all readers and writers.
#pragma once

namespace seawind {

inline constexpr const char* kStoreFile = "campaign.db";
inline constexpr const char* kResolvedFile = "resolved.json";  // the Plan, as protobuf's JSON
inline constexpr const char* kLockFile = "campaign.lock";      // locked while the campaign runs
inline constexpr const char* kControlFile = "control";         // request to that controller
inline constexpr const char* kLiveFile = "live.json";          // state of that controller
inline constexpr const char* kChangesFile = "changes.jsonl";   // in the directory of an attempt
inline constexpr const char* kAttemptsFolder = "attempts";     // finished attempts
inline constexpr const char* kWorkFolder = "work";             // attempts being written
inline constexpr const char* kEventLogFile = "events.zst";     // in the directory of an attempt
inline constexpr const char* kWarmUpLogFile = "warm-up.zst";   // beside kEventLogFile
inline constexpr const char* kReportFile = "report/report.html";
inline constexpr const char* kPlotFolder = "report/plots";
inline constexpr const char* kCourseFolder = "report/repetitions";  // beside kReportFile
inline constexpr const char* kExportFolder = "export";

}  // namespace seawind
