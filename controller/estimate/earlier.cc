// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/estimate/earlier.h"

#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>

#include <algorithm>
#include <set>

#include "common/error.h"
#include "controller/store/layout.h"
#include "controller/store/open_store.h"
#include "controller/store/query.h"
#include "controller/store/read_plan.h"
#include "controller/testset/plan.h"

namespace seawind {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxMeasured = 8;  // directories of a case whose size is measured
constexpr std::int64_t kLongestAttempt = 86'400'000'000'000;  // ns; what took longer was suspended

/// Disk blocks of an attempt's files, in bytes.
double bytes_on_disk(const AttemptFolder& attempt) {
  double bytes = 0;
  const auto directory = attempt.open();
  if (!directory) return 0;
  for (const auto& name : directory->names())
    if (const auto status = directory->status_of(name))
      bytes += 512.0 * static_cast<double>(status->st_blocks);
  return bytes;
}

struct Attempt {
  double seconds;
  std::string directory;
};

class Campaign {
 public:
  explicit Campaign(const fs::path& directory)
      : directory_(directory), store_(open_store(directory)) {}

  std::vector<Attempt> valid_attempts(int case_id) {
    std::vector<Attempt> attempts;
    auto rows = store_->prepare(
        "SELECT ended_unix_ns - started_unix_ns, directory FROM attempt "
        "WHERE case_id = ? AND verdict = 'valid' "
        "AND ended_unix_ns - started_unix_ns BETWEEN 1 AND ? ORDER BY id");
    rows.bind(std::int64_t{case_id}).bind(kLongestAttempt);
    while (rows.step())
      attempts.push_back({static_cast<double>(rows.integer(0)) / 1e9, rows.text(1)});
    return attempts;
  }

  std::int64_t number(const char* sql) {
    auto row = store_->prepare(sql);
    return row.step() ? row.integer(0) : 0;
  }

  double store_bytes_each() {
    std::error_code error;
    const auto size = fs::file_size(directory_ / kStoreFile, error);
    const auto attempts = number("SELECT count(*) FROM attempt");
    return error || attempts == 0 ? 0 : static_cast<double>(size) / static_cast<double>(attempts);
  }

  const fs::path& directory() const { return directory_; }

 private:
  fs::path directory_;
  std::unique_ptr<Database> store_;
};

void add_case(EarlierCase& known, Campaign& campaign, int case_id) {
  const auto attempts = campaign.valid_attempts(case_id);
  for (const auto& attempt : attempts) known.seconds.push_back(attempt.seconds);
  const double store = campaign.store_bytes_each();
  const std::size_t step = attempts.size() / kMaxMeasured + 1;
  for (std::size_t i = 0; i < attempts.size(); i += step)
    known.bytes.push_back(bytes_on_disk({campaign.directory(), attempts[i].directory}) + store);
}

template <typename Message>
void clear_names(Message& message) {
  message.clear_name();
  message.clear_description();
}

}  // namespace

std::string identity_of(const TestSet& test_set, const Case& test_case) {
  Case same = test_case;
  same.clear_index();
  same.clear_id();
  same.clear_axes();
  clear_names(*same.mutable_link());
  if (same.has_downlink_router()) clear_names(*same.mutable_downlink_router());
  clear_names(*same.mutable_tcp());
  clear_names(*same.mutable_workload());
  for (auto& change : *same.mutable_changes()) {
    clear_names(*change.mutable_hop()->mutable_link());
    if (change.hop().has_downlink_router())
      clear_names(*change.mutable_hop()->mutable_downlink_router());
  }
  std::string identity;
  {
    google::protobuf::io::StringOutputStream text(&identity);
    google::protobuf::io::CodedOutputStream out(&text);
    out.SetSerializationDeterministic(true);  // sorts maps
    same.SerializeToCodedStream(&out);
    out.WriteLittleEndian64(static_cast<std::uint64_t>(test_set.mtu()));
    if (test_set.offloads()) out.WriteLittleEndian64(1);
    out.WriteLittleEndian64(static_cast<std::uint64_t>(test_set.settle()));
    out.WriteLittleEndian64(static_cast<std::uint64_t>(test_set.timeout()));
  }
  return identity;
}

EarlierRuns earlier_runs(const Plan& plan, const fs::path& folder,
                         const std::function<bool()>& stop) {
  EarlierRuns runs;
  std::set<std::string> wanted;
  for (const Case& c : plan.cases()) wanted.insert(identity_of(plan.test_set(), c));
  std::int64_t attempts = 0;
  std::int64_t done = 0;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error)) {
    if (stop && stop()) return runs;
    std::error_code ignored;
    if (!fs::exists(entry->path() / kStoreFile, ignored)) continue;
    try {
      const Plan earlier = read_plan(entry->path());
      std::vector<std::pair<std::string, int>> same;
      for (const Case& c : earlier.cases())
        if (auto identity = identity_of(earlier.test_set(), c); wanted.contains(identity))
          same.emplace_back(std::move(identity), static_cast<int>(c.index()));
      if (same.empty()) continue;
      Campaign campaign(entry->path());
      const auto finished = campaign.number("SELECT count(*) FROM repetition WHERE state = 'done'");
      if (finished == 0) continue;
      for (const auto& [identity, index] : same) add_case(runs.cases[identity], campaign, index);
      ++runs.campaigns;
      done += finished;
      attempts += campaign.number("SELECT count(*) FROM attempt");
      runs.parallel = std::max(
          runs.parallel, static_cast<int>(std::clamp<std::int64_t>(
                             campaign.number("SELECT max(slot) FROM attempt"), 0, kMaxSlots - 1)) +
                             1);
    } catch (const Error&) {
      continue;
    }
  }
  std::erase_if(runs.cases, [](const auto& entry) { return entry.second.seconds.empty(); });
  if (done > 0) runs.attempts_each = static_cast<double>(attempts) / static_cast<double>(done);
  return runs;
}

}  // namespace seawind
