// SPDX-License-Identifier: GPL-3.0-or-later
#include <fcntl.h>
#include <zstd.h>

#include <cerrno>

#include "common/error.h"
#include "common/event_log.h"
#include "common/fds.h"

namespace seawind {
namespace {
// A small window limits a writer to about 300 KB, so that a thousand logged links fit in memory.
// Similar records are close together; a larger window compresses little better.
constexpr int kWindowLog = 16;
constexpr int kLevel = 1;
constexpr std::size_t kOutputBytes = 32 * 1024;

Fd create(const std::string& path) {
  Fd file(::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644));
  if (!file) throw system_error("create the event log " + path);
  return file;
}

}  // namespace

struct EventLogWriter::Impl {
  std::string path;
  Fd file;
  struct Free {
    void operator()(ZSTD_CCtx* context) const { ZSTD_freeCCtx(context); }
  };
  std::unique_ptr<ZSTD_CCtx, Free> zstd{ZSTD_createCCtx()};
  std::vector<char> output = std::vector<char>(kOutputBytes);

  void store(const char* data, std::size_t bytes) {
    while (bytes > 0) {
      const ssize_t done = ::write(file.get(), data, bytes);
      if (done < 0 && errno == EINTR) continue;
      if (done < 0) throw system_error("write the event log " + path);
      data += done;
      bytes -= static_cast<std::size_t>(done);
    }
  }

  void compress(const void* data, std::size_t bytes, ZSTD_EndDirective directive) {
    ZSTD_inBuffer in{data, bytes, 0};
    for (;;) {
      ZSTD_outBuffer out{output.data(), output.size(), 0};
      const std::size_t left = ZSTD_compressStream2(zstd.get(), &out, &in, directive);
      if (ZSTD_isError(left)) {
        throw Error("cannot compress the event log " + path + ": " + ZSTD_getErrorName(left));
      }
      store(output.data(), out.pos);
      if (directive == ZSTD_e_continue ? in.pos == in.size : left == 0) return;
    }
  }
};

EventLogWriter::EventLogWriter(const std::string& path, const LogHeader& header)
    : EventLogWriter(create(path), path, header) {}

EventLogWriter::EventLogWriter(Fd file, const std::string& name, const LogHeader& header)
    : impl_(std::make_unique<Impl>()) {
  impl_->path = name;
  impl_->file = std::move(file);
  if (!impl_->zstd) throw Error("cannot create the event log " + name + ": out of memory");
  ZSTD_CCtx_setParameter(impl_->zstd.get(), ZSTD_c_compressionLevel, kLevel);
  ZSTD_CCtx_setParameter(impl_->zstd.get(), ZSTD_c_windowLog, kWindowLog);
  impl_->compress(&header, sizeof header, ZSTD_e_continue);
}

EventLogWriter::EventLogWriter(EventLogWriter&&) noexcept = default;
EventLogWriter& EventLogWriter::operator=(EventLogWriter&&) noexcept = default;

EventLogWriter::~EventLogWriter() {
  if (!impl_ || !impl_->file) return;
  try {
    close();
  } catch (const Error&) {  // documented in the header: close() reports the error
  }
}

void EventLogWriter::write(std::span<const std::byte> records) {
  impl_->compress(records.data(), records.size(), ZSTD_e_continue);
}

void EventLogWriter::flush() {
  impl_->compress(nullptr, 0, ZSTD_e_flush);
}

void EventLogWriter::close() {
  struct Closer {  // closes the file even if the last write fails
    Fd& file;
    ~Closer() { file.reset(); }
  } closer{impl_->file};
  impl_->compress(nullptr, 0, ZSTD_e_end);
}

}  // namespace seawind
