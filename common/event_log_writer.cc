// SPDX-License-Identifier: GPL-3.0-or-later
#include <fcntl.h>
#include <zstd.h>

#include <utility>

#include "common/error.h"
#include "common/event_log.h"
#include "common/fds.h"

namespace seawind {
namespace {
constexpr int kLevel = 1;
// Similar records are close together; larger frames compress little better.
constexpr std::size_t kFrameBytes = 64 * 1024;

Fd create(const std::string& path) {
  Fd file(::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644));
  if (!file) throw system_error("create the event log " + path);
  return file;
}

}  // namespace

void LogCompressor::Free::operator()(ZSTD_CCtx* context) const {
  ZSTD_freeCCtx(context);
}

LogCompressor::LogCompressor() : zstd_(ZSTD_createCCtx()) {
  if (!zstd_) throw Error("cannot compress event logs: out of memory");
  ZSTD_CCtx_setParameter(zstd_.get(), ZSTD_c_compressionLevel, kLevel);
  ZSTD_CCtx_setParameter(zstd_.get(), ZSTD_c_checksumFlag, 1);  // 4 B a frame
}

LogCompressor::~LogCompressor() = default;

void LogCompressor::add(std::span<const std::byte> plain) {
  const std::size_t before = packed_.size();
  packed_.resize(before + ZSTD_compressBound(plain.size()));
  const std::size_t bytes = ZSTD_compress2(zstd_.get(), packed_.data() + before,
                                           packed_.size() - before, plain.data(), plain.size());
  packed_.resize(before + (ZSTD_isError(bytes) ? 0 : bytes));
  if (ZSTD_isError(bytes))
    throw Error(std::string("cannot compress an event log: ") + ZSTD_getErrorName(bytes));
}

struct EventLogWriter::Impl {
  std::string path;
  Fd file;
  std::shared_ptr<LogCompressor> compressor;
  LogHeader header;
  bool begun = false;              // the header is stored
  std::vector<std::byte> pending;  // records of the next frame

  /// Stores the header, the pending records and the end of the stream, as far as they are due.
  /// Closes the file after an error.
  void store(bool end) {
    Fd to = std::move(file);
    std::vector<char>& packed = compressor->packed();
    packed.clear();
    if (!begun) compressor->add(std::as_bytes(std::span(&header, 1)));
    if (!pending.empty()) compressor->add(pending);
    if (end) compressor->add({});
    if (!write_all(to.get(), {packed.data(), packed.size()}))
      throw system_error("write the event log " + path);
    begun = true;
    pending = {};
    file = std::move(to);
  }
};

EventLogWriter::EventLogWriter(const std::string& path, const LogHeader& header)
    : EventLogWriter(create(path), path, header, std::make_shared<LogCompressor>()) {}

EventLogWriter::EventLogWriter(Fd file, const std::string& name, const LogHeader& header,
                               std::shared_ptr<LogCompressor> compressor)
    : impl_(new Impl{.path = name,
                     .file = std::move(file),
                     .compressor = std::move(compressor),
                     .header = header,
                     .pending = {}}) {}

EventLogWriter::EventLogWriter(EventLogWriter&&) noexcept = default;
EventLogWriter& EventLogWriter::operator=(EventLogWriter&&) noexcept = default;

EventLogWriter::~EventLogWriter() {
  if (!impl_ || !impl_->file) return;
  try {
    close();
  } catch (const std::exception&) {  // documented in the header: close() reports the error
  }
}

void EventLogWriter::write(std::span<const std::byte> records) {
  impl_->pending.insert(impl_->pending.end(), records.begin(), records.end());
  if (impl_->pending.size() >= kFrameBytes) impl_->store(false);
}

void EventLogWriter::flush() {
  impl_->store(false);
}

void EventLogWriter::close() {
  struct Closer {  // closes the file even if the last write fails
    Fd& file;
    ~Closer() { file.reset(); }
  } closer{impl_->file};
  impl_->store(true);
}

}  // namespace seawind
