// SPDX-License-Identifier: GPL-3.0-or-later
#include "controller/cluster/delivery.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <filesystem>
#include <utility>
#include <vector>

#include "common/error.h"
#include "common/marker.h"
#include "controller/store/layout.h"
#include "controller/store/sqlite.h"

namespace seawind::cluster {
namespace {

constexpr const char* kSnapshot = "delivered.db";

void copy_file(const Directory& from, const Directory& into, const std::string& from_name,
               const std::string& into_name) {
  const Fd source = from.read(from_name);
  const Fd target = into.create(into_name);
  std::vector<char> buffer(std::size_t{1} << 20U);
  for (;;) {
    const ssize_t got = ::read(source.get(), buffer.data(), buffer.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) throw system_error("read " + from.path_of(from_name));
    if (got == 0) break;
    if (!write_all(target.get(), {buffer.data(), static_cast<std::size_t>(got)}))
      throw system_error("write " + into.path_of(into_name));
  }
  if (::fsync(target.get()) < 0) throw system_error("write " + into.path_of(into_name));
}

/// Removes what an interrupted call has left; it has our marker, or nothing yet.
void remove_half_copied(const Directory& folder, const std::string& name) {
  if (is_marked(folder, name))
    remove_marked(folder, name);
  else
    folder.remove_empty(name);
}

}  // namespace

Delivery::Delivery(Directory own, Directory campaign, TaskRun run)
    : own_(std::move(own)), campaign_(std::move(campaign)), run_(run) {}

void Delivery::deliver() {
  // The store as it is now: the next call delivers attempts that end meanwhile.
  if (!take_snapshot()) return;
  std::vector<std::string> attempts;
  std::int64_t last = delivered_;
  {
    Database store(own_, kSnapshot, Database::Mode::kReadOnly);
    auto row = store.prepare("SELECT id, directory FROM attempt WHERE id > ? ORDER BY id");
    row.bind(delivered_);
    while (row.step()) {
      last = row.integer(0);
      attempts.push_back(row.text(1));
    }
  }
  for (const std::string& name : attempts) deliver_attempt(name);
  deliver_snapshot();
  delivered_ = last;
  for (const std::string& name : attempts) {
    const std::filesystem::path path(name);
    remove_marked(own_.open(path.parent_path()), path.filename());
  }
}

void Delivery::deliver_attempt(const std::string& name) {
  const std::filesystem::path path(name);  // attempts/CASE/ATTEMPT
  const Directory from = own_.open(name);
  Directory into = campaign_.open_or_make(kAttemptsFolder);
  for (const auto& part :
       std::filesystem::path(run_.attempts()).lexically_relative(kAttemptsFolder))
    into = into.open_or_make(part);
  into = into.open_or_make(path.parent_path().filename());
  const std::string attempt = path.filename();
  if (into.status_of(attempt)) return;  // an earlier call
  const std::string aside = attempt + ".new";
  remove_half_copied(into, aside);
  const Directory copy = into.make(aside);
  mark(copy);
  for (const std::string& file : from.names())
    if (file != kMarkerFile) copy_file(from, copy, file, file);
  copy.flush();
  into.rename(aside, into, attempt);
  into.flush();
}

bool Delivery::take_snapshot() {
  Database store(own_, kStoreFile, Database::Mode::kReadOnly);
  {
    auto newer = store.prepare("SELECT 1 FROM attempt WHERE id > ? LIMIT 1");
    if (!newer.bind(delivered_).step()) return false;
  }
  own_.remove(kSnapshot);
  store.execute("VACUUM INTO '" + (own_.by_descriptor() / kSnapshot).string() + "'");
  return true;
}

void Delivery::deliver_snapshot() {
  const Directory into = submission_folder(campaign_, run_.id.submission);
  const std::string name = run_.store_file();
  const std::string aside = name + ".new";
  into.remove(aside);
  copy_file(own_, into, kSnapshot, aside);
  into.rename_over(aside, into, name);
  into.flush();
}

}  // namespace seawind::cluster
